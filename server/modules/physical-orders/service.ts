import { type Buyer, listShippingProblems, quantityLimits } from '#contract/rules/card-order.ts'
import { emptyRecipient } from '#contract/rules/contact.ts'
import type {
  PhysicalOrder,
  PhysicalOrderAnswer,
  PhysicalOrderBody,
  PhysicalProductsAnswer,
  StartPhysicalOrderBody,
} from '#contract/schemas/physical-order.ts'
import { currencyText } from '#contract/currency-text.ts'
import { numberFromCents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { programDesignOf } from '#server/merchants/card-designs.ts'
import type { PhysicalProduct } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { checkEditable, checkNoProblems, isOffered } from '#server/modules/card-orders/guards.ts'
import { itemsOf } from '#server/modules/card-orders/items.ts'
import {
  type Requester,
  emptyBuyer,
  type Order,
  type OrderAt,
  statusAt,
} from '#server/modules/card-orders/order.ts'
import { withPromoChecked, withPromoCode } from '#server/modules/card-orders/promo.ts'
import { insertOrder, updateOrder } from '#server/modules/card-orders/repository.ts'
import { getOrder, newOrder, type OrderPorts, sentRecipient } from '#server/modules/card-orders/service.ts'
import { promoOf, receiptOf, totalsOf } from '#server/modules/card-orders/view.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'

/** The cart of /physicalcards (specification §4 *Gift cart*): an order of mailed cards that is always sent whole. */

/** What can be mailed, and the postage; nothing where the location has switched it off. */
export function productsOf(merchant: Merchant): PhysicalProductsAnswer {
  const product = isOffered(merchant, 'PhysicalCards') ? merchant.physicalProduct : undefined
  const shown = product && {
    ...pick(product),
    program_id: product.programId,
    ...(product.image === '' && { design: programDesignOf(merchant, product.programId) }),
  }
  return { products: shown ? [shown] : [], shipping_handling: currencyText(merchant.shippingCents) }
}

const pick = ({
  name,
  subheader,
  image,
  description,
}: PhysicalProduct): Omit<PhysicalProduct, 'programId' | 'design'> => ({
  name,
  subheader,
  image,
  description,
})

/** Starts an order with its first items. Throws 422 naming the fields. */
export function startPhysicalOrder(
  tx: Transaction,
  merchant: Merchant,
  requester: Requester,
  body: StartPhysicalOrderBody,
  ports: OrderPorts,
): Answer<PhysicalOrderAnswer> {
  const order = withItems(merchant, newOrder(merchant, 'PhysicalCards', requester, ports), body.items)
  insertOrder(tx, order)
  return physicalOrderAnswer(merchant, order, ports, saved)
}

/** §8: the message for a saved cart. */
const saved = 'Successfully saved'

/** Replaces the whole order. Throws 422 naming the fields, 422 promo_invalid, 409. */
export async function updatePhysicalOrder(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  body: PhysicalOrderBody,
  ports: OrderPorts,
): Promise<Answer<PhysicalOrderAnswer>> {
  const order = await getOrder(tx, merchant, at, 'physical')
  await checkEditable(tx, merchant, order, ports.clock.now())
  const changed = await withPromoChecked(tx, merchant, order, wholeOrder(merchant, order, body, ports))
  updateOrder(tx, changed)
  return physicalOrderAnswer(merchant, changed, ports, saved)
}

/** The order in a body. An address must be complete once it is started; none is needed before the billing step. Throws 422. */
export function wholeOrder(
  merchant: Merchant,
  order: Order,
  body: PhysicalOrderBody,
  { clock }: Pick<OrderPorts, 'clock'>,
): Order {
  const nowMs = clock.now()
  const recipient = { ...emptyRecipient, ...sentRecipient(body) }
  if (Object.values(recipient).some((value) => value !== '')) checkNoProblems(listShippingProblems(recipient))
  const changed: Order = {
    ...withItems(merchant, order, body.items),
    recipient,
    personalMessage: body.personal_message?.trim() ?? '',
    buyer: buyerOf(body),
    touchedAt: nowMs,
  }
  // A stored code that no longer holds stays, and takes nothing off; a newly typed one must be valid.
  const typed = body.promo_code?.trim() ?? ''
  if (typed === '') return { ...changed, promoCode: undefined }
  return typed.toUpperCase() === order.promoCode?.toUpperCase()
    ? changed
    : withPromoCode(merchant, changed, typed, nowMs)
}

/** The buyer's fields of a body. */
export const buyerOf = ({ buyer_first_name, buyer_last_name, buyer_email }: PhysicalOrderBody): Buyer => ({
  buyer_first_name: buyer_first_name?.trim() ?? emptyBuyer.buyer_first_name,
  buyer_last_name: buyer_last_name?.trim() ?? emptyBuyer.buyer_last_name,
  buyer_email: buyer_email?.trim() ?? emptyBuyer.buyer_email,
})

function withItems(merchant: Merchant, order: Order, items: PhysicalOrderBody['items']): Order {
  items.forEach(({ item }, position) => {
    if (item !== 'giftcard' && item !== order.programId)
      throw fieldProblem(
        422,
        `items.${position}.item`,
        'This gift card is not sold anymore. Please choose another.',
      )
  })
  return { ...order, items: itemsOf(merchant, order, items, quantityLimits.physicalCards) }
}

/** A physical order as an answer, with a message. */
export const physicalOrderAnswer = (
  merchant: Merchant,
  order: Order,
  { clock }: Pick<OrderPorts, 'clock'>,
  message?: string,
): Answer<PhysicalOrderAnswer> => ({
  body: {
    physical_order: physicalOrderOf(merchant, order, clock.now()),
    ...(message !== undefined && { message }),
  },
})

/** Specification §3 *Gift cart order*. */
function physicalOrderOf(merchant: Merchant, order: Order, nowMs: number): PhysicalOrder {
  const { subtotal, discount, shipping_handling = currencyText(0), total } = totalsOf(merchant, order, nowMs)
  return {
    id: order.id,
    items: order.items.map(({ index, priceCents, quantity, programId }) => ({
      index,
      item: programId ?? 'giftcard',
      price: numberFromCents(priceCents),
      quantity,
    })),
    totals: { subtotal, discount, shipping_handling, total },
    status: statusAt(order, nowMs),
    ...promoOf(merchant, order, nowMs),
    ...receiptOf(order),
    ...(order.personalMessage !== '' && { personal_message: order.personalMessage }),
    ...order.recipient,
    ...order.buyer,
  }
}
