import { centsFromNumber, type Cents, formatCents } from '#contract/money.ts'
import type { PricedCardOrder } from '#contract/pricing/card-order.ts'
import { type Buyer, isGiftCents, listBuyerProblems, listRecipientProblems, listShippingProblems } from '#contract/rules/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { getUser, type UserRecord } from '#server/modules/accounts/users.ts'
import { checkNotRunning, declined, leased, leaseMs, type Outcome, settledBy } from '#server/modules/payments/charge-once.ts'
import { inProgress } from '#server/plugins/idempotency-store.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { type CardOrderAttempt, findAttempts, getAttempt, insertAttempt, updateAttempt } from './attempts.ts'
import { checkNoProblems, checkOffered, checkOpen } from './guards.ts'
import { isPosted, type KeptPrice, type Order } from './order.ts'
import { placeOrder } from './place.ts'
import { priceOf } from './price.ts'
import { findProgram } from './programs.ts'
import { lockOrder, updateOrder } from './repository.ts'
import type { OrderPorts } from './service.ts'

/** The two database halves of submitting an order for gift cards: before the provider is asked, and after. Each runs in the transaction that it is given. */

export type Checkout = {
  /** The due that was on the screen, in dollars. */
  amount: number | undefined
  paymentSource: string | undefined
  customerId: string | undefined
  /** Of a guest; whoever is signed in is known. */
  buyer: Buyer
}

export type CheckoutBegun =
  | { kind: 'ask'; attempt: CardOrderAttempt }
  | { kind: 'settle'; attempt: CardOrderAttempt }
  | { kind: 'placed'; order: Order }

export type CheckoutRequest = {
  /** Locked, and seen to be the caller's (`getOrder`). */
  order: Order
  key: string
  checkout: Checkout
  /** What the request changes of the order before it is paid; not run while a payment of it is on its way. */
  change?(order: Order): Order
}

/**
 * Begins to pay an order, or goes on with what this key began. An order that is placed already is given as it is, whatever the key: nothing is
 * charged twice. Throws what the buyer is told: 409 price_changed, already_submitted, idempotency_in_progress, 422 for what is missing.
 */
export async function beginCheckout(tx: Transaction, merchant: Merchant, request: CheckoutRequest, ports: OrderPorts): Promise<CheckoutBegun> {
  const { order, key, checkout } = request
  const nowMs = ports.clock.now()
  if (order.status === 'Submitted') return { kind: 'placed', order }
  const { own, open } = await findAttempts(tx, merchant.locationId, order.id, key)
  if (own) return goOn(tx, merchant, order, own, nowMs)
  // First of all, and of an order that is over, too: it may be charged for.
  if (open?.state === 'started') {
    checkNotRunning(open, nowMs)
    return { kind: 'settle', attempt: lease(tx, merchant, open, nowMs) }
  }
  checkOpen(order, nowMs)
  checkOffered(merchant, order)
  const { ready, customerId } = await withBuyer(tx, merchant, request.change?.(order) ?? order, checkout, nowMs)
  const priced = checkPayable(merchant, ready, checkout, nowMs)
  // A buyer who gave up authenticating pays another way. Nothing was charged: only this server confirms a charge, and now never will.
  if (open) updateAttempt(tx, merchant.locationId, { ...open, state: 'abandoned' })
  if (priced.dueCents === 0) return { kind: 'placed', order: await placeOrder(tx, merchant, { ...ready, kept: keptOf(priced) }, undefined, ports) }
  const paymentSource = checkout.paymentSource ?? ''
  if (paymentSource === '') throw fieldProblem(422, ready.userId === undefined ? 'payment_token' : 'payment_source', 'Please enter a card.')
  updateOrder(tx, ready)
  const attempt = newAttempt(ready, { key, priced, paymentSource, customerId }, ports)
  insertAttempt(tx, merchant.locationId, attempt)
  return { kind: 'ask', attempt }
}

type Asked = { key: string; priced: PricedCardOrder; paymentSource: string; customerId: string | undefined }

const newAttempt = (order: Order, { key, priced, paymentSource, customerId }: Asked, { clock, ids }: OrderPorts): CardOrderAttempt => ({
  id: ids.uuid(),
  orderId: order.id,
  idempotencyKey: key,
  amountCents: priced.dueCents,
  paymentSource,
  customerId,
  priced: keptOf(priced),
  state: 'started',
  intentId: undefined,
  clientSecret: undefined,
  message: undefined,
  lockedUntil: clock.now() + leaseMs,
  createdAt: clock.now(),
})

const keptOf = ({ subTotalCents, discountCents, shippingCents, totalCents }: PricedCardOrder): KeptPrice => ({
  ...{ subTotalCents, discountCents, shippingCents, totalCents },
})

function goOn(tx: Transaction, merchant: Merchant, order: Order, own: CardOrderAttempt, nowMs: number): CheckoutBegun {
  if (own.state === 'declined') throw declined(own.message)
  if (own.state === 'abandoned') throw priceChanged(priceOf(merchant, order, nowMs).dueCents)
  if (own.state === 'started' && own.lockedUntil > nowMs) throw inProgress()
  return { kind: 'ask', attempt: lease(tx, merchant, own, nowMs) }
}

function lease(tx: Transaction, merchant: Merchant, attempt: CardOrderAttempt, nowMs: number): CardOrderAttempt {
  const taken = leased(attempt, nowMs)
  updateAttempt(tx, merchant.locationId, taken)
  return taken
}

/** The order with whoever buys it: a user by their account, a guest by the form. Throws 422 naming the fields. */
async function withBuyer(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  { buyer, customerId }: Checkout,
  nowMs: number,
): Promise<{ ready: Order; customerId: string | undefined }> {
  const user = order.userId === undefined ? undefined : await getUser(tx, merchant.locationId, order.userId)
  // A customer is named by the user whose it is, and by nobody else.
  if (customerId !== undefined && customerId !== user?.customerId)
    throw fieldProblem(422, 'stripe_customer_id', 'These saved cards are not yours. Please enter a card.')
  const known = user ? buyerOf(user) : trimmed(buyer)
  if (!user) checkNoProblems(listBuyerProblems(known))
  return { ready: { ...order, buyer: known, touchedAt: nowMs }, customerId }
}

const buyerOf = ({ firstName, lastName, email }: UserRecord): Buyer => ({
  buyer_first_name: firstName,
  buyer_last_name: lastName,
  buyer_email: email,
})

const trimmed = ({ buyer_first_name, buyer_last_name, buyer_email }: Buyer): Buyer => ({
  buyer_first_name: buyer_first_name.trim(),
  buyer_last_name: buyer_last_name.trim(),
  buyer_email: buyer_email.trim(),
})

/** The price that was seen is the price charged, or nothing is (invariant I5). What could not be delivered is not charged for. */
function checkPayable(merchant: Merchant, order: Order, { amount }: Checkout, nowMs: number): PricedCardOrder {
  if (order.items.length === 0) throw fieldProblem(422, 'items', 'Your order is empty. Please choose an amount first.')
  for (const { index, programId, priceCents } of order.items) {
    const program = findProgram(merchant, programId)
    if (order.type !== 'Reload' && !program)
      throw fieldProblem(422, `items.${index - 1}.program_id`, 'This gift card is not sold any more. Please choose another.')
    if (!isGiftCents(priceCents)) throw new Error('an item has no price')
    if (program?.amountCents !== undefined && !isPosted(order.type) && program.amountCents !== priceCents)
      throw priceChanged(priceOf(merchant, order, nowMs).dueCents)
  }
  checkNoProblems(order.type === 'PhysicalCards' ? listShippingProblems(order.recipient) : listRecipientProblems(order.type, order.recipient))
  const priced = priceOf(merchant, order, nowMs)
  if (centsOf(amount) !== priced.dueCents) throw priceChanged(priced.dueCents)
  return priced
}

function centsOf(amount: number | undefined): Cents {
  try {
    return centsFromNumber(amount ?? Number.NaN)
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem(422, 'amount', 'Please enter an amount in dollars and cents.')
    throw error
  }
}

/** Writes down what the provider said; with the money come the cards. Gives the attempt as it is now: another caller may have settled it meanwhile. */
export async function finishCheckout(
  tx: Transaction,
  merchant: Merchant,
  begun: CardOrderAttempt,
  outcome: Outcome,
  ports: OrderPorts,
): Promise<{ order: Order; attempt: CardOrderAttempt }> {
  // The order is locked before its attempt everywhere, so that two of these cannot wait for each other.
  const [order, attempt] = await Promise.all([lockOrder(tx, merchant.locationId, begun.orderId), getAttempt(tx, merchant.locationId, begun.id)])
  if (!order) throw new Error('a paid order has gone')
  if (attempt.state !== 'started') return { order, attempt }
  const settled = settledBy(attempt, outcome)
  updateAttempt(tx, merchant.locationId, settled)
  if (outcome.kind !== 'succeeded') return { order, attempt: settled }
  const { intentId: providerId, displayName } = outcome
  const payment = { attemptId: attempt.id, amountCents: attempt.amountCents, providerId, displayName }
  return { order: await placeOrder(tx, merchant, { ...order, kept: attempt.priced }, payment, ports), attempt: settled }
}

const priceChanged = (dueCents: Cents): ProblemError =>
  new ProblemError(409, 'price_changed', `The amount due is now ${formatCents(dueCents)}. Please look at your order again before you pay.`)
