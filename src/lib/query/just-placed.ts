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
 * Keeps what this tab has just paid and placed for the screen that confirms it. Another tab may sign out at the same moment, which empties the device's store:
 * the payer must still see what they paid for (reliability U3). Call it before the payment's lock is released, because that sign-out waits for it.
 */
export const keepJustPlaced = set

/** The confirmation was left: the data is dropped. */
export const forgetJustPlaced = (kind: PayableKind): void => set(kind, undefined)

/**
 * The same, held by the confirmation as long as it is shown. The confirmation may appear before the payment's own answer: the device's store, which also leads
 * to it, knows of the order first.
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

/** The orders (by their id) whose confirmation this page has shown: who comes back from it to an earlier visit has seen it. */
const confirmed = new Set<string>()
/** Notes that an order’s confirmation was shown. */
export const noteConfirmed = (ticketId: string): void => void confirmed.add(ticketId)
export const wasConfirmed = (ticketId: string): boolean => confirmed.has(ticketId)
