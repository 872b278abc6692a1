import type { CardOrderFacts } from './facts.ts'
import type { Seen } from './seen.ts'

/** I1, I2, I5, I7 for refunds of gift card orders: each tap takes everything unspent off the cards once, and gives back what was paid for it. */
export function cardRefunds({ facts, stage }: Seen): string[] {
  return [...facts.cardOrders.values()].flatMap((order) => {
    const taps = stage.book.cardRefundTaps.filter(({ orderId }) => orderId === order.id)
    return [...oneForEachTap(order, taps), ...price(order), ...done(order)]
  })
}

function oneForEachTap(
  { id, refunds }: CardOrderFacts,
  taps: readonly { cents: number; answers: number[] }[],
): string[] {
  const left = refunds.map(({ cents }) => cents)
  // A bank may have covered a part of a refund: then it is in two rows.
  const isSplit = refunds.some(({ isByBank }) => isByBank)
  const take = (cents: number): boolean => {
    const at = left.indexOf(cents)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const made = taps.filter(({ answers }) => answers.some((status) => status < 300))
  if (isSplit) return []
  const missing = made
    .filter(({ cents }) => !take(cents))
    .map(
      ({ cents }) =>
        `I2: a refund of ${cents} cents of cards of ${id} was confirmed, and is not in the books`,
    )
  for (const { cents } of taps.filter(({ answers }) => answers.length === 0)) take(cents)
  return [
    ...missing,
    ...left.map((cents) => `I2: ${cents} cents of cards of ${id} were refunded, and no tap asked for it`),
  ]
}

/** What goes back for some of the cards' value is what that was sold for; refunds in steps come to the same as one. */
function price(order: CardOrderFacts): string[] {
  const { id, refunds, itemCents, discountCents, paidCents } = order
  if (refunds.length === 0) return []
  const sum = (of: (one: CardOrderFacts['refunds'][number]) => number): number =>
    refunds.reduce((all, one) => all + of(one), 0)
  const [cents, shippingCents, takenCents] = [
    sum((one) => one.cents),
    sum((one) => one.shippingCents),
    sum((one) => one.takenCents),
  ]
  const right = Math.floor(((itemCents - discountCents) * takenCents) / itemCents) + shippingCents
  return [
    ...(cents > paidCents ? [`I1: ${paidCents} cents were paid for ${id}, and ${cents} went back`] : []),
    ...(cents === Math.min(right, paidCents)
      ? []
      : [`I5: ${takenCents} cents were taken off the cards of ${id}, and ${cents} of ${right} went back`]),
  ]
}

/** Nothing is owed in the end. */
const done = ({ id, refunds }: CardOrderFacts): string[] =>
  refunds
    .filter(({ isDone }) => !isDone)
    .map(({ cents }) => `I7: ${cents} cents of cards of ${id} are still owed`)
