import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PayableKind } from '#contract/payables.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { CardOrderRow } from '#db/rows/card-orders.ts'
import type { PhysicalOrderRow } from '#db/rows/physical-orders.ts'

type Placed = {
  ticket: TicketOrder
  'card-order': CardOrderRow
  'posted-order': PhysicalOrderRow
} & Record<PayableKind, unknown>

const placed: { [K in PayableKind]: Placed[K] | undefined } = {
  ticket: undefined,
  'card-order': undefined,
  'posted-order': undefined,
}
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set<K extends PayableKind>(kind: K, order: Placed[K] | undefined): void {
  placed[kind] = order
  for (const listener of listeners) listener()
}

/**
 * What this tab has just paid and placed, on its way to the screen that confirms it. Another tab may sign out in the same moment, which empties the
 * device's store: who paid still sees what they paid for (reliability U3). Called before the lock of the payment is given back, for which that sign-out
 * waits.
 */
export const keepJustPlaced = set

/** The confirmation was left: it is forgotten. */
export const forgetJustPlaced = (kind: PayableKind): void => set(kind, undefined)

/**
 * The same, taken over by the confirmation as long as it is on the screen. It may stand there before the payment's own answer does: the device's store,
 * which leads to it as well, hears of the order first.
 */
export function useJustPlaced<K extends PayableKind>(kind: K): Placed[K] | undefined {
  const next = useSyncExternalStore(
    subscribe,
    () => placed[kind],
    () => undefined,
  )
  const [taken, setTaken] = useState(next)
  if (next !== undefined && next !== taken) setTaken(next)
  useEffect(() => () => forgetJustPlaced(kind), [kind])
  return next ?? taken
}
