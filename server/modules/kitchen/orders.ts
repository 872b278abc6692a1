import { centsFromNumber } from '#contract/money.ts'
import { type CancelReason, cancelReasonNames, mayBeReason } from '#contract/rules/cancel-reasons.ts'
import { putBackMs } from '#contract/rules/put-back.ts'
import type { KitchenAnswer, KitchenMove } from '#contract/schemas/kitchen.ts'
import type { RefundBody } from '#contract/schemas/refund.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { notifyMoved } from '#server/modules/tickets/news.ts'
import { refundOrder } from '#server/modules/tickets/refund-order.ts'
import { listPlacedTickets, lockTicket, updateTicketRow } from '#server/modules/tickets/repository.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'
import { isPlaced, type Ticket } from '#server/modules/tickets/ticket.ts'
import { cancelledText, voidTicket } from '#server/modules/tickets/void.ts'
import { changedMeanwhile, fieldProblem, notFound } from '#server/plugins/problems.ts'
import { findPause } from './pause.ts'
import { listSoldOut } from './sold-out.ts'
import { listDue, type QueuePorts, submitQueued } from './queue.ts'
import { isDue, queueAfterMs } from './placing.ts'
import { findCanceller, staffViewOf } from './staff-view.ts'
import { isKitchenOn, setKitchen } from './switch.ts'

/** What the staff see and do (`/kitchen`): whose orders are, too. */

type Ports = Pick<QueuePorts, 'clock' | 'slots' | 'system'>

/**
 * The kitchen as it is: whether it takes orders, those in it and those that wait, the oldest first, and what was completed or cancelled in the last three
 * hours.
 */
export async function kitchenOf(
  database: Queryable,
  merchant: Merchant,
  { clock, slots }: Pick<Ports, 'clock' | 'slots'>,
): Promise<KitchenAnswer> {
  const nowMs = clock.now()
  // Money may go back of an order for months: that touches it, and brings it onto no board.
  const inKitchen = `(t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready') OR (t.status IN ('Completed', 'Cancelled') AND t.touched_at > $2
    AND coalesce((t.history->-1->>'at')::bigint, t.touched_at) > $2))`
  const [isOn, pause, soldOut, tickets] = await Promise.all([
    isKitchenOn(database, merchant.locationId),
    findPause(database, merchant.locationId, nowMs),
    listSoldOut(database, merchant, nowMs),
    listPlacedTickets(database, merchant.locationId, inKitchen, 'ORDER BY s.submitted_at, s.name', [
      nowMs - putBackMs,
    ]),
  ])
  return {
    is_on: isOn,
    ...(pause && { pause }),
    sold_out: soldOut,
    orders: tickets.map((ticket) => ({
      ...staffViewOf(merchant, ticket, nowMs),
      ...(ticket.status === 'Queued' && isDue(merchant, ticket, slots, nowMs) && { is_due: true }),
    })),
  }
}

/** Switches the kitchen on or off. Switched on, it takes at once what has waited for it, as if it were placed now. False where it was so already. */
export async function switchKitchen(
  tx: Transaction,
  merchant: Merchant,
  isOn: boolean,
  ports: Ports,
): Promise<boolean> {
  const wasOn = await isKitchenOn(tx, merchant.locationId)
  setKitchen(tx, merchant.locationId, isOn, ports.clock.now())
  if (isOn && ports.system.kind === 'embedded')
    for (const id of await listDue(tx, merchant, ports, queueAfterMs))
      await submitQueued(tx, merchant, id, ports.clock.now())
  return wasOn !== isOn
}

/** A press: for one of the staff (a tablet has no `userId`), who has `seen` the order in a state; a board that does not say so is believed. */
type Move = {
  status: KitchenMove
  userId: string | undefined
  seen?: string | undefined
  reason?: CancelReason | undefined
  note?: string | undefined
}

/**
 * Moves a placed order to another state; where it is already is no error. Back is allowed: a wrong button is pressed now and then. Cancelling gives the
 * money back and is for good; gives what was cancelled then. Throws 404, and 409 for what cannot be moved any more or was not seen as it is.
 */
export async function moveOrder(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  { status, userId, seen, reason, note }: Move,
  ports: Ports & TicketPorts,
): Promise<GivenBack | undefined> {
  const ticket = await getPlaced(tx, merchant, id)
  if (ticket.status === status) return undefined
  if (ticket.status === 'Cancelled')
    throw changedMeanwhile(
      findCanceller(ticket) === 'guest'
        ? `The guest canceled order ${ticket.name}, so it cannot be updated.`
        : `Order ${ticket.name} was canceled, so it cannot be updated.`,
    )
  if (seen !== undefined && !isAsSeen(ticket, seen))
    throw changedMeanwhile(
      `Order ${ticket.name} was already updated to “${stateWords[ticket.status]}” on another screen. Nothing was changed.`,
    )
  if (status === 'Cancelled')
    return cancel(tx, merchant, ticket, { userId, reason, note: note?.trim() || undefined }, ports)
  const moved = { ...ticket, status, touchedAt: ports.clock.now() }
  updateTicketRow(tx, moved)
  notifyMoved(tx, moved, ports)
  return undefined
}

const stateWords: Record<TicketStatus, string> = {
  Open: 'not placed',
  PaymentComplete: 'not placed',
  Expired: 'not placed',
  Queued: 'new',
  Submitted: 'new',
  Preparing: 'preparing',
  Ready: 'ready',
  Completed: 'completed',
  Cancelled: 'canceled',
}

/** Whether nobody has moved an order since it was seen: out of the queue it comes by itself. */
const isAsSeen = ({ status }: Ticket, seen: string): boolean =>
  status === seen || (status === 'Submitted' && seen === 'Queued')

/** An order that was cancelled, by its number, how much goes back, and why, where it was said. */
type GivenBack = { about: string; amountCents: number; reason?: string | undefined }

async function cancel(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  {
    reason,
    ...by
  }: { userId: string | undefined; reason: CancelReason | undefined; note: string | undefined },
  ports: TicketPorts,
): Promise<GivenBack> {
  if (ticket.status === 'Completed')
    throw changedMeanwhile(`Order ${ticket.name} is completed. Reopen it before canceling.`)
  if (reason !== undefined && !mayBeReason(reason, { use_delivery: ticket.useDelivery }))
    throw fieldProblem(422, 'reason', `Order ${ticket.name} is not a delivery. Please choose another reason.`)
  const because = cancelledText(merchant, ticket, reason)
  const { refunds } = await voidTicket(tx, merchant, ticket, because, ports, { by: 'staff', ...by })
  // What a bank has taken is with the guest already, and goes back from nobody here.
  const parts = refunds.filter((refund) => refund.reason === 'cancelled').flatMap((refund) => refund.parts)
  const amountCents = parts.reduce(
    (sum, part) => sum + (part.isByBank ? 0 : part.nonTipCents + part.tipCents),
    0,
  )
  return { about: ticket.name, amountCents, reason: reason && cancelReasonNames[reason] }
}

/** Gives a part of a placed order back, whatever its state, and tells of which and how much. Throws 404, and what `refundOrder` throws. */
export async function refundPlaced(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  refund: { body: RefundBody; userId: string },
  ports: TicketPorts,
): Promise<GivenBack> {
  const ticket = await getPlaced(tx, merchant, id)
  await refundOrder(tx, merchant, ticket, refund, ports)
  return { about: ticket.name, amountCents: centsFromNumber(refund.body.amount) }
}

/** Throws 404 for an order that is not there or not placed. */
async function getPlaced(tx: Transaction, { locationId }: Merchant, id: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, locationId, id)
  if (!ticket || !isPlaced(ticket)) throw notFound('We could not find this order.')
  return ticket
}
