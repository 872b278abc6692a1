import { formatCents } from '#contract/money.ts'
import { inRefundOrder, type RefundShare } from '#contract/pricing/refund.ts'
import { nameInSentence, partText } from '#contract/rules/refund-words.ts'
import type { Refundable, RefundableTender } from '#contract/schemas/refund.ts'

/** What staff read before they refund. A new tender without a row does not compile. */
const beforeRefund: Record<RefundableTender, (amount: string, displayName: string) => string> = {
  // The guest's own text says that the money is back already, which is true only after the refund.
  card: (amount, displayName) => `${amount} goes back on ${nameInSentence.card(displayName)} right away.`,
  credit_card: (amount, display_name) => partText({ tender_type: 'credit_card', display_name, amount }),
}

/** Where a tender's share will go, for the staff who are about to refund it. */
export function backText(part: Omit<RefundShare, 'paymentId'>): string {
  const amount = formatCents(part.nonTipCents + part.tipCents)
  return part.isVoidCard
    ? `${amount} goes back on ${nameInSentence.card(part.displayName)}, which was voided: nobody can use it until you re-issue the card under Gift cards.`
    : beforeRefund[part.tenderType](amount, part.displayName)
}

/** Whether a cancellation puts money on a void gift card. */
export const goesToVoidCard = ({ tenders }: Refundable): boolean =>
  tenders.some(
    ({ card_void: isVoid, order_cents: orderCents, tip_cents: tipCents }) =>
      isVoid && orderCents + tipCents > 0,
  )

/** What a cancellation refunds and where to, what waits for a bank, and what a bank has taken already. */
export const restText = ({ tenders }: Refundable): string =>
  inRefundOrder(tenders).flatMap(restTexts).join(' ')

function restTexts({
  tender_type: tenderType,
  display_name: displayName,
  order_cents: orderCents,
  tip_cents: tipCents,
  lost_cents: lostCents = 0,
  dispute,
  card_void: isVoidCard = false,
}: Refundable['tenders'][number]): string[] {
  const leftCents = orderCents + tipCents - lostCents
  const texts: string[] = []
  if (leftCents > 0)
    texts.push(
      dispute === 'open'
        ? `${formatCents(leftCents)} paid with ${displayName} is waiting on the guest’s bank, which decides where it goes.`
        : backText({ tenderType, displayName, nonTipCents: leftCents, tipCents: 0, isVoidCard }),
    )
  if (lostCents > 0)
    texts.push(`The guest’s bank has taken ${formatCents(lostCents)} paid with ${displayName}.`)
  return texts
}
