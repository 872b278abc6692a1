import { formatCents } from '#contract/money.ts'
import { inRefundOrder, type RefundShare } from '#contract/pricing/refund.ts'
import { partText } from '#contract/rules/refund-words.ts'
import type { Refundable } from '#contract/schemas/refund.ts'

/** Where a tender's share goes, said before it does. */
export function backText(part: Omit<RefundShare, 'paymentId'>): string {
  const amount = formatCents(part.nonTipCents + part.tipCents)
  // The guest’s words say it as done, once it is.
  return part.tenderType === 'card'
    ? `${amount} goes back on ${part.displayName.replace('Gift card', 'gift card')} right away.`
    : partText({ tender_type: part.tenderType, display_name: part.displayName, amount })
}

/** What a cancellation gives back where, what waits for a bank, and what one has taken already. */
export const restText = ({ tenders }: Refundable): string =>
  inRefundOrder(tenders).flatMap(restTexts).join(' ')

function restTexts({
  tender_type: tenderType,
  display_name: displayName,
  order_cents: orderCents,
  tip_cents: tipCents,
  lost_cents: lostCents = 0,
  dispute,
}: Refundable['tenders'][number]): string[] {
  const leftCents = orderCents + tipCents - lostCents
  const texts: string[] = []
  if (leftCents > 0)
    texts.push(
      dispute === 'open'
        ? `${formatCents(leftCents)} paid with ${displayName} is waiting on the guest’s bank, which decides where it goes.`
        : backText({ tenderType, displayName, nonTipCents: leftCents, tipCents: 0 }),
    )
  if (lostCents > 0)
    texts.push(`The guest’s bank has taken ${formatCents(lostCents)} paid with ${displayName}.`)
  return texts
}
