import { useEffect, useState } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { laneOf } from './lanes.ts'

export type NewOrders = {
  /** All in *New*, those that were there before, too. */
  count: number
  /** The names of those that came last; empty when nobody has to be told of any more. */
  latest: string
}

type Seen = { ids: ReadonlySet<string>; arrived: ReadonlySet<string>; latest: string }

/** What came into *New* since the board was opened and still stands there. */
export function useNewOrders(orders: readonly KitchenOrder[]): NewOrders {
  const here = orders.filter((order) => laneOf(order) === 'new')
  const [seen, setSeen] = useState<Seen>(() => ({ ids: idsOf(here), arrived: new Set(), latest: '' }))
  const unseen = here.filter(({ id }) => !seen.ids.has(id))
  if (unseen.length > 0)
    setSeen({
      ids: new Set([...seen.ids, ...idsOf(unseen)]),
      arrived: new Set([...seen.arrived, ...idsOf(unseen)]),
      latest: unseen.map(({ name }) => name).join(', '),
    })
  const stands = here.some(({ id }) => seen.arrived.has(id))
  return { count: here.length, latest: stands ? seen.latest : '' }
}

const idsOf = (orders: readonly KitchenOrder[]): Set<string> => new Set(orders.map(({ id }) => id))

const counted = /^\(\d+\) /

/** Puts a count before the page's title, for whoever has another tab in front: `(2) Kitchen`. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined
    document.title = `(${count}) ${document.title.replace(counted, '')}`
    return () => {
      document.title = document.title.replace(counted, '')
    }
  }, [count])
}
