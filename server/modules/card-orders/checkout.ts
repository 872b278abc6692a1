import { currencyText } from '#contract/currency-text.ts'
import { centsFromNumber, type Cents } from '#contract/money.ts'
import type { PricedCardOrder } from '#contract/pricing/card-order.ts'
import {
  type Buyer,
  isGiftCents,
  listBuyerProblems,
  listRecipientProblems,
  listShippingProblems,
} from '#contract/rules/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { getUser, type UserRecord } from '#server/modules/accounts/users.ts'
import type { Payable, PaymentRequest, Prepared } from '#server/modules/payments/payable.ts'
import { fieldProblem, notFound, ProblemError } from '#server/plugins/problems.ts'
import { checkNoProblems, checkOffered, checkOpen } from './guards.ts'
import { isPosted, type KeptPrice, type Order } from './order.ts'
import { outsideMoney } from './outside-money.ts'
import { placeOrder } from './place.ts'
import { priceOf } from './price.ts'
import { findProgram, fixedAmountChanged } from './programs.ts'
import { withPromoCounted } from './promo.ts'
import { lockOrder, updateOrder } from './repository.ts'
import { getReloadable, type OrderPorts } from './service.ts'

/** An order for gift cards as the payments module sees it (modules/payments/payable.ts): digital orders and those by mail alike. */

/** How an order for gift cards is paid by card: when the money arrives, whenever that is, the cards are made. */
export const cardOrderPayable = (ports: OrderPorts): Payable<Order> => ({
  kind: 'order',
  ...outsideMoney(ports),
  async lock(tx, merchant, id) {
    const order = await lockOrder(tx, merchant.locationId, id)
    if (!order) throw notFound('We could not find this order.')
    return order
  },
  receive: (tx, merchant, order, { attempt, intentId: providerId, displayName }) => {
    const payment = { attemptId: attempt.id, amountCents: attempt.nonTipCents, providerId, displayName }
    // `prepare` stored it, as `keptOf` returns it.
    return placeOrder(tx, merchant, { ...order, kept: attempt.priced as KeptPrice }, payment, ports)
  },
})

export type Checkout = {
  /** The amount due that was on the screen, in dollars. */
  amount: number | undefined
  paymentSource: string | undefined
  customerId: string | undefined
  /** For guests; signed-in buyers are known. */
  buyer: Buyer
}

type CheckoutRequest = {
  /** Locked, and checked to be the caller's (`getOrder`). */
  order: Order
  key: string
  checkout: Checkout
  /** What the request changes on the order before it is paid; not run while a payment for it is under way. */
  change?(order: Order): Order
}

/**
 * A request to pay for an order. One that is already placed is answered as it is, whatever the key: nothing is charged twice. Its `prepare` throws what the
 * buyer is told: 409 price_changed, already_submitted, 422 for missing fields.
 */
export function cardOrderPayment(
  tx: Transaction,
  merchant: Merchant,
  { order, key, checkout, change }: CheckoutRequest,
  ports: OrderPorts,
): PaymentRequest<Order> {
  const nowMs = ports.clock.now()
  return {
    subject: order,
    id: order.id,
    key,
    userId: order.userId,
    isDone: order.status === 'Submitted',
    async prepare() {
      checkOpen(order, nowMs)
      checkOffered(merchant, order)
      const subject = await withBuyer(tx, merchant, change?.(order) ?? order, checkout, nowMs)
      // A card that was voided or held since the order was started is not loaded, so nothing is charged.
      if (order.type === 'Reload')
        await getReloadable(tx, merchant, { ...order, today: todayAt(merchant, ports.clock.now()) })
      const prepared = preparedOf(subject, checkPayable(merchant, subject, checkout, nowMs), checkout)
      updateOrder(tx, await withPromoCounted(tx, merchant, subject, nowMs))
      return prepared
    },
    abandoned: () => priceChanged(priceOf(merchant, order, nowMs).dueCents),
  }
}

function preparedOf(
  subject: Order,
  priced: PricedCardOrder,
  { paymentSource = '', customerId }: Checkout,
): Prepared<Order> {
  if (paymentSource === '')
    throw fieldProblem(
      422,
      subject.userId === undefined ? 'payment_token' : 'payment_source',
      'Please enter a card.',
    )
  const { subTotalCents, discountCents, shippingCents, totalCents } = priced
  const kept: KeptPrice = { subTotalCents, discountCents, shippingCents, totalCents }
  return {
    subject,
    nonTipCents: priced.dueCents,
    tipCents: 0,
    priced: kept,
    paymentSource,
    customerId,
    email: subject.buyer.buyer_email,
  }
}

/** The order with its buyer: a user from their account, a guest from the form. Throws 422 naming the fields. */
async function withBuyer(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  { buyer, customerId }: Checkout,
  nowMs: number,
): Promise<Order> {
  const user = order.userId === undefined ? undefined : await getUser(tx, merchant.locationId, order.userId)
  // Only the user whose customer id it is may name it.
  if (customerId !== undefined && customerId !== user?.customerId)
    throw fieldProblem(422, 'stripe_customer_id', 'These saved cards are not yours. Please enter a card.')
  const known = user ? buyerOf(user) : trimmed(buyer)
  if (!user) checkNoProblems(listBuyerProblems(known))
  return { ...order, buyer: known, touchedAt: nowMs }
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

/** The price that the buyer saw is charged, or nothing is (invariant I5). What could not be delivered is not charged. */
function checkPayable(
  merchant: Merchant,
  order: Order,
  { amount }: Checkout,
  nowMs: number,
): PricedCardOrder {
  if (order.items.length === 0)
    throw fieldProblem(422, 'items', 'Your order is empty. Please choose an amount first.')
  for (const { index, programId, priceCents } of order.items) {
    const program = findProgram(merchant, programId)
    if (order.type !== 'Reload' && !program)
      throw fieldProblem(
        422,
        `items.${index - 1}.program_id`,
        'This gift card is not sold anymore. Please choose another.',
      )
    if (!isGiftCents(priceCents)) throw new Error('an item has no price')
    // The order's own total has not changed: naming it would tell the buyer the price that they see already.
    if (program?.amountCents !== undefined && !isPosted(order.type) && program.amountCents !== priceCents)
      throw new ProblemError(409, 'price_changed', fixedAmountChanged(program.amountCents))
  }
  checkNoProblems(
    order.type === 'PhysicalCards'
      ? listShippingProblems(order.recipient)
      : listRecipientProblems(order.type, order.recipient),
  )
  const priced = priceOf(merchant, order, nowMs)
  if (centsOf(amount) !== priced.dueCents) throw priceChanged(priced.dueCents)
  // A code never creates money: what is on a card was paid for.
  if (priced.dueCents === 0)
    throw fieldProblem(
      422,
      'promo_code',
      'A promo code cannot pay for a whole gift card. Please take it off.',
    )
  return priced
}

/** The amount due that the buyer saw, from dollars to cents. Throws 422 on `amount` for an invalid one. */
export function centsOf(amount: number | undefined): Cents {
  try {
    return centsFromNumber(amount ?? Number.NaN)
  } catch (error) {
    if (error instanceof RangeError)
      throw fieldProblem(422, 'amount', 'Please enter an amount in dollars and cents.')
    throw error
  }
}

const priceChanged = (dueCents: Cents): ProblemError =>
  new ProblemError(
    409,
    'price_changed',
    `The amount due is now ${currencyText(dueCents)}. Please look at your order again before you pay.`,
  )
