import { useEffect, useRef, useState } from 'react'
import { observePhysicalOrder } from '#db/observe.ts'
import { removePhysicalOrder, type WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useLive } from '#lib/query/use-live.ts'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import { isOpen, refreshCart } from './requests.ts'

type Cart =
  | { state: 'loading' }
  | { state: 'none' }
  | ({ state: 'open' } & WatchedPhysicalOrder)
  /** Paid and placed: it is removed 2 s later (specification §4). */
  | ({ state: 'placed' } & WatchedPhysicalOrder)

/** §9: the cart is removed this long after the result (ms). */
export const clearAfterMs = 2000

/**
 * The current person's cart, kept up to date. One that was placed more than `placedForMs` before this screen opened counts as none, and is removed: a window
 * that was closed in between could not do it.
 */
export function useCart(placedForMs = clearAfterMs): Cart {
  const { load } = usePortal()
  const seen = useLive(observePhysicalOrder)
  const [openedAt] = useState(() => Date.now())
  const watched = seen.state === 'loading' ? undefined : seen.value
  const isPlaced = watched !== undefined && isCardOrderPlaced(watched.row.snapshot.status)
  const isOver = isPlaced && openedAt - watched.row.updatedAt > placedForMs
  const overId = isOver && !watched.attempt ? watched.row.orderId : undefined
  useEffect(() => {
    if (overId !== undefined) writeInBackground(load, ({ db }) => removePhysicalOrder(db, overId))
  }, [overId, load])
  if (seen.state === 'loading') return seen
  if (!watched || isOver) return { state: 'none' }
  if (isPlaced) return { state: 'placed', ...watched }
  return watched.attempt || isOpen(watched.row.snapshot) ? { state: 'open', ...watched } : { state: 'none' }
}

/** Fetches once the server's newest version of a cart that was stored earlier. */
export function useFreshCart({ row, attempt }: WatchedPhysicalOrder): void {
  const { load } = usePortal()
  const first = useRef({ row, attempt })
  useEffect(() => {
    if (!first.current.attempt) void load().then((services) => refreshCart(services, first.current.row))
  }, [load])
}
