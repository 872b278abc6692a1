import type { Cents } from '../money.ts'
import { type Refundable, type RefundableTender, refundOrder } from '../schemas/refund.ts'

/** The refund of a placed order, computed the same for the staff's page and the server (docs/decisions/059-money-that-goes-back.md). All in cents. */

/** The parts of an order to refund. */
export type RefundChoice = {
  lines: readonly { index: number; quantity: number }[]
  delivery: boolean
  tipCents: Cents
}

/** The refund to one tender: from what it paid for the order, and from what it paid for the tip. */
export type RefundShare = {
  paymentId: string
  displayName: string
  tenderType: RefundableTender
  nonTipCents: Cents
  tipCents: Cents
  /** The state of a bank dispute about that payment: nothing can be refunded to it. */
  dispute?: 'open' | 'lost'
  /** The gift card that gets it is void. */
  isVoidCard?: boolean
}

export type PricedRefund = {
  /** Without the tip. */
  nonTipCents: Cents
  tipCents: Cents
  deliveryCents: Cents
  totalCents: Cents
  /** The part of it that earned points. */
  earnedCents: Cents
  /** The part of the choice that exceeds what its tenders have left: it was refunded in the provider's own dashboard, for no dish in particular. */
  refundedOutsideCents: Cents
  /** The tenders that get something, in the order in which they are refunded. */
  parts: RefundShare[]
}

/** The price of the first `count` dishes of a line: whole cents, and the line's whole price with the last one. */
const cumulativeCents = (wholeCents: Cents, { quantity }: { quantity: number }, count: number): Cents =>
  Math.floor((wholeCents * count) / quantity)

/**
 * The amount of a refund and its split over the tenders. Dishes of one line are rounded together, so that refunding a line in any number of steps sums to its
 * price to the cent; never more than the tenders have left. Throws RangeError for what does not exist or was already refunded.
 */
export function priceRefund(order: Refundable, choice: RefundChoice): PricedRefund {
  let chosenCents = 0
  let earnedCents = 0
  for (const { index, quantity } of mergeLines(choice.lines)) {
    const line = order.lines.find((one) => one.index === index)
    if (!line || !Number.isSafeInteger(quantity) || quantity < 1 || line.refunded + quantity > line.quantity)
      throw new RangeError(`not on the order any more: ${quantity} of line ${index}`)
    const after = line.refunded + quantity
    chosenCents += cumulativeCents(line.cents, line, after) - cumulativeCents(line.cents, line, line.refunded)
    earnedCents +=
      cumulativeCents(line.earned_cents, line, after) -
      cumulativeCents(line.earned_cents, line, line.refunded)
  }
  if (choice.delivery) chosenCents += order.delivery_cents
  const nonTipCents = Math.min(chosenCents, sumOf(order.tenders.map((tender) => tender.order_cents)))
  const deliveryCents = choice.delivery ? Math.min(order.delivery_cents, nonTipCents) : 0
  const { tipCents } = choice
  if (!Number.isSafeInteger(tipCents) || tipCents < 0 || tipCents > order.tip_cents)
    throw new RangeError(`not a tip that can go back: ${tipCents}`)
  return {
    nonTipCents,
    tipCents,
    deliveryCents,
    totalCents: nonTipCents + tipCents,
    earnedCents,
    refundedOutsideCents: chosenCents - nonTipCents,
    parts: splitOverTenders(order, nonTipCents, tipCents),
  }
}

/**
 * The part of an order's dishes that keeps its points: `earnedCents` is what the dishes come to after discounts and refunds of dishes, `keptCents` what the
 * restaurant has of the order without the tip, and `takenCents` what it has not and that belongs to no dish: a bank took it, or it was refunded at the provider.
 */
export const earnedCentsLeft = ({
  earnedCents,
  keptCents,
  takenCents,
}: {
  earnedCents: Cents
  keptCents: Cents
  takenCents: Cents
}): Cents =>
  takenCents === 0 ? earnedCents : Math.floor((earnedCents * keptCents) / (keptCents + takenCents))

/** What can still go back of an order, whatever is chosen. */
export const leftCentsOf = ({ tenders }: Pick<Refundable, 'tenders'>): Cents =>
  sumOf(tenders.map(({ order_cents: orderCents, tip_cents: tipCents }) => orderCents + tipCents))

const sumOf = (all: readonly Cents[]): Cents => all.reduce((sum, cents) => sum + cents, 0)

/** Whether a choice refunds all that is left of an order: its reward is returned with the last part. */
export function isWholeRest(order: Refundable, choice: RefundChoice): boolean {
  const back = new Map(mergeLines(choice.lines).map(({ index, quantity }) => [index, quantity]))
  return (
    order.lines.every(({ index, quantity, refunded }) => refunded + (back.get(index) ?? 0) === quantity) &&
    (choice.delivery || order.delivery_cents === 0) &&
    choice.tipCents === order.tip_cents
  )
}

/** A choice's lines, each once with its total quantity, in the order in which they first occur. */
export function mergeLines(lines: RefundChoice['lines']): { index: number; quantity: number }[] {
  const byIndex = new Map<number, number>()
  for (const { index, quantity } of lines) byIndex.set(index, (byIndex.get(index) ?? 0) + quantity)
  return [...byIndex].map(([index, quantity]) => ({ index, quantity }))
}

/** The tenders in the order in which they are refunded (`refundOrder`); within a type, the one that paid first comes first. */
export const inRefundOrder = <T extends { tender_type: RefundableTender }>(tenders: readonly T[]): T[] =>
  refundOrder.flatMap((type) => tenders.filter((one) => one.tender_type === type))

/**
 * Splits a refund: no tender gets more than it paid and has not got back, and the tip comes from what was paid for the tip. Throws RangeError for more than all
 * of them have left.
 */
function splitOverTenders({ tenders }: Refundable, nonTipCents: Cents, tipCents: Cents): RefundShare[] {
  let [leftCents, leftTipCents] = [nonTipCents, tipCents]
  const parts: RefundShare[] = []
  for (const tender of inRefundOrder(tenders)) {
    const part = {
      paymentId: tender.id,
      displayName: tender.display_name,
      tenderType: tender.tender_type,
      nonTipCents: Math.min(leftCents, tender.order_cents),
      tipCents: Math.min(leftTipCents, tender.tip_cents),
      ...(tender.dispute && { dispute: tender.dispute }),
      ...(tender.card_void && { isVoidCard: true }),
    }
    leftCents -= part.nonTipCents
    leftTipCents -= part.tipCents
    if (part.nonTipCents + part.tipCents > 0) parts.push(part)
  }
  if (leftCents > 0 || leftTipCents > 0) throw new RangeError('more than was paid')
  return parts
}
