import { locale, t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { formatCents } from '#contract/money.ts'
import { partText } from '#contract/rules/refund-words.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { emailHtml, emailText, type Letter } from './letter.ts'
import { callText, failedHeading, failedText } from './failed-words.ts'
import type { CardOrderEvent, CardRefundFacts } from './outbox.ts'

/**
 * The emails about money of gift cards that goes back to whoever bought them, or did not arrive. It has no link: the order's page shows its cards, and an address may be
 * mistyped.
 */

export type CardRefundMessage = {
  id: string
  event: CardOrderEvent
  facts: CardRefundFacts
  sentTo: string
  language: PageLanguage
}

/** What is told of it, in the merchant's name and the buyer's language. */
export const cardRefundEmail = (merchant: Merchant, told: CardRefundMessage): MailMessage =>
  inLanguage(merchant, told.language, () => write(merchant, told))

function write(merchant: Merchant, { id, event, facts, sentTo, language }: CardRefundMessage): MailMessage {
  const { number, displayName, amountCents } = facts
  const { location, host } = merchant
  const amount = formatCents(amountCents)
  const words = event === 'cards-refunded' ? refundedWords(facts, amount) : failedWords(facts, amount)
  const letter: Letter = {
    language,
    heading: words.heading,
    paragraphs: words.paragraphs,
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
    kind: `order-${event}`,
    language,
    fromName: location.name,
    to: sentTo,
    subject: words.subject,
    text: emailText(letter),
    html: emailHtml(letter, host.theme.colours.light),
  }
}

type Words = { subject: string; heading: string; paragraphs: string[] }

const refundedWords = ({ number, displayName, endedLastFours }: CardRefundFacts, amount: string): Words => ({
  subject: t`Your refund of ${amount} for gift card order ${number}`,
  heading: t`${amount} of your gift card order ${number} goes back to you.`,
  paragraphs: [
    partText({ tender_type: 'credit_card', display_name: displayName, amount }),
    ...(endedLastFours.length === 0 ? [] : [endedText(endedLastFours)]),
  ],
})

const failedWords = ({ number, displayName }: CardRefundFacts, amount: string): Words => ({
  subject: t`Your refund of ${amount} for gift card order ${number} did not arrive`,
  heading: failedHeading(amount),
  paragraphs: [failedText(displayName, amount), callText()],
})

const endedText = (lastFours: readonly string[]): string =>
  lastFours.length === 1
    ? t`The gift card ending in ${lastFours[0]!} is no longer valid.`
    : t`The gift cards ending in ${new Intl.ListFormat(locale()).format(lastFours)} are no longer valid.`
