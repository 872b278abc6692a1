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

/** Whether a guest may cancel by themselves: the restaurant lets them, and the kitchen has not begun. */
export const mayGuestCancel = (
  merchant: Merchant,
  ticket: Ticket,
  kitchen: Pick<KitchenDoor, 'takesAtOnce'>,
): boolean => letsGuestsCancel(merchant) && isUnbegun(ticket, kitchen)
