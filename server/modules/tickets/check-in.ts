import { checkInLifetimeMs, listVehicleProblems, vehicleFields } from '#contract/rules/check-in.ts'
import { isTerminal } from '#contract/rules/ticket.ts'
import type { CheckInBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { alreadySubmitted, type FieldError, ProblemError } from '#server/plugins/problems.ts'
import { checkOrderKey } from './privacy.ts'
import { updateTicketRow } from './repository.ts'
import { type AnswerPorts, answerOf, getPlacedTicket, type TicketAnswer } from './service.ts'
import type { Ticket, TicketAt } from './ticket.ts'

/**
 * Curbside check-in: the diner has been here since their tap on I'M HERE (specification §4, §5 *check-in form*; docs/design/offline.md: the call may come
 * late). The first call counts, repeating it changes nothing. Throws 403 for somebody with only the link, 409 with what to do instead, 422 for missing vehicle
 * fields.
 */
export async function checkIn(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  body: CheckInBody,
  ports: AnswerPorts,
): Promise<TicketAnswer> {
  const ticket = await getPlacedTicket(tx, merchant, at)
  checkOrderKey(merchant, ticket, at)
  if (ticket.checkedInAt !== undefined) return answerOf(merchant, ticket, ports)
  const nowMs = ports.clock.now()
  checkAwaited(merchant, ticket)
  // A device's clock may be ahead of ours; nobody arrives in the future.
  const tappedAt = Math.min(body.checked_in_at === undefined ? nowMs : Date.parse(body.checked_in_at), nowMs)
  if (nowMs - tappedAt > checkInLifetimeMs)
    throw alreadySubmitted(
      `You tapped more than 30 minutes ago. If you are still here, please tap again, or call us at ${merchant.location.phone}.`,
    )
  const here: Ticket = { ...withVehicle(ticket, body), checkedInAt: tappedAt }
  updateTicketRow(tx, here)
  return answerOf(merchant, here, ports)
}

function checkAwaited({ location }: Merchant, ticket: Ticket): void {
  const call = `Please call us at ${location.phone} if something is wrong.`
  if (isTerminal(ticket.status))
    throw alreadySubmitted(
      `Order ${ticket.name} is ${ticket.status === 'Completed' ? 'handed over' : 'canceled'} already. ${call}`,
    )
  if (ticket.useDelivery)
    throw alreadySubmitted(`We bring order ${ticket.name} to you, so you don’t need to come in. ${call}`)
  if (!ticket.useCurbside) throw alreadySubmitted(`Order ${ticket.name} is picked up inside: please come in.`)
}

/** Throws 422 with every field that neither the call nor the ticket has (§5: the check-in form requires all four). */
function withVehicle(ticket: Ticket, body: CheckInBody): Ticket {
  const contact = { ...ticket.contact }
  for (const field of vehicleFields) contact[field] = body[field]?.trim() || contact[field]
  const fields = Object.entries(listVehicleProblems(contact)).map(([field, message]): FieldError => ({
    field,
    message,
  }))
  if (fields[0])
    throw new ProblemError(422, 'bad_request', 'Please tell us what you drive, so that we can find you.', {
      fields,
    })
  return { ...ticket, contact }
}
