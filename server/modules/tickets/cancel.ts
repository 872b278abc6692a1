import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { alreadySubmitted, ProblemError } from '#server/plugins/problems.ts'
import { hasWaited, isDue, isUnbegun, letsGuestsCancel } from './cancel-rule.ts'
import { checkOrderKey } from './privacy.ts'
import type { TicketPorts } from './ports.ts'
import { answerOf, getPlacedTicket, type TicketAnswer } from './service.ts'
import type { Ticket, TicketAt } from './ticket.ts'
import { voidTicket } from './void.ts'

/**
 * A guest cancels a placed order, and everything that paid for it is refunded. An order that is already canceled is answered as it is. This locks the ticket's
 * row, as the kitchen's START does: of the two at the same moment the first wins, and the other is told. Throws 403 not_offered, 403 for somebody with only the
 * link, 404, and 409 with whom to call once the kitchen has started or the time has come.
 */
export async function cancelByGuest(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getPlacedTicket(tx, merchant, at)
  checkOrderKey(merchant, ticket, at)
  if (ticket.status === 'Cancelled') return answerOf(merchant, ticket, ports)
  const { name, phone } = merchant.location
  if (!letsGuestsCancel(merchant))
    throw new ProblemError(
      403,
      'not_offered',
      `Orders cannot be canceled online at ${name}. Please call us at ${phone}.`,
    )
  if (!isUnbegun(ticket, ports.kitchen)) throw begun(merchant, ticket)
  if (isDue(merchant, ticket, ports.clock.now()))
    throw alreadySubmitted(
      hasWaited(ticket)
        ? `The time of order ${ticket.name} has passed, so it cannot be canceled here. Please call us at ${phone}.`
        : `Order ${ticket.name} should be ready by now, so it cannot be canceled here. Please call us at ${phone}.`,
    )
  if (await isBeingHandedOn(tx, ticket, ports.clock.now())) throw begun(merchant, ticket)
  const because = `You canceled order ${ticket.name}.`
  return answerOf(merchant, await voidTicket(tx, merchant, ticket, { because, by: 'guest' }, ports), ports)
}

/** Whether the queue is handing it to a kitchen's own system right now (modules/kitchen/queue.ts). */
async function isBeingHandedOn(tx: Transaction, { locationId, id }: Ticket, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 AS handed FROM tickets WHERE location_id = $1 AND id = $2 AND kitchen_locked_until > $3',
    [locationId, id, nowMs],
  )
  return rows.length > 0
}

const begun = ({ location: { phone } }: Merchant, { name, status }: Ticket): ProblemError =>
  alreadySubmitted(
    status === 'Completed'
      ? `Order ${name} was already handed over, so it can’t be canceled. Please call us at ${phone} if something is wrong.`
      : `The kitchen has started order ${name}, so it cannot be canceled here. Please call us at ${phone}.`,
  )
