import { useEffect, useRef, useState } from 'react'
import { observePhysicalOrder } from '#db/observe.ts'
import { removePhysicalOrder, type WatchedPhysicalOrder } from '#db/physical-orders.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useLive } from '#lib/query/use-live.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import { isOpen, refreshCart } from './requests.ts'

export type Cart =
  | { state: 'loading' }
  | { state: 'none' }
  | ({ state: 'open' } & WatchedPhysicalOrder)
  /** Paid, and on its way: it is cleared 2 s later (specification §4). */
  | ({ state: 'placed' } & WatchedPhysicalOrder)

/** §9: the cart is cleared this long after the result (ms). */
export const clearAfterMs = 2000

/**
 * The cart of whoever is here, live. One that was placed longer than `placedForMs` before this screen opened counts as none, and is cleared: a window that
 * was closed in between could not do it.
 */
export function useCart(placedForMs = clearAfterMs): Cart {
  const { load } = usePortal()
  const seen = useLive(observePhysicalOrder)
  const [openedAt] = useState(() => Date.now())
  const row = seen.state === 'loading' || seen.value?.attempt ? undefined : seen.value?.row
  const isOver =
    row !== undefined && isCardOrderPlaced(row.snapshot.status) && openedAt - row.updatedAt > placedForMs
  const overId = isOver ? row.orderId : undefined
  useEffect(() => {
    if (overId !== undefined) void load().then(({ db }) => removePhysicalOrder(db, overId))
  }, [overId, load])
  if (seen.state === 'loading') return seen
  if (!seen.value) return { state: 'none' }
  if (isCardOrderPlaced(seen.value.row.snapshot.status))
    return openedAt - seen.value.row.updatedAt > placedForMs
      ? { state: 'none' }
      : { state: 'placed', ...seen.value }
  return seen.value.attempt || isOpen(seen.value.row.snapshot)
    ? { state: 'open', ...seen.value }
    : { state: 'none' }
}

/** Asks the server once for its newest word of a cart that was kept from before. */
export function useFreshCart({ row, attempt }: WatchedPhysicalOrder): void {
  const { load } = usePortal()
  const first = useRef({ row, attempt })
  useEffect(() => {
    if (!first.current.attempt) void load().then((services) => refreshCart(services, first.current.row))
  }, [load])
}
