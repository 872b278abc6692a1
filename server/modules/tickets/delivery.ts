import { vehicleFields } from '#contract/rules/check-in.ts'
import { mayEditDetails } from '#contract/rules/ticket-edit.ts'
import type { DeliveryUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { alreadySubmitted, notFound } from '#server/plugins/problems.ts'
import { withDetails } from './details.ts'
import { checkOrderKey } from './privacy.ts'
import { lockTicket, updateTicketRow } from './repository.ts'
import { allowed, type AnswerPorts, answerOf, type TicketAnswer } from './service.ts'
import { isPlaced, statusAt, type Ticket, type TicketAt } from './ticket.ts'

/**
 * Changes delivery or vehicle details of a paid order (specification §4 *Editing an order*), with the checks of the information step. Throws 404, 403 for
 * somebody with only the link, 409 with whom to call when it is too late or too early, 422 naming the fields.
 */
export async function updateDelivery(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  body: DeliveryUpdateBody,
  ports: AnswerPorts,
): Promise<TicketAnswer> {
  const nowMs = ports.clock.now()
  const ticket = allowed(await lockTicket(tx, merchant.locationId, at.id), at)
  if (!ticket) throw notFound('We could not find this order.')
  checkOrderKey(merchant, ticket, at)
  checkWindow(merchant, ticket, nowMs)
  const changed = withDetails(merchant, ticket, body, ports.slots, nowMs)
  // The staff may be on their way to the described car (§4: vehicle fields become read-only).
  if (
    ticket.checkedInAt !== undefined &&
    vehicleFields.some((field) => changed.contact[field] !== ticket.contact[field])
  )
    throw alreadySubmitted(
      `You already told us that you’re here. Please call us at ${merchant.location.phone} if you came in another car.`,
    )
  updateTicketRow(tx, changed)
  return answerOf(merchant, changed, ports)
}

function checkWindow({ location }: Merchant, ticket: Ticket, nowMs: number): void {
  const status = statusAt(ticket, nowMs)
  if (
    mayEditDetails(
      { status, ready_date: ticket.readyDate, ready_time: ticket.readyTime },
      nowMs,
      location.time_zone,
    )
  )
    return
  const call = `Please call us at ${location.phone}.`
  if (status === 'Open' || status === 'Expired')
    throw alreadySubmitted('This order is not placed. Please go on at checkout.')
  if (status === 'Cancelled')
    throw alreadySubmitted(`This order was canceled, so it can no longer be changed. ${call}`)
  if (status !== 'Queued' && status !== 'PaymentComplete')
    throw alreadySubmitted(
      isPlaced(ticket)
        ? `Order ${ticket.name} is with the kitchen already, so its details cannot be changed here. ${call}`
        : `This order is with the kitchen already, so its details cannot be changed here. ${call}`,
    )
  throw alreadySubmitted(
    `You can change details here during the 24 hours before your order is ready. ${call}`,
  )
}
