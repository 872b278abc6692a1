import { dateWords } from '#contract/format-date.ts'
import { t } from '#contract/language.ts'
import { localTime } from '#contract/local-time.ts'
import { centsFromNumber, formatCents, parseCurrency } from '#contract/money.ts'
import { giftLocalWords } from '#contract/rules/gift-time.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'

/** What has become of a gift, in a sentence. `timeZone`: the one of whoever reads it. */
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
      return isAllBack(order)
        ? t('It was refunded. The gift card is no longer valid.')
        : t('This gift card is not good anymore. Please call the restaurant.')
    default:
      return t`On its way to ${name}.`
  }
}

/** Whether all that was paid for it went back: of a part of it a gift card lives on. */
const isAllBack = ({ refunds = [], payments }: CardOrder): boolean => {
  const back = refunds.reduce((sum, { amount }) => sum + parseCurrency(amount), 0)
  return back > 0 && back >= payments.reduce((sum, { payment_amount: paid }) => sum + parseCurrency(paid), 0)
}

/** What a gift is worth, as currency text. */
export const giftAmountOf = ({ items: [item] }: CardOrder): string | undefined =>
  item && formatCents(centsFromNumber(item.price))
