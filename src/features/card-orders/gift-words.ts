import { dateWords } from '#contract/format-date.ts'
import { t } from '#contract/language.ts'
import { localTime } from '#contract/local-time.ts'
import { centsFromNumber, formatCents, parseCurrency } from '#contract/money.ts'
import { giftLocalWords } from '#contract/rules/gift-time.ts'
import { isFailed } from '#contract/rules/refund-words.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { RefundPart } from '#contract/schemas/refund.ts'

/** A gift's state, in a sentence. `timeZone`: the reader's. */
export function giftStateWords(order: CardOrder, timeZone: string): string {
  const { gift, recipient_first_name: name = t('them'), send_at_local: local, send_time_zone: zone } = order
  const dayOf = (iso: string | undefined): string =>
    iso === undefined ? '' : t` on ${dateWords(localTime(Date.parse(iso), timeZone).date)}`
  switch (gift?.state) {
    case 'scheduled':
      return local !== undefined && zone !== undefined
        ? t`Goes to ${name} on ${giftLocalWords(local, zone)}.`
        : t`Goes to ${name} soon.`
    case 'sent':
      return t`Sent to ${name}${dayOf(gift.sent_at)}. Not opened yet.`
    case 'undeliverable':
      return t`We could not deliver it to ${name}. Please check the address, or enter your own and forward it yourself. The gift card is still good.`
    case 'opened':
      return t`${name} opened it${dayOf(gift.opened_at)}. It cannot be changed anymore.`
    case 'taken_back':
      return t('You took it back. The money is on your card again.')
    case 'stopped':
      return stoppedWords(order)
    default:
      return t`On its way to ${name}.`
  }
}

/** Why a gift's card cannot be used. With an outstanding refund, or for an untold reason, only the restaurant knows more. */
function stoppedWords({ gift, refunds = [], payments }: CardOrder): string {
  const parts = refunds.flatMap((refund) => refund.parts)
  const back = parts.reduce((sum, { amount }) => sum + parseCurrency(amount), 0)
  const paid = payments.reduce((sum, { payment_amount: amount }) => sum + parseCurrency(amount), 0)
  // After a partial refund the gift card stays valid.
  if (back > 0 && back >= paid && !parts.some(isOwed))
    return parts.some(({ dispute }) => dispute)
      ? t('The gift card is no longer valid.')
      : t('It was refunded. The gift card is no longer valid.')
  switch (gift?.stopped_by) {
    case 'hold':
      return t('This gift card is on hold. Please call the restaurant.')
    case 'replaced':
      return t('The restaurant replaced this gift card and sent the new one.')
    default:
      return t('This gift card is no longer valid. Please call the restaurant.')
  }
}

/** The bank has returned the refund, and no dispute decides where the money goes: as `partText` says it. */
const isOwed = (part: RefundPart): boolean => isFailed(part) && !part.dispute

/** A gift's amount, as currency text. */
export const giftAmountOf = ({ items: [item] }: CardOrder): string | undefined =>
  item && formatCents(centsFromNumber(item.price))
