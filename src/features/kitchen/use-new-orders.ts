import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { laneOf } from './lanes.ts'

export type NewOrdersState = {
  /** All orders in *New*, including earlier ones. */
  count: number
  /** The names of those that came in since and are still new, latest last. */
  names: readonly string[]
  /** How many came in since. */
  arrivals: number
  /** Orders that were canceled elsewhere while they were to be made, by guests or colleagues, until somebody dismisses them. */
  withdrawn: readonly KitchenOrder[]
  /** Some of those are new since the previous read. */
  hasJustLost: boolean
  dismiss: (id: string) => void
}

/** What was in *New* when the page was opened, what came in since, what was being made, and what was canceled of that, by id. */
type SeenOrders = {
  ids: ReadonlySet<string>
  made: ReadonlySet<string>
  arrived: ReadonlySet<string>
  withdrawn: ReadonlySet<string>
  dismissed: ReadonlySet<string>
}
const nothingSeen: SeenOrders = {
  ids: new Set(),
  made: new Set(),
  arrived: new Set(),
  withdrawn: new Set(),
  dismissed: new Set(),
}

/** Survives leaving the page to sign in: orders that were in *New* by then are unseen on return. */
const seenIn = new WeakMap<QueryClient, SeenOrders>()

/** The orders seen since the portal was opened. */
export function useSeenOrders(): readonly [SeenOrders | undefined, (seen: SeenOrders) => void] {
  const client = useQueryClient()
  const [seen, setSeen] = useState(() => seenIn.get(client))
  return useMemo(() => {
    const keepSeen = (next: SeenOrders): void => {
      seenIn.set(client, next)
      setSeen(next)
    }
    return [seen, keepSeen]
  }, [client, seen])
}

/** Belongs to the page, not to the board, which is remounted when a manager signs in or out on a tablet. */
export const SeenOrdersContext = createContext<SeenContext>(undefined)
type SeenContext = readonly [SeenOrders | undefined, (seen: SeenOrders) => void] | undefined

/**
 * What came into *New* since the page was opened and is still there, and what was canceled elsewhere. `openId`: the order whose own dialog says that it is
 * canceled. Throws outside of the page.
 */
export function useNewOrders(orders: readonly KitchenOrder[], openId: string | undefined): NewOrdersState {
  const [seen, keepSeen] = useSeenContext()
  const here = orders.filter((order) => laneOf(order) === 'new')
  const unseen = here.filter(({ id }) => !seen?.ids.has(id)).map(({ id }) => id)
  const begun = orders
    .filter((order) => laneOf(order) === 'preparing' && !seen?.made.has(order.id))
    .map(({ id }) => id)
  const isFirst = seen === undefined
  const withdrawn = orders.filter(
    ({ id, status }) => status === 'Cancelled' && id !== openId && (seen?.ids.has(id) || seen?.made.has(id)),
  )
  const lost = withdrawn.filter(({ id }) => !seen?.withdrawn.has(id)).map(({ id }) => id)
  useEffect(() => {
    if (unseen.length === 0 && begun.length === 0 && lost.length === 0 && !isFirst) return
    const before = seen ?? nothingSeen
    keepSeen({
      ...before,
      ids: new Set([...before.ids, ...unseen]),
      made: new Set([...before.made, ...begun]),
      // Orders present when the page is opened count as seen.
      arrived: new Set(isFirst ? [] : [...before.arrived, ...unseen]),
      withdrawn: new Set([...before.withdrawn, ...lost]),
    })
  })
  return {
    count: here.length,
    names: here.filter(({ id }) => seen?.arrived.has(id)).map(({ name }) => name),
    arrivals: seen?.arrived.size ?? 0,
    withdrawn: withdrawn.filter(({ id }) => !seen?.dismissed.has(id)),
    hasJustLost: lost.length > 0,
    dismiss: (id) => seen && keepSeen({ ...seen, dismissed: new Set([...seen.dismissed, id]) }),
  }
}

/** Returns a function for an order that was canceled on this screen, or whose dialog said so: it is not reported again here. */
export function useToldCancellation(): (id: string) => void {
  const [seen, keepSeen] = useSeenContext()
  return (id) => {
    if (seen)
      keepSeen({
        ...seen,
        withdrawn: new Set([...seen.withdrawn, id]),
        dismissed: new Set([...seen.dismissed, id]),
      })
  }
}

function useSeenContext(): NonNullable<SeenContext> {
  const context = use(SeenOrdersContext)
  if (!context) throw new Error('nothing remembers what has been seen here')
  return context
}

const counted = /^\(\d+\) /

/** Puts a count before the page's title, for staff in another tab: `(2) Kitchen`. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined
    document.title = `(${count}) ${document.title.replace(counted, '')}`
    return () => {
      document.title = document.title.replace(counted, '')
    }
  }, [count])
}
