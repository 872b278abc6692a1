import { locale, t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { formatCents } from '#contract/money.ts'
import { partText } from '#contract/rules/refund-words.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { emailHtml, emailText, type Letter } from './letter.ts'
import { cardOrderEvent, type CardRefundFacts } from './outbox.ts'

/**
 * The email about money of gift cards that goes back to whoever bought them. It has no link: the order's page shows its cards, and an address may be
 * mistyped.
 */

export type CardRefundMessage = { id: string; facts: CardRefundFacts; sentTo: string; language: PageLanguage }

/** What is told of it, in the merchant's name and the buyer's language. */
export const cardRefundEmail = (merchant: Merchant, told: CardRefundMessage): MailMessage =>
  inLanguage(merchant, told.language, () => write(merchant, told))

function write(merchant: Merchant, { id, facts, sentTo, language }: CardRefundMessage): MailMessage {
  const { number, displayName, amountCents, endedLastFours } = facts
  const { location, host } = merchant
  const amount = formatCents(amountCents)
  const letter: Letter = {
    language,
    heading: t`${amount} of your gift card order ${number} goes back to you.`,
    paragraphs: [
      partText({ tender_type: 'credit_card', display_name: displayName, amount }),
      ...(endedLastFours.length === 0 ? [] : [endedText(endedLastFours)]),
    ],
    facts: [
      [t('Order'), number],
      [t('Refund'), amount],
      [t('To'), translateAnswer(displayName)],
    ],
    closing: t`Questions about this order? Please call us at ${location.phone}.`,
    from: location.name,
  }
  return {
    id,
    kind: `order-${cardOrderEvent}`,
    language,
    fromName: location.name,
    to: sentTo,
    subject: t`Your refund of ${amount} for gift card order ${number}`,
    text: emailText(letter),
    html: emailHtml(letter, host.theme.colours.light),
  }
}

const endedText = (lastFours: readonly string[]): string =>
  lastFours.length === 1
    ? t`The gift card ending in ${lastFours[0]!} is no longer valid.`
    : t`The gift cards ending in ${new Intl.ListFormat(locale()).format(lastFours)} are no longer valid.`
