import { t, translateName } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { plainName } from '#server/modules/order-messages/plain-name.ts'
import { cardEmailHtml } from './email-html.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import type { TextMessage } from '#server/ports/text-messages/text-messages.ts'

/**
 * The email or text that brings a gift card, in the merchant's name and the giver's language. Of what the giver typed it quotes only their name, without
 * anything that a mail program would turn into a link: the personal message is on the card's page, where it cannot speak for the restaurant.
 */

export type CardMessage = {
  /** The delivery's id. */
  id: string
  amountCents: Cents
  /** Undefined: the buyer bought it for themselves. */
  fromName: string | undefined
  link: string
  claimCode: string | undefined
  sentTo: string
  /** The card's design. */
  design?: GiftDesign | undefined
  /** The last digits of the card that it replaces. */
  replaces?: string | undefined
  /** Whether it is already in the reader's account. */
  isOwned?: boolean | undefined
  language: PageLanguage
}

/** The email that brings a gift card. */
export const cardEmail = (merchant: Merchant, message: CardMessage): MailMessage =>
  inLanguage(merchant, message.language, () => writeCardEmail(merchant, message))

function writeCardEmail(merchant: Merchant, message: CardMessage): MailMessage {
  const { id, amountCents, fromName, link, claimCode, sentTo, design, language, replaces } = message
  const { name } = merchant.location
  const amount = formatCents(amountCents)
  const giver = plainName(fromName)
  const first =
    replaces !== undefined
      ? t`Here is your new ${amount} gift card for ${name}. The card ending in ${replaces} is no longer valid.`
      : giver === undefined
        ? t`Here is the ${amount} gift card for ${name} that you bought:`
        : t`${giver} sent you a ${amount} gift card for ${name}. Here it is:`
  const keep = message.isOwned
    ? t('It is in your account, ready to use.')
    : t('Anyone with this link can use the card, so please keep it to yourself.')
  const claim =
    claimCode === undefined
      ? []
      : [
          t`To put it into an account, open the link or enter this code under "Add An Existing Gift Card": ${claimCode}`,
        ]
  const team = t`Your ${name} team`
  return {
    id,
    kind: 'gift-card',
    language,
    fromName: name,
    to: sentTo,
    subject:
      replaces !== undefined
        ? t`Your new ${amount} gift card for ${name}`
        : giver === undefined
          ? t`Your ${amount} gift card for ${name}`
          : t`${giver} sent you a ${amount} gift card for ${name}`,
    text: [first, link, keep, ...claim, team].join('\n\n'),
    ...(design && {
      html: cardEmailHtml({
        language,
        name,
        amount,
        link,
        design: { ...design, words: translateName(design.words) },
        first,
        last: [keep, ...claim, team],
      }),
    }),
  }
}

/** The text message that brings a gift card. */
export const cardText = (merchant: Merchant, message: CardMessage): TextMessage =>
  inLanguage(merchant, message.language, () => writeCardText(merchant, message))

function writeCardText(
  merchant: Merchant,
  { id, amountCents, fromName, link, claimCode, sentTo }: CardMessage,
): TextMessage {
  const { name } = merchant.location
  const gift = t`${plainName(fromName) ?? t('Somebody')} sent you a ${formatCents(amountCents)} gift card for ${name}: ${link}`
  return {
    id,
    kind: 'gift-card',
    fromName: name,
    to: sentTo,
    text: claimCode === undefined ? gift : t`${gift} Claim code: ${claimCode}`,
  }
}
