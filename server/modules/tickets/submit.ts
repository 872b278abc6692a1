import { phoneDigits } from '#contract/rules/contact.ts'
import type { SubmitBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { checkComplete, checkMakeable, checkOpen } from './guards.ts'
import { priceOf } from './price.ts'
import { updateTicketRow } from './repository.ts'
import { answerOf, getTicket, type TicketAnswer, type TicketPorts } from './service.ts'
import { displayDate, type SlotTables } from './slots.ts'
import { statusAt, type Ticket } from './ticket.ts'
import { wallClock } from './wall-clock.ts'

/** An order for later than this beyond the kitchen's lead time waits in the queue instead of going to the kitchen. */
const queueAfterMinutes = 15

/**
 * Places the order: once for ever, by the unique row in `submissions`. Asked again, it answers the same ticket.
 * Throws 409 payment_incomplete while anything is due, 422 for what is missing.
 */
export async function submitTicket(tx: Transaction, merchant: Merchant, id: string, body: SubmitBody, ports: TicketPorts): Promise<TicketAnswer> {
  const nowMs = ports.clock.now()
  const found = await getTicket(tx, merchant, id)
  if (isPlaced(found)) return answerOf(merchant, found, ports)
  checkOpen(found, nowMs)
  const ticket = withPhone(found, body.phone_number)
  checkComplete(merchant, ticket)
  const priced = priceOf(merchant, ticket, nowMs)
  if (priced.dueCents > 0) throw new ProblemError(409, 'payment_incomplete', 'This order is not paid for yet.')
  // Nothing was paid when a promo code covered everything, so nothing has checked the kitchen. Once money is on it, the order goes through.
  if (ticket.payments.length === 0) checkMakeable(merchant, ticket, ports.slots, nowMs)
  const { subTotalCents, discountCents, taxCents, deliveryCents } = priced
  const day = wallClock(nowMs, merchant.location.time_zone).date
  const name = await nextOrderName(tx, merchant, day)
  const placed: Ticket = {
    ...ticket,
    kept: ticket.kept ?? { subTotalCents, discountCents, taxCents, deliveryCents },
    name,
    status: isForLater(merchant, ticket, ports.slots, nowMs) ? 'Queued' : 'Submitted',
    success: successOf(merchant, ticket, name),
    touchedAt: nowMs,
  }
  tx.later('INSERT INTO submissions (location_id, ticket_id, day, name, total_cents, submitted_at) VALUES ($1, $2, $3, $4, $5, $6)', [
    ...[merchant.locationId, ticket.id, day, name, priced.totalCents, nowMs],
  ])
  updateTicketRow(tx, placed)
  return answerOf(merchant, placed, ports)
}

const isPlaced = (ticket: Ticket): boolean => ticket.name !== '' && statusAt(ticket, ticket.touchedAt) !== 'Cancelled'

/** The number given at submit fills in for one that was never entered. */
function withPhone(ticket: Ticket, phone: string): Ticket {
  const digits = phoneDigits(phone)
  return ticket.contact.recipient_phone === '' && digits.length === 10
    ? { ...ticket, contact: { ...ticket.contact, recipient_phone: digits } }
    : ticket
}

/** `B-1042`: short enough to say over a counter, counted anew each day of the location. */
async function nextOrderName(tx: Transaction, merchant: Merchant, day: string): Promise<string> {
  const rows = await tx.query<{ last_number: number }>(
    `INSERT INTO order_numbers (location_id, day, last_number) VALUES ($1, $2, 1001)
     ON CONFLICT (location_id, day) DO UPDATE SET last_number = order_numbers.last_number + 1 RETURNING last_number`,
    [merchant.locationId, day],
  )
  const letter = /[A-Za-z]/.exec(merchant.location.name)?.[0] ?? 'N'
  return `${letter.toUpperCase()}-${rows[0]!.last_number}`
}

function isForLater(merchant: Merchant, ticket: Ticket, slots: SlotTables, nowMs: number): boolean {
  if (ticket.readyDate === undefined || ticket.readyTime === undefined) return false
  const readyAt = slots.findInstant(merchant, ticket.readyDate, ticket.readyTime)
  return readyAt !== undefined && readyAt > nowMs + (merchant.kitchen.leadMinutes + queueAfterMinutes) * 60_000
}

function successOf(merchant: Merchant, ticket: Ticket, name: string): { header: string; message: string } {
  const when =
    ticket.readyDate !== undefined && ticket.readyTime !== undefined
      ? `on ${displayDate(ticket.readyDate)} at ${ticket.readyTime}`
      : `in about ${merchant.kitchen.leadMinutes} minutes`
  const what = ticket.useDelivery ? `We will bring it to ${ticket.contact.recipient_address} ${when}.` : `It will be ready for you ${when}.`
  return { header: 'Thank you!', message: `Your order ${name} is in. ${what}` }
}
