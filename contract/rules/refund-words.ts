import { message, type Message, t, translateAnswer } from '../language.ts'
import { type RefundPart, type RefundReason, refundReasons } from '../schemas/refund.ts'

/** What people are told of money that goes back: on the order's page, on its receipt and by email, in one wording. */

const reasons: Record<RefundReason, Message | undefined> = {
  missing: message('Something was missing.'),
  wrong: message('Something was not as you ordered it.'),
  quality: message('Something was not good enough.'),
  late: message('It came too late.'),
  sold_out: message('Something was sold out.'),
  other: undefined,
}

/** Why money went back, in a sentence; empty where there is no word for it. */
export function reasonText(reason: string): string {
  const known = refundReasons.find((one) => one === reason)
  const words = known && reasons[known]
  return words ? t(words) : ''
}

/** What goes back where, and when it is there: to a gift card at once, to a payment card when its bank has booked it. */
export const partText = ({
  tender_type,
  amount,
  display_name,
}: Pick<RefundPart, 'tender_type' | 'amount' | 'display_name'>): string =>
  tender_type === 'card'
    ? t`${amount} is back on ${translateAnswer(display_name).replace('Gift card', 'gift card')}.`
    : t`${amount} goes back to ${translateAnswer(display_name)}; allow 5–10 business days.`
