import { leftCentsOf, type PricedRefund, priceRefund, type RefundChoice } from '#contract/pricing/refund.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { centsFromNumber, formatCents, numberFromCents } from '#contract/money.ts'
import type { Refundable, RefundBody, RefundReason } from '#contract/schemas/refund.ts'
import { reasonBody, type TypedReason } from '#shared/staff/reason-fields.tsx'

/** What the staff chose to refund. */
export type Chosen = {
  /** Quantities by the line's index. */
  quantities: Readonly<Record<number, number>>
  delivery: boolean
  tip: boolean
}

export const nothingChosen: Chosen = { quantities: {}, delivery: false, tip: false }

/** Everything that is left. */
export const everything = ({ lines, delivery_cents, tip_cents }: Refundable): Chosen => ({
  quantities: Object.fromEntries(lines.map(({ index, quantity, refunded }) => [index, quantity - refunded])),
  delivery: delivery_cents > 0,
  tip: tip_cents > 0,
})

/** A line as the staff can tell it from others of the same dish: `Margherita (12 inch, extra basil)`. */
export function dishOf({ items }: KitchenOrder, index: number): string {
  const { name = '', modifiers = [] } = items.find((item) => item.index === index) ?? {}
  // A row without a name is another id of the row before it.
  const shown = modifiers.filter((one) => one.name !== '')
  return shown.length === 0 ? name : `${name} (${shown.map((one) => one.name).join(', ')})`
}

/** Whether anything can still be refunded from here: nothing can to a card whose payment a bank disputes, or has taken. */
export const isRefundable = ({ refundable }: KitchenOrder): boolean =>
  refundable?.tenders.some(
    ({ order_cents, tip_cents, dispute }) => order_cents + tip_cents > 0 && dispute === undefined,
  ) ?? false

/** Whether the kitchen has not started an order: it is new, or for later. */
export const isUnbegun = ({ status }: KitchenOrder): boolean => status === 'Queued' || status === 'Submitted'

/** A choice as it is priced and sent, capped at what is left after other refunds. */
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

/** The amount of a choice, and where it goes. */
export const priceChosen = (order: Refundable, chosen: Chosen): PricedRefund =>
  priceRefund(order, choiceOf(order, chosen))

/** A choice as the server takes it, with the reason and the staff's note. */
export function bodyOf(order: Refundable, chosen: Chosen, why: TypedReason<RefundReason>): RefundBody {
  const { lines, delivery, tipCents } = choiceOf(order, chosen)
  return {
    lines: [...lines],
    delivery,
    tip: numberFromCents(tipCents),
    amount: numberFromCents(priceChosen(order, chosen).totalCents),
    left: numberFromCents(leftCentsOf(order)),
    ...reasonBody(why),
  }
}

/** A refund as it was submitted, and the refunds that the order had then. */
export type SentRefund = { id: string; name: string; body: RefundBody; before: readonly string[] }

export const sentRefund = ({ id, name, refunds = [] }: KitchenOrder, body: RefundBody): SentRefund => ({
  id,
  name,
  body,
  before: refunds.map((one) => one.id),
})

/** Its amount: `$20.42`. */
export const amountOf = ({ body }: SentRefund): string => formatCents(centsFromNumber(body.amount))

/** Whether an order shows this refund by now. */
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
