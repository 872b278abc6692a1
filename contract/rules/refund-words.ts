import { message, type Message, t, translateAnswer } from '../language.ts'
import {
  type OrderRefund,
  type RefundableTender,
  type RefundPart,
  type RefundReason,
  refundReasons,
} from '../schemas/refund.ts'

/** The texts about refunds, the same on the order's page, on its receipt and in emails. */

const reasons: Record<RefundReason, Message | undefined> = {
  missing: message('Something was missing.'),
  wrong: message('Something was not as you ordered it.'),
  quality: message('Something was not good enough.'),
  late: message('It came too late.'),
  sold_out: message('Something was sold out.'),
  other: undefined,
}

/** Why money was refunded, in a sentence; empty where there is no text for the reason. */
export function reasonText(reason: string): string {
  const known = refundReasons.find((one) => one === reason)
  const words = known && reasons[known]
  return words ? t(words) : ''
}

/** Whether the staff chose what to refund. Otherwise no items are named: it was all that was left, or was refunded outside of the portal. */
export const isChosen = (reason: string): boolean => refundReasons.some((one) => one === reason)

const nothing = '$0.00'

/** What a refund was for: dishes, the delivery charge, the tip. Empty for a refund of all that was left, and for one made outside of the portal. */
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

/** What a bank has taken for the cardholder. */
export const takenText = (amount: string): string => t`Your bank has taken ${amount} back for you.`

/** A part that did not arrive, so that the restaurant owes it. */
export const isFailed = ({ done_at, failed_at }: Pick<RefundPart, 'done_at' | 'failed_at'>): boolean =>
  failed_at !== undefined && done_at === undefined

/** What a tender is called inside a sentence. A new tender without a row does not compile, here and below. */
export const nameInSentence: Record<RefundableTender, (displayName: string) => string> = {
  card: (displayName) => displayName.replace('Gift card', 'gift card'),
  credit_card: (displayName) => displayName,
}

/** Where money was refunded to, and how long that takes. */
export const givenBackText: Record<RefundableTender, (amount: string, name: string) => string> = {
  card: (amount, name) => t`${amount} is back on ${name}.`,
  credit_card: (amount, name) => t`${amount} goes back to ${name}; allow 5–10 business days.`,
}

/** Where a part goes and when it arrives: on a gift card at once, on a payment card when its bank has booked it. */
export function partText({
  tender_type,
  amount,
  display_name,
  by_hand,
  dispute,
  card_void,
  card_held,
  ...part
}: Pick<
  RefundPart,
  | 'tender_type'
  | 'amount'
  | 'display_name'
  | 'done_at'
  | 'failed_at'
  | 'by_hand'
  | 'dispute'
  | 'card_void'
  | 'card_held'
>): string {
  // Some languages write "the gift card" inside a sentence, so the name alone does not do.
  const name = translateAnswer(nameInSentence[tender_type](display_name))
  if (by_hand) return t`We paid you back ${amount} another way.`
  if (dispute === 'lost') return takenText(amount)
  if (dispute === 'open')
    return t`Your bank is looking into ${amount} paid with ${name}, and decides where it goes.`
  if (isFailed(part))
    return t`Your bank sent ${amount} for ${name} back to us. Please call us, and we’ll pay you another way.`
  if (card_void) return t`${amount} is on ${name}, which is no longer valid. Please call us.`
  const back = givenBackText[tender_type](amount, name)
  return card_held ? `${back} ${t('That card is on hold. Please call us before you use it.')}` : back
}
