import { minuteMs } from '#contract/durations.ts'
import { currentForMinutes } from '#contract/rules/current-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { KitchenDoor } from '#server/modules/kitchen/placing.ts'
import { findPromisedAt, readyAt } from './promised-at.ts'
import { historyOf, isPlaced, type Ticket } from './ticket.ts'

/** Whether guests of a restaurant cancel their orders themselves, until the kitchen begins. */
export const letsGuestsCancel = ({ ordering }: Merchant): boolean => ordering.guestCancel !== false

const begunStates: ReadonlySet<string> = new Set(['Preparing', 'Ready', 'Completed'])

/**
 * Whether the kitchen has not begun with an order: it waits in the queue, or lies among the new ones on the staff's own page. A system of the kitchen's
 * own is not told of a cancelled order, so what it was handed counts as begun; and what was begun once stays so, whatever its state says now.
 */
export const isUnbegun = (ticket: Ticket, { takesAtOnce }: Pick<KitchenDoor, 'takesAtOnce'>): boolean =>
  isPlaced(ticket) &&
  (ticket.status === 'Queued' || (ticket.status === 'Submitted' && takesAtOnce)) &&
  !historyOf(ticket).some(({ status }) => begunStates.has(status))

/**
 * Whether the time that an order was promised for has come (ms): its own, or as long after it was placed as the kitchen takes. Many a kitchen cooks without
 * pressing START; whoever was promised their dinner by now may have eaten it. One that waited for a kitchen that was away has that long from when it came in.
 */
export function isDue(merchant: Merchant, ticket: Ticket, nowMs: number): boolean {
  const steps = historyOf(ticket)
  const placedMs = steps[0]?.at
  const ownMs = findPromisedAt(merchant, ticket)
  if (placedMs === undefined || ownMs === undefined) return false
  const leadMs = merchant.kitchen.leadMinutes * minuteMs
  const readyMs = readyAt(ticket, merchant.location.time_zone)
  if (!hasWaited(ticket)) return nowMs >= ownMs
  // Switched off by mistake, or by a kitchen that cooks what lies among the new ones all the same: nobody knows which, so it has its end in any case.
  const latestMs = Math.max(readyMs ?? placedMs, placedMs) + currentForMinutes * minuteMs
  const cameInMs = steps.findLast(({ status }) => status === 'Submitted')?.at
  return nowMs >= (cameInMs === undefined ? latestMs : Math.min(Math.max(ownMs, cameInMs + leadMs), latestMs))
}

/** Whether an order waited for its time or for a kitchen that was away. */
export const hasWaited = (ticket: Ticket): boolean =>
  historyOf(ticket).some(({ status }) => status === 'Queued')

/** Whether a guest may cancel by themselves: the restaurant lets them, the kitchen has not begun, and its time has not come. */
export const mayGuestCancel = (
  merchant: Merchant,
  ticket: Ticket,
  kitchen: Pick<KitchenDoor, 'takesAtOnce'>,
  nowMs: number,
): boolean => letsGuestsCancel(merchant) && isUnbegun(ticket, kitchen) && !isDue(merchant, ticket, nowMs)
