import { centsFromNumber } from '#contract/money.ts'
import { type CancelReason, cancelReasonNames, mayBeReason } from '#contract/rules/cancel-reasons.ts'
import { putBackMs } from '#contract/rules/put-back.ts'
import type { KitchenAnswer, KitchenMove } from '#contract/schemas/kitchen.ts'
import type { RefundBody } from '#contract/schemas/refund.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'
import { notifyMoved } from '#server/modules/tickets/news.ts'
import { refundOrder } from '#server/modules/tickets/refund-order.ts'
import { listPlacedTickets, lockTicket, updateTicketRow } from '#server/modules/tickets/repository.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'
import { isPlaced, type Ticket } from '#server/modules/tickets/ticket.ts'
import { isUnderWay, sinceMs, underWayTimes } from '#server/modules/tickets/under-way.ts'
import { cancelledText, voidTicket } from '#server/modules/tickets/void.ts'
import { changedMeanwhile, fieldProblem, notFound } from '#server/plugins/problems.ts'
import { findPause } from './pause.ts'
import { listSoldOut } from './sold-out.ts'
import { listDue, type QueuePorts, submitQueued } from './queue.ts'
import { isDue, queueAfterMs } from './placing.ts'
import { findCanceller, staffViewOf } from './staff-view.ts'
import { isKitchenOn, setKitchen } from './switch.ts'

/** What the staff see and do on `/kitchen`, including who ordered. */

type Ports = Pick<QueuePorts, 'clock' | 'slots' | 'system'>

/** SQL for the orders on the board: those that wait for the kitchen, those under way, and for a while those that are done. */
const isOnBoard = `(t.status = 'Queued' OR (${isUnderWay(2)})
  OR (t.status IN ('Completed', 'Cancelled') AND t.touched_at > $4 AND ${sinceMs} > $4))`

/**
 * The kitchen's current state: whether it takes orders, its active and waiting orders, the oldest first, and those completed or canceled in the last three
 * hours.
 */
export async function kitchenOf(
  database: Database,
  merchant: Merchant,
  { clock, slots }: Pick<Ports, 'clock' | 'slots'>,
): Promise<KitchenAnswer> {
  const nowMs = clock.now()
  const [isOn, pause, soldOut, tickets] = await Promise.all([
    isKitchenOn(database, merchant.locationId),
    findPause(database, merchant.locationId, nowMs),
    listSoldOut(database, merchant, nowMs),
    listPlacedTickets(database, merchant.locationId, isOnBoard, 'ORDER BY s.submitted_at, s.name', [
      ...underWayTimes({ nowMs, today: todayAt(merchant, nowMs) }),
      nowMs - putBackMs,
    ]),
  ])
  return {
    is_on: isOn,
    ...(!database.hasRoom() && { is_full: true }),
    ...(pause && { pause }),
    sold_out: soldOut,
    orders: tickets.map((ticket) => ({
      ...staffViewOf(merchant, ticket, nowMs),
      ...(ticket.status === 'Queued' && isDue(merchant, ticket, slots, nowMs) && { is_due: true }),
    })),
  }
}

/** Switches the kitchen on or off. When switched on, it takes the waiting orders at once, as if they were placed now. False where nothing changed. */
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

/** A button press by a staff member (a tablet has no `userId`), who has `seen` the order in a state. Boards that do not send `seen` are not checked. */
type Move = {
  status: KitchenMove
  userId: string | undefined
  seen?: string | undefined
  reason?: CancelReason | undefined
  note?: string | undefined
}

/**
 * Moves a placed order to another state; repeating a move is no error. Moving back is allowed, since wrong buttons are pressed now and then. Canceling refunds
 * the order and is final; returns what was canceled then. Throws 404, and 409 for an order that can no longer be moved or has changed since it was seen.
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

/** Whether the order is still as it was seen: orders leave the queue on their own. */
const isAsSeen = ({ status }: Ticket, seen: string): boolean =>
  status === seen || (status === 'Submitted' && seen === 'Queued')

/** A canceled order: its number, the amount refunded, and the reason, if one was given. */
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
  const { refunds } = await voidTicket(tx, merchant, ticket, { because, by: 'staff', ...by }, ports)
  // What a bank has taken is with the guest already, and is not refunded here.
  const parts = refunds.filter((refund) => refund.reason === 'cancelled').flatMap((refund) => refund.parts)
  const amountCents = parts.reduce(
    (sum, part) => sum + (part.isByBank ? 0 : part.nonTipCents + part.tipCents),
    0,
  )
  return { about: ticket.name, amountCents, reason: reason && cancelReasonNames[reason] }
}

/** Refunds a part of a placed order, whatever its state, and returns which and how much. Throws 404, and what `refundOrder` throws. */
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

/** Throws 404 for an order that does not exist or is not placed. */
async function getPlaced(tx: Transaction, { locationId }: Merchant, id: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, locationId, id)
  if (!ticket || !isPlaced(ticket)) throw notFound('We could not find this order.')
  return ticket
}
