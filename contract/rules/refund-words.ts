import { message, type Message, t, translateAnswer } from '../language.ts'
import {
  type OrderRefund,
  type RefundableTender,
  type RefundPart,
  type RefundReason,
  refundReasons,
} from '../schemas/refund.ts'

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

/** Whether the staff chose what went back: of all that was left, and of what went back elsewhere, no part is named. */
export const isChosen = (reason: string): boolean => refundReasons.some((one) => one === reason)

const nothing = '$0.00'

/** What of an order a refund was for: dishes, the delivery charge, the tip. Empty for all that was left of it, and for what went back elsewhere. */
export function refundedItems({
  reason = '',
  items = [],
  delivery = nothing,
  tip = nothing,
}: Partial<Pick<OrderRefund, 'reason' | 'items' | 'delivery' | 'tip'>>): string {
  const names = isChosen(reason)
  return [
    ...items.map(({ name, quantity }) => `${quantity} × ${name}`),
    ...(names && delivery !== nothing ? [`${t('Delivery charge')} ${delivery}`] : []),
    ...(names && tip !== nothing ? [`${t('Tip')} ${tip}`] : []),
  ].join(', ')
}

/** A part that did not arrive, and is owed. */
export const isFailed = ({ done_at, failed_at }: Pick<RefundPart, 'done_at' | 'failed_at'>): boolean =>
  failed_at !== undefined && done_at === undefined

/** What a tender is called inside a sentence. A new tender without a row does not compile, here and below. */
export const nameInSentence: Record<RefundableTender, (displayName: string) => string> = {
  card: (displayName) => displayName.replace('Gift card', 'gift card'),
  credit_card: (displayName) => displayName,
}

/** Where money went back to, and how long that takes. */
export const givenBackText: Record<RefundableTender, (amount: string, name: string) => string> = {
  card: (amount, name) => t`${amount} is back on ${name}.`,
  credit_card: (amount, name) => t`${amount} goes back to ${name}; allow 5–10 business days.`,
}

/** What goes back where, and when it is there: to a gift card at once, to a payment card when its bank has booked it. */
export function partText({
  tender_type,
  amount,
  display_name,
  by_hand,
  dispute,
  ...part
}: Pick<
  RefundPart,
  'tender_type' | 'amount' | 'display_name' | 'done_at' | 'failed_at' | 'by_hand' | 'dispute'
>): string {
  // In a sentence it is "the gift card" in some languages, not its name alone.
  const name = translateAnswer(nameInSentence[tender_type](display_name))
  if (by_hand) return t`We paid you ${amount} back another way.`
  if (dispute === 'lost') return t`Your bank has taken ${amount} back for you.`
  if (dispute === 'open')
    return t`Your bank is looking into ${amount} paid with ${name}, and decides where it goes.`
  if (isFailed(part))
    return t`Your bank sent ${amount} for ${name} back to us. Please call us, and we’ll pay you another way.`
  return givenBackText[tender_type](amount, name)
}
