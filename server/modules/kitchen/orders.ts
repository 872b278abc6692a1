import type { KitchenAnswer, KitchenMove } from '#contract/schemas/kitchen.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { tellMoved } from '#server/modules/tickets/news.ts'
import { listPlacedTickets, lockTicket, updateTicketRow } from '#server/modules/tickets/repository.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'
import { isPlaced, type Ticket } from '#server/modules/tickets/ticket.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'
import { couldNotMake, voidTicket } from '#server/modules/tickets/void.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import { listDue, type QueuePorts, submitQueued } from './queue.ts'
import { isKitchenOn, setKitchen } from './switch.ts'

/** What the staff see and do (`/kitchen`): whose orders are, too. */

/** How long a completed order can still be seen, and put back. */
const completedForMs = 3 * 60 * 60 * 1000

type Ports = Pick<QueuePorts, 'clock' | 'slots' | 'system'>

/** The kitchen as it is: whether it takes orders, those in it and those that wait, the oldest first, and what was completed in the last three hours. */
export async function kitchenOf(
  database: Queryable,
  merchant: Merchant,
  { clock }: Pick<Ports, 'clock'>,
): Promise<KitchenAnswer> {
  const nowMs = clock.now()
  const inKitchen = `(t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready') OR (t.status = 'Completed' AND t.touched_at > $2))`
  const [isOn, tickets] = await Promise.all([
    isKitchenOn(database, merchant.locationId),
    listPlacedTickets(database, merchant.locationId, inKitchen, 'ORDER BY s.submitted_at, s.name', [
      nowMs - completedForMs,
    ]),
  ])
  return {
    is_on: isOn,
    orders: tickets.map((ticket) => ticketOrderOf(merchant, { ...ticket, orderKey: undefined }, nowMs)),
  }
}

/** Switches the kitchen on or off. Switched on, it takes at once what has waited for it. */
export async function switchKitchen(
  tx: Transaction,
  merchant: Merchant,
  isOn: boolean,
  ports: Ports,
): Promise<void> {
  setKitchen(tx, merchant.locationId, isOn, ports.clock.now())
  if (isOn && ports.system.kind === 'embedded')
    for (const id of await listDue(tx, merchant, ports))
      await submitQueued(tx, merchant, id, ports.clock.now())
}

/**
 * Moves a placed order to another state; where it is already is no error. Back is allowed: a wrong button is pressed now and then. Cancelling gives
 * the money back and is for good. Throws 404, and 409 for what cannot be moved any more.
 */
export async function moveOrder(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  status: KitchenMove,
  ports: Ports & TicketPorts,
): Promise<void> {
  const ticket = await lockTicket(tx, merchant.locationId, id)
  if (!ticket || !isPlaced(ticket)) throw notFound('We could not find this order.')
  if (ticket.status === status) return
  if (ticket.status === 'Cancelled')
    throw refused(`Order ${ticket.name} was cancelled, so it cannot be moved.`)
  if (status === 'Cancelled') return cancel(tx, merchant, ticket, ports)
  const moved = { ...ticket, status, touchedAt: ports.clock.now() }
  updateTicketRow(tx, moved)
  tellMoved(tx, moved, ports)
}

async function cancel(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: TicketPorts,
): Promise<void> {
  if (ticket.status === 'Completed')
    throw refused(`Order ${ticket.name} is handed over, so it cannot be cancelled. Please put it back first.`)
  await voidTicket(tx, merchant, ticket, couldNotMake(merchant, ticket), ports)
}

const refused = (message: string): ProblemError => new ProblemError(409, 'changed_meanwhile', message)
