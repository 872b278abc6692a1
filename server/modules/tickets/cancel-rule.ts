import { minutesUntilReady } from '#contract/rules/check-in.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { KitchenDoor } from '#server/modules/kitchen/placing.ts'
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
 * Whether the time that an order was promised for has come (ms): its own, or as long after it came in as the kitchen takes. Many a kitchen cooks without
 * pressing START; whoever was promised their dinner by now may have eaten it. What still waits for a kitchen that is away was not made.
 */
export function isDue({ kitchen, location }: Merchant, ticket: Ticket, nowMs: number): boolean {
  if (ticket.status === 'Queued') return false
  const wanted = { ready_date: ticket.readyDate, ready_time: ticket.readyTime }
  const minutes = minutesUntilReady(wanted, nowMs, location.time_zone)
  if (minutes !== undefined) return minutes <= 0
  const cameIn = historyOf(ticket).findLast(({ status }) => status === 'Submitted')?.at
  return cameIn !== undefined && nowMs >= cameIn + kitchen.leadMinutes * 60_000
}

/** Whether a guest may cancel by themselves: the restaurant lets them, the kitchen has not begun, and its time has not come. */
export const mayGuestCancel = (
  merchant: Merchant,
  ticket: Ticket,
  kitchen: Pick<KitchenDoor, 'takesAtOnce'>,
  nowMs: number,
): boolean => letsGuestsCancel(merchant) && isUnbegun(ticket, kitchen) && !isDue(merchant, ticket, nowMs)
