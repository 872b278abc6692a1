import { type PricedRefund, priceRefund, type RefundChoice } from '#contract/pricing/refund.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { centsFromNumber, formatCents, numberFromCents } from '#contract/money.ts'
import type { Refundable, RefundBody, RefundReason } from '#contract/schemas/refund.ts'
import { reasonBody, type TypedReason } from '#shared/staff/reason-fields.tsx'

/** What the staff choose to give back of an order. */
export type Chosen = {
  /** How many of a line, by its index. */
  quantities: Readonly<Record<number, number>>
  delivery: boolean
  tip: boolean
}

export const nothingChosen: Chosen = { quantities: {}, delivery: false, tip: false }

/** All that is left. */
export const everything = ({ lines, delivery_cents, tip_cents }: Refundable): Chosen => ({
  quantities: Object.fromEntries(lines.map(({ index, quantity, refunded }) => [index, quantity - refunded])),
  delivery: delivery_cents > 0,
  tip: tip_cents > 0,
})

/** A line of an order as the staff tell it from another of the same dish: `Margherita (12 inch, extra basil)`. */
export function dishOf({ items }: KitchenOrder, index: number): string {
  const { name = '', modifiers = [] } = items.find((item) => item.index === index) ?? {}
  // A row without a name is a further id of the row before it.
  const shown = modifiers.filter((one) => one.name !== '')
  return shown.length === 0 ? name : `${name} (${shown.map((one) => one.name).join(', ')})`
}

/** What of an order can still go back (cents). */
export const leftOf = ({ tenders }: Refundable): number =>
  tenders.reduce((sum, { order_cents, tip_cents }) => sum + order_cents + tip_cents, 0)

/** Whether any money of an order can still go back from here: none does to a card whose payment a bank disputes, or has taken. */
export const isRefundable = ({ refundable }: KitchenOrder): boolean =>
  refundable?.tenders.some(
    ({ order_cents, tip_cents, dispute }) => order_cents + tip_cents > 0 && dispute === undefined,
  ) ?? false

/** Whether the kitchen has not begun with an order: it is new, or for later. */
export const isUnbegun = ({ status }: KitchenOrder): boolean => status === 'Queued' || status === 'Submitted'

/** A choice as it is computed and sent; of what went back meanwhile it asks for no more than is left. */
const choiceOf = ({ lines, tip_cents }: Refundable, chosen: Chosen): RefundChoice => ({
  lines: lines
    .map(({ index, quantity, refunded }) => ({
      index,
      quantity: Math.min(chosen.quantities[index] ?? 0, quantity - refunded),
    }))
    .filter(({ quantity }) => quantity > 0),
  delivery: chosen.delivery,
  tipCents: chosen.tip ? tip_cents : 0,
})

/** What a choice comes to, and where it goes. */
export const priceChosen = (order: Refundable, chosen: Chosen): PricedRefund =>
  priceRefund(order, choiceOf(order, chosen))

/** A choice as it goes to the server, with why and the staff's own words. */
export function bodyOf(order: Refundable, chosen: Chosen, why: TypedReason<RefundReason>): RefundBody {
  const { lines, delivery, tipCents } = choiceOf(order, chosen)
  return {
    lines: [...lines],
    delivery,
    tip: numberFromCents(tipCents),
    amount: numberFromCents(priceChosen(order, chosen).totalCents),
    ...reasonBody(why),
  }
}

/** A refund as it was pressed, and which refunds the order bore then. */
export type SentRefund = { id: string; name: string; body: RefundBody; before: readonly string[] }

export const sentRefund = ({ id, name, refunds = [] }: KitchenOrder, body: RefundBody): SentRefund => ({
  id,
  name,
  body,
  before: refunds.map((one) => one.id),
})

/** How much of it: `$20.42`. */
export const amountOf = ({ body }: SentRefund): string => formatCents(centsFromNumber(body.amount))

/** Whether an order shows by now that this went back. */
export function isShownOn({ refunds = [] }: KitchenOrder, sent: SentRefund): boolean {
  return refunds.some(
    ({ id, amount, reason, items }) =>
      !sent.before.includes(id) &&
      amount === amountOf(sent) &&
      reason === sent.body.reason &&
      linesOf(items) === linesOf(sent.body.lines),
  )
}

const linesOf = (lines: RefundBody['lines']): string =>
  lines
    .map(({ index, quantity }) => `${index}:${quantity}`)
    .sort()
    .join()
