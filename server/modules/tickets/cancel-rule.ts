import { minuteMs } from '#contract/durations.ts'
import { currentForMinutes } from '#contract/rules/current-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { KitchenIntake } from '#server/modules/kitchen/placing.ts'
import { findPromisedAt, readyAt } from './promised-at.ts'
import { historyOf, isPlaced, type Ticket } from './ticket.ts'

/** Whether a restaurant's guests may cancel their own orders until the kitchen starts. */
export const letsGuestsCancel = ({ ordering }: Merchant): boolean => ordering.guestCancel !== false

const begunStates: ReadonlySet<string> = new Set(['Preparing', 'Ready', 'Completed'])

/**
 * Whether the kitchen has not started an order: it is in the queue, or among the new ones on the staff's own page. A kitchen's own system is not told about
 * cancellations, so an order handed to it counts as started; and an order once started stays so, whatever its state is now.
 */
export const isUnbegun = (ticket: Ticket, { takesAtOnce }: Pick<KitchenIntake, 'takesAtOnce'>): boolean =>
  isPlaced(ticket) &&
  (ticket.status === 'Queued' || (ticket.status === 'Submitted' && takesAtOnce)) &&
  !historyOf(ticket).some(({ status }) => begunStates.has(status))

/**
 * Whether an order's promised time has come (ms): its chosen time, or the kitchen's lead time after it was placed. Many a kitchen cooks without pressing START;
 * a guest whose time has come may have eaten already. For an order that waited for a kitchen that was away, the lead time counts from its release.
 */
export function isDue(merchant: Merchant, ticket: Ticket, nowMs: number): boolean {
  const steps = historyOf(ticket)
  const placedMs = steps[0]?.at
  const ownMs = findPromisedAt(merchant, ticket)
  if (placedMs === undefined || ownMs === undefined) return false
  const leadMs = merchant.kitchen.leadMinutes * minuteMs
  const readyMs = readyAt(ticket, merchant.location.time_zone)
  if (!hasWaited(ticket)) return nowMs >= ownMs
  // An order left in the queue has an end in any case: the kitchen may be switched off by mistake, or may cook from the list anyway; nobody knows which.
  const latestMs = Math.max(readyMs ?? placedMs, placedMs) + currentForMinutes * minuteMs
  const cameInMs = steps.findLast(({ status }) => status === 'Submitted')?.at
  return nowMs >= (cameInMs === undefined ? latestMs : Math.min(Math.max(ownMs, cameInMs + leadMs), latestMs))
}

/** Whether an order was queued for its time or for a kitchen that was away. */
export const hasWaited = (ticket: Ticket): boolean =>
  historyOf(ticket).some(({ status }) => status === 'Queued')

/** Whether a guest may cancel on their own: the restaurant allows it, the kitchen has not started, and the promised time has not come. */
export const mayGuestCancel = (
  merchant: Merchant,
  ticket: Ticket,
  kitchen: Pick<KitchenIntake, 'takesAtOnce'>,
  nowMs: number,
): boolean => letsGuestsCancel(merchant) && isUnbegun(ticket, kitchen) && !isDue(merchant, ticket, nowMs)
