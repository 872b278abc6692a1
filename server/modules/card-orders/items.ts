import { type Cents, centsFromNumber } from '#contract/money.ts'
import {
  invalidPrice,
  invalidQuantity,
  isGiftCents,
  isQuantity,
  maximumOrderCents,
} from '#contract/rules/card-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type FieldError, fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { isPosted, type Order, type OrderItem } from './order.ts'
import { subTotalOf } from './price.ts'
import { fixedAmountChanged, getProgram } from './programs.ts'

/** An ordered item as sent, in dollars. */
type SentItem = {
  price: number
  quantity: number
  program_id?: string | undefined
  card_id?: string | undefined
}

/** The order's new items. Throws 422 with each invalid field under the specification's name (`items.0.price`), and for more than one payment can take. */
export function itemsOf(
  merchant: Merchant,
  order: Order,
  sent: readonly SentItem[],
  maxQuantity: number,
): OrderItem[] {
  // The amount step creates one card; orders by mail have as many rows as their review shows.
  if (!isPosted(order.type) && sent.length > 1)
    throw fieldProblem(422, 'items', 'Please order one gift card at a time.')
  const problems: FieldError[] = []
  const items = sent.map((item, position): OrderItem => {
    const priceCents = findCents(item.price)
    if (!isGiftCents(priceCents)) problems.push({ field: `items.${position}.price`, message: invalidPrice })
    if (!isQuantity(item.quantity, maxQuantity))
      problems.push({ field: `items.${position}.quantity`, message: invalidQuantity })
    return {
      index: position + 1,
      priceCents,
      quantity: item.quantity,
      programId: programOf(merchant, order, item, position),
    }
  })
  if (problems[0]) throw new ProblemError(422, 'bad_request', problems[0].message, { fields: problems })
  items.forEach((item, position) => checkFixedAmount(merchant, order, item, position))
  if (subTotalOf({ items }) + merchant.shippingCents > maximumOrderCents)
    throw fieldProblem(422, 'items', 'That is more than one payment can be. Please call the restaurant.')
  return items
}

/** Returns 0, which no gift is, for an invalid amount. */
function findCents(dollars: number): Cents {
  try {
    return centsFromNumber(dollars)
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

function programOf(merchant: Merchant, order: Order, item: SentItem, position: number): string | undefined {
  if (order.type === 'Reload') {
    if (item.card_id !== undefined && item.card_id !== order.cardId)
      throw fieldProblem(
        422,
        `items.${position}.card_id`,
        'This order is for another card. Please start a new one.',
      )
    return undefined
  }
  if (isPosted(order.type)) return order.programId
  const id = item.program_id ?? order.programId
  if (id === undefined) throw fieldProblem(422, `items.${position}.program_id`, 'Please choose a gift card.')
  return getProgram(merchant, id, `items.${position}.program_id`).id
}

function checkFixedAmount(
  merchant: Merchant,
  order: Order,
  { programId, priceCents }: OrderItem,
  position: number,
): void {
  if (programId === undefined || isPosted(order.type)) return
  const { amountCents } = getProgram(merchant, programId, `items.${position}.program_id`)
  if (amountCents !== undefined && amountCents !== priceCents)
    throw fieldProblem(422, `items.${position}.price`, fixedAmountChanged(amountCents))
}
