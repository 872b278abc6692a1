import { formatDate } from '#contract/format-date.ts'
import { isPhone, phoneDigits } from '#contract/rules/phone.ts'
import type { SubmitBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { earnPoints } from '#server/modules/accounts/points.ts'
import { freeReward, spendReward } from '#server/modules/accounts/rewards.ts'
import { placingOf } from '#server/modules/kitchen/placing.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { checkComplete, checkMakeable, checkOpen } from './guards.ts'
import { notifyPlaced } from './news.ts'
import { nextOrderName } from './order-name.ts'
import { keptOf, priceOf } from './price.ts'
import { updateTicketRow } from './repository.ts'
import { reserve } from './reserve.ts'
import { answerOf, getTicket, ownAnswerOf, type TicketAnswer } from './service.ts'
import type { TicketPorts } from './ports.ts'
import { isPlaced, statusAt, type Ticket, type TicketAt } from './ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/**
 * Places the order: exactly once, by the unique row in `submissions`. Repeating it answers the same ticket. Throws 409 payment_incomplete while anything is
 * due, 422 for missing fields.
 */
export async function submitTicket(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  body: SubmitBody,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const nowMs = ports.clock.now()
  const found = await getTicket(tx, merchant, at)
  if (isPlaced(found) && statusAt(found, nowMs) !== 'Cancelled')
    return { ...answerOf(merchant, found, ports), isRepeatable: true }
  checkOpen(found, nowMs)
  const ticket = withPhone(found, body.phone_number)
  checkComplete(merchant, ticket)
  const priced = priceOf(merchant, ticket, nowMs)
  if (priced.dueCents > 0)
    throw new ProblemError(409, 'payment_incomplete', 'This order is not paid for yet.')
  // If a promo code covers everything, there was no payment, so nothing has checked the kitchen yet. Once there is a payment, the order goes through.
  if (ticket.payments.length === 0) checkMakeable(merchant, ticket, ports, nowMs)
  const day = wallClock(nowMs, merchant.location.time_zone).date
  const [name, { status, isOff }] = await Promise.all([
    nextOrderName(tx, merchant, day),
    placingOf(tx, merchant, ticket, ports, nowMs),
  ])
  const kept = ticket.kept ?? keptOf(priced)
  // The promo code is applied first, and may leave nothing for a reward to take off.
  const isRewardUsed = ticket.reward !== undefined && kept.rewardCents !== 0
  const placed: Ticket = {
    // With payments, both were reserved before the first one.
    ...(ticket.payments.length === 0 ? await reserve(tx, merchant, ticket, ports) : ticket),
    kept,
    reward: isRewardUsed ? ticket.reward : undefined,
    name,
    status,
    success: successOf(merchant, ticket, name, isOff),
    touchedAt: nowMs,
  }
  tx.later(
    'INSERT INTO submissions (location_id, ticket_id, day, name, total_cents, submitted_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [merchant.locationId, ticket.id, day, name, priced.totalCents, nowMs],
  )
  updateTicketRow(tx, placed)
  notifyPlaced(tx, merchant, placed, ports)
  if (isRewardUsed) spendReward(tx, merchant.locationId, placed.id, nowMs)
  else if (ticket.reward) freeReward(tx, merchant, { ticketId: placed.id, nowMs, goodForDays: undefined })
  if (placed.userId !== undefined)
    await earnPoints(
      tx,
      merchant,
      {
        userId: placed.userId,
        ticketId: placed.id,
        name,
        discountedCents: priced.subTotalCents - priced.discountCents,
      },
      ports,
    )
  return { ...ownAnswerOf(merchant, placed, ports), after: () => ports.kitchen.wake() }
}

/** The number given at submit fills in for one that was never entered. */
function withPhone(ticket: Ticket, phone: string): Ticket {
  return ticket.contact.recipient_phone === '' && isPhone(phone)
    ? { ...ticket, contact: { ...ticket.contact, recipient_phone: phoneDigits(phone) } }
    : ticket
}

/** `waits`: whether it has to wait until the kitchen is back, so that no time can be promised. */
function successOf(
  merchant: Merchant,
  ticket: Ticket,
  name: string,
  waits: boolean,
): { header: string; message: string } {
  // Two sentences, which are translated separately: joined, they would be looked up as one text with a value in it.
  const message = [`Your order ${name} is in.`, promiseOf(merchant, ticket, waits)].join(' ')
  return { header: 'Thank you!', message }
}

const awayText = 'The kitchen is away for a moment and will start on it as soon as it is back.'

/** Without the address: whoever has the link to a guest's order can read it (privacy.ts). */
function promiseOf(
  merchant: Merchant,
  { readyDate, readyTime, useDelivery }: Ticket,
  waits: boolean,
): string {
  const asap = readyDate === undefined || readyTime === undefined
  if (asap && waits) return awayText
  const when = asap
    ? `in about ${merchant.kitchen.leadMinutes} minutes`
    : `on ${formatDate(readyDate)} at ${readyTime}`
  if (waits) return [`You asked for it ${when}.`, awayText].join(' ')
  return useDelivery ? `We will bring it to you ${when}.` : `It will be ready for you ${when}.`
}
