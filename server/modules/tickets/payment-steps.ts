import type { PaymentBody } from '#contract/schemas/ticket-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { checkNotRunning, declined, leased, leaseMs, type Outcome, settledBy } from '#server/modules/payments/charge-once.ts'
import { inProgress } from '#server/plugins/idempotency-store.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Charge } from '#server/ports/payments/payments.ts'
import { type Attempt, findAttemptByKey, findOpenAttempt, getAttempt, insertAttempt, updateAttempt } from './attempts.ts'
import { reserveSlot } from './capacity.ts'
import { alreadyPaid, checkComplete, checkMakeable, checkOpen, priceChanged } from './guards.ts'
import { addPayment, recordCharge } from './money.ts'
import { keptOf, priceOf, type TicketPrice } from './price.ts'
import { saveLine } from './repository.ts'
import { centsOf, getAnyonesTicket, getTicket, type TicketPorts } from './service.ts'
import { statusAt, type Ticket, type TicketAt } from './ticket.ts'

/** The two database halves of a card payment: before the provider is asked, and after. Each runs in the transaction that it is given. */

export type Begun =
  /** The provider is to be asked, or asked again, about this attempt, which is ours until its lease ends. */
  | { kind: 'ask'; attempt: Attempt }
  /** Somebody else's attempt was left hanging: it is to be settled before this payment can begin. */
  | { kind: 'settle'; attempt: Attempt }
  | { kind: 'paid'; ticket: Ticket }

export type PaymentRequest = { ticket: TicketAt; key: string; body: PaymentBody }

/**
 * Begins a payment, or goes on with the one that this key began. Throws what the diner is told: 409 price_changed, already_paid, sold_out,
 * kitchen_closed, idempotency_in_progress (another payment of this ticket is running), 422 for what is missing.
 */
export async function beginPayment(tx: Transaction, merchant: Merchant, request: PaymentRequest, ports: TicketPorts): Promise<Begun> {
  const nowMs = ports.clock.now()
  const ticket = await getTicket(tx, merchant, request.ticket)
  const [own, other] = await Promise.all([
    findAttemptByKey(tx, merchant.locationId, ticket.id, request.key),
    findOpenAttempt(tx, merchant.locationId, ticket.id),
  ])
  if (own) return goOn(tx, merchant, ticket, own, nowMs)
  checkOpen(ticket, nowMs)
  if (other?.state === 'started') {
    checkNotRunning(other, nowMs)
    return { kind: 'settle', attempt: lease(tx, merchant, other, nowMs) }
  }
  const priced = checkPayable(merchant, ticket, request.body, ports)
  await checkCustomer(tx, merchant, request)
  // A diner who gave up authenticating pays another way. Nothing was charged: only this server confirms a charge, and now never will.
  if (other) updateAttempt(tx, merchant.locationId, { ...other, state: 'abandoned' })
  await reserveSlot(tx, merchant, ticket, ports)
  // From here the lines stand at the price that the diner saw.
  for (const line of ticket.lines) saveLine(tx, ticket, line)
  const attempt = newAttempt(ticket, request, priced, ports)
  insertAttempt(tx, merchant.locationId, attempt)
  return { kind: 'ask', attempt }
}

function newAttempt(ticket: Ticket, { key, body }: PaymentRequest, priced: TicketPrice, { clock, ids }: TicketPorts): Attempt {
  return {
    id: ids.uuid(),
    ticketId: ticket.id,
    idempotencyKey: key,
    nonTipCents: priced.dueNonTipCents,
    tipCents: priced.dueTipCents,
    paymentSource: body.payment_source,
    customerId: body.stripe_customer_id,
    priced: keptOf(priced),
    state: 'started',
    intentId: undefined,
    clientSecret: undefined,
    message: undefined,
    lockedUntil: clock.now() + leaseMs,
    createdAt: clock.now(),
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
  const taken = leased(attempt, nowMs)
  updateAttempt(tx, merchant.locationId, taken)
  return taken
}

/** The price that the diner saw is the price charged, or nothing is (invariant I5). */
function checkPayable(merchant: Merchant, ticket: Ticket, body: PaymentBody, { clock, slots }: TicketPorts): TicketPrice {
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

/**
 * A customer is named by the user whose it is, and by nobody else. Whether the card may be used with it the provider says: one that is another
 * customer's is refused there, a new one becomes this customer's when it has paid.
 */
async function checkCustomer(tx: Transaction, { locationId }: Merchant, { ticket, body }: PaymentRequest): Promise<void> {
  if (body.stripe_customer_id === undefined) return
  const own = ticket.userId === undefined ? undefined : (await getUser(tx, locationId, ticket.userId)).customerId
  if (own !== body.stripe_customer_id) throw fieldProblem(422, 'stripe_customer_id', 'These saved cards are not yours. Please enter a card.')
}

/** What the provider is asked for. */
export const chargeOf = ({ locationId }: Merchant, attempt: Attempt): Omit<Charge, 'idempotencyKey'> => ({
  ...{ locationId, ticketId: attempt.ticketId, amountCents: attempt.nonTipCents + attempt.tipCents },
  ...{ paymentMethod: attempt.paymentSource, customerId: attempt.customerId },
})

/** Writes down what the provider said. Gives the attempt as it is now: another caller may have settled it meanwhile. */
export async function finishPayment(
  tx: Transaction,
  merchant: Merchant,
  attemptId: string,
  outcome: Outcome,
  ticketId: string,
  ports: TicketPorts,
): Promise<{ ticket: Ticket; attempt: Attempt }> {
  // The ticket is locked before its attempt everywhere, so that two of these cannot wait for each other.
  const [ticket, attempt] = await Promise.all([getAnyonesTicket(tx, merchant, ticketId), getAttempt(tx, merchant.locationId, attemptId)])
  if (attempt.state !== 'started') return { ticket, attempt }
  const settled = settledBy(attempt, outcome)
  updateAttempt(tx, merchant.locationId, settled)
  if (outcome.kind !== 'succeeded') return { ticket, attempt: settled }
  return { ticket: takeMoney(tx, merchant, ticket, settled, outcome, ports), attempt: settled }
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
  const { id, nonTipCents, tipCents, priced } = attempt
  const payment = { id, tenderType: 'credit_card' as const, displayName: outcome.displayName, nonTipCents, tipCents }
  recordCharge(tx, merchant.locationId, ticket.id, payment, nowMs)
  return addPayment(tx, merchant, ticket, payment, { kept: priced, providerId: outcome.intentId }, nowMs)
}
