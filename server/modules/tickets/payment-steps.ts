import { type Cents, formatCents } from '#contract/money.ts'
import type { PricedTicket } from '#contract/pricing/ticket.ts'
import type { PaymentBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { inProgress } from '#server/plugins/idempotency-store.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { ChargeOutcome } from '#server/ports/payments/payments.ts'
import { type Attempt, findAttemptByKey, findOpenAttempt, getAttempt, insertAttempt, updateAttempt } from './attempts.ts'
import { checkComplete, checkMakeable, checkOpen } from './guards.ts'
import { recordTransfer } from './ledger.ts'
import { priceOf } from './price.ts'
import { saveLine, updateTicketRow } from './repository.ts'
import { centsOf, getTicket, type TicketPorts } from './service.ts'
import { statusAt, type Ticket } from './ticket.ts'

/** The two database halves of a card payment: before the provider is asked, and after. Each runs in the transaction that it is given. */

/** Longer than the provider's client may take with all its retries (ports/payments/stripe.ts). */
export const leaseMs = 60_000

export type Begun =
  /** The provider is to be asked, or asked again, about this attempt, which is ours until its lease ends. */
  | { kind: 'ask'; attempt: Attempt }
  /** Somebody else's attempt was left hanging: it is to be settled before this payment can begin. */
  | { kind: 'settle'; attempt: Attempt }
  | { kind: 'paid'; ticket: Ticket }

export type PaymentRequest = { ticketId: string; key: string; body: PaymentBody }

/**
 * Begins a payment, or goes on with the one that this key began. Throws what the diner is told: 409 price_changed, already_paid, sold_out,
 * kitchen_closed, idempotency_in_progress (another payment of this ticket is running), 422 for what is missing.
 */
export async function beginPayment(tx: Transaction, merchant: Merchant, request: PaymentRequest, ports: TicketPorts): Promise<Begun> {
  const nowMs = ports.clock.now()
  const ticket = await getTicket(tx, merchant, request.ticketId)
  const [own, other] = await Promise.all([
    findAttemptByKey(tx, merchant.locationId, ticket.id, request.key),
    findOpenAttempt(tx, merchant.locationId, ticket.id),
  ])
  if (own) return goOn(tx, merchant, ticket, own, nowMs)
  checkOpen(ticket, nowMs)
  if (other?.state === 'started') {
    if (other.lockedUntil > nowMs) throw inProgress('Another payment for this order is being made. One moment, please.')
    return { kind: 'settle', attempt: lease(tx, merchant, other, nowMs) }
  }
  const priced = checkPayable(merchant, ticket, request.body, ports)
  // A diner who gave up authenticating pays another way. Nothing was charged: only this server confirms a charge, and now never will.
  if (other) updateAttempt(tx, merchant.locationId, { ...other, state: 'abandoned' })
  // From here the lines stand at the price that the diner saw.
  for (const line of ticket.lines) saveLine(tx, ticket, line)
  const attempt = newAttempt(ticket, request, priced, ports)
  insertAttempt(tx, merchant.locationId, attempt, nowMs)
  return { kind: 'ask', attempt }
}

function newAttempt(ticket: Ticket, { key, body }: PaymentRequest, priced: PricedTicket, { clock, ids }: TicketPorts): Attempt {
  const { subTotalCents, discountCents, taxCents, deliveryCents } = priced
  return {
    id: ids.uuid(),
    ticketId: ticket.id,
    idempotencyKey: key,
    nonTipCents: priced.dueNonTipCents,
    tipCents: priced.dueTipCents,
    paymentSource: body.payment_source,
    priced: { subTotalCents, discountCents, taxCents, deliveryCents },
    state: 'started',
    intentId: undefined,
    clientSecret: undefined,
    message: undefined,
    lockedUntil: clock.now() + leaseMs,
  }
}

function goOn(tx: Transaction, merchant: Merchant, ticket: Ticket, own: Attempt, nowMs: number): Begun {
  if (own.state === 'succeeded') return { kind: 'paid', ticket }
  if (own.state === 'declined') throw declined(own.message)
  if (own.state === 'abandoned') {
    if (statusAt(ticket, nowMs) !== 'Open') throw alreadyPaid()
    throw priceChanged(priceOf(merchant, ticket, nowMs).dueCents)
  }
  if (own.state === 'started' && own.lockedUntil > nowMs) throw inProgress()
  return { kind: 'ask', attempt: lease(tx, merchant, own, nowMs) }
}

function lease(tx: Transaction, merchant: Merchant, attempt: Attempt, nowMs: number): Attempt {
  const leased: Attempt = { ...attempt, state: 'started', lockedUntil: nowMs + leaseMs }
  updateAttempt(tx, merchant.locationId, leased)
  return leased
}

/** The price that the diner saw is the price charged, or nothing is (invariant I5). */
function checkPayable(merchant: Merchant, ticket: Ticket, body: PaymentBody, { clock, slots }: TicketPorts): PricedTicket {
  const nowMs = clock.now()
  if (ticket.status === 'PaymentComplete') throw alreadyPaid()
  checkComplete(merchant, ticket)
  checkMakeable(merchant, ticket, slots, nowMs)
  const priced = priceOf(merchant, ticket, nowMs)
  const sentTipCents = centsOf(body.tip, 'tip')
  if (centsOf(body.amount, 'amount') !== priced.dueCents) throw priceChanged(priced.dueCents)
  if (sentTipCents !== priced.tipCents && sentTipCents !== priced.dueTipCents) throw priceChanged(priced.dueCents)
  if (priced.dueCents === 0) throw alreadyPaid()
  return priced
}

/** Writes down what the provider said. Gives the attempt as it is now: another caller may have settled it meanwhile. */
export async function finishPayment(
  tx: Transaction,
  merchant: Merchant,
  attemptId: string,
  outcome: ChargeOutcome,
  ticketId: string,
  ports: TicketPorts,
): Promise<{ ticket: Ticket; attempt: Attempt }> {
  // The ticket is locked before its attempt everywhere, so that two of these cannot wait for each other.
  const [ticket, attempt] = await Promise.all([getTicket(tx, merchant, ticketId), getAttempt(tx, merchant.locationId, attemptId)])
  if (attempt.state !== 'started') return { ticket, attempt }
  const settled = settle(attempt, outcome)
  updateAttempt(tx, merchant.locationId, settled)
  if (outcome.kind !== 'succeeded') return { ticket, attempt: settled }
  return { ticket: takeMoney(tx, merchant, ticket, settled, outcome, ports), attempt: settled }
}

function settle(attempt: Attempt, outcome: ChargeOutcome): Attempt {
  switch (outcome.kind) {
    case 'succeeded':
      return { ...attempt, state: 'succeeded', intentId: outcome.intentId, clientSecret: undefined, lockedUntil: 0 }
    case 'declined':
      return { ...attempt, state: 'declined', message: outcome.message, clientSecret: undefined, lockedUntil: 0 }
    case 'authenticate':
      return { ...attempt, state: 'authenticating', intentId: outcome.intentId, clientSecret: outcome.clientSecret, lockedUntil: 0 }
    case 'unknown':
      // Still open: perhaps charged. The next to come asks the provider again, with the same key.
      return { ...attempt, lockedUntil: 0 }
  }
}

function takeMoney(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  attempt: Attempt,
  outcome: { intentId: string; displayName: string },
  { clock }: TicketPorts,
): Ticket {
  const nowMs = clock.now()
  const { locationId } = merchant
  tx.later(
    `INSERT INTO payments (location_id, id, ticket_id, attempt_id, tender_type, display_name, non_tip_cents, tip_cents, provider_id, created_at)
     VALUES ($1, $2, $3, $2, 'credit_card', $4, $5, $6, $7, $8)`,
    [locationId, attempt.id, ticket.id, outcome.displayName, attempt.nonTipCents, attempt.tipCents, outcome.intentId, nowMs],
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${attempt.id}:order`, from: 'card_provider', to: 'orders', amountCents: attempt.nonTipCents, ticketId: ticket.id },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${attempt.id}:tip`, from: 'card_provider', to: 'tips', amountCents: attempt.tipCents, ticketId: ticket.id },
    nowMs,
  )
  const payment = {
    id: attempt.id,
    tenderType: 'credit_card' as const,
    displayName: outcome.displayName,
    nonTipCents: attempt.nonTipCents,
    tipCents: attempt.tipCents,
  }
  const paid: Ticket = { ...ticket, kept: ticket.kept ?? attempt.priced, payments: [...ticket.payments, payment], touchedAt: nowMs }
  const complete: Ticket = { ...paid, status: priceOf(merchant, paid, nowMs).dueCents === 0 ? 'PaymentComplete' : 'Open' }
  updateTicketRow(tx, complete)
  return complete
}

const priceChanged = (dueCents: Cents): ProblemError =>
  new ProblemError(409, 'price_changed', `The amount due is now ${formatCents(dueCents)}. Please look at your order again before you pay.`)

const alreadyPaid = (): ProblemError => new ProblemError(409, 'already_paid', 'Nothing is due on this order any more.')

/** 402 with the provider's own words. */
export const declined = (message: string | undefined): ProblemError => new ProblemError(402, 'payment_declined', message ?? 'Your card was declined.')
