import type { Cents } from '../money.ts'
import { type Refundable, type RefundableTender, refundOrder } from '../schemas/refund.ts'

/** What goes back of a placed order, once for the staff's page and the server (docs/decisions/059-money-that-goes-back.md). All in cents. */

/** Which of an order's parts are to go back. */
export type RefundChoice = {
  lines: readonly { index: number; quantity: number }[]
  delivery: boolean
  tipCents: Cents
}

/** What one tender gets back: of what it paid of the order, and of the tip. */
export type RefundShare = {
  paymentId: string
  displayName: string
  tenderType: RefundableTender
  nonTipCents: Cents
  tipCents: Cents
  /** What a bank says of that payment: nothing can go back to it. */
  dispute?: 'open' | 'lost'
}

export type PricedRefund = {
  /** Without the tip. */
  nonTipCents: Cents
  tipCents: Cents
  deliveryCents: Cents
  totalCents: Cents
  /** What of it points were earned by. */
  earnedCents: Cents
  /** What the choice comes to beyond what its tenders have left: it went back in the provider's own pages, of no dish in particular. */
  refundedOutsideCents: Cents
  /** Those that get something, in the order in which they are given back. */
  parts: RefundShare[]
}

/** What the first so many of a line's dishes are of what the whole line came to: whole cents, and all of it with the last one. */
const cumulativeCents = (wholeCents: Cents, { quantity }: { quantity: number }, count: number): Cents =>
  Math.floor((wholeCents * count) / quantity)

/**
 * What a choice comes to and which tender gets what. Dishes of one line are rounded together, so that all parts of it, in whatever steps, come to the line
 * to the cent; never more than the tenders have left. Throws RangeError for what is not there to be given back (any more).
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

const sumOf = (all: readonly Cents[]): Cents => all.reduce((sum, cents) => sum + cents, 0)

/** Whether a choice leaves nothing of an order: its reward goes back with the last part of it. */
export function isWholeRest(order: Refundable, choice: RefundChoice): boolean {
  const back = new Map(mergeLines(choice.lines).map(({ index, quantity }) => [index, quantity]))
  return (
    order.lines.every(({ index, quantity, refunded }) => refunded + (back.get(index) ?? 0) === quantity) &&
    (choice.delivery || order.delivery_cents === 0) &&
    choice.tipCents === order.tip_cents
  )
}

/** A choice's lines, each once with all of its dishes, in the order in which they are first named. */
export function mergeLines(lines: RefundChoice['lines']): { index: number; quantity: number }[] {
  const byIndex = new Map<number, number>()
  for (const { index, quantity } of lines) byIndex.set(index, (byIndex.get(index) ?? 0) + quantity)
  return [...byIndex].map(([index, quantity]) => ({ index, quantity }))
}

/** The tenders in the order in which money goes back (`refundOrder`); of a kind, the one that paid first. */
export const inRefundOrder = <T extends { tender_type: RefundableTender }>(tenders: readonly T[]): T[] =>
  refundOrder.flatMap((type) => tenders.filter((one) => one.tender_type === type))

/** Shares a refund out: no tender gets more than it has paid and not got back, the tip from what was paid for the tip. Throws RangeError for more than all of them have. */
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
    }
    leftCents -= part.nonTipCents
    leftTipCents -= part.tipCents
    if (part.nonTipCents + part.tipCents > 0) parts.push(part)
  }
  if (leftCents > 0 || leftTipCents > 0) throw new RangeError('more than was paid')
  return parts
}
