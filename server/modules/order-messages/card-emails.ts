import { locale, t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { formatCents } from '#contract/money.ts'
import { giftTimeWords } from '#contract/rules/gift-time.ts'
import { partText } from '#contract/rules/refund-words.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { emailHtml, emailText, type EmailContent } from './email-content.ts'
import { callText, failedHeading, failedText } from './failed-words.ts'
import type {
  CardPlacedFacts,
  CardRefundFacts,
  CardReplacedFacts,
  CardNotice,
  CardUndeliveredFacts,
} from './outbox.ts'
import { plainName } from './plain-name.ts'
import { timeWords } from './time-words.ts'

/**
 * The emails to buyers of gift cards: that the order is placed, and about refunds and failed ones. They carry no link: the order's page shows its cards, and an
 * address may be mistyped. Of what the buyer typed they quote only the recipient's name, without anything that a mail program would turn into a link.
 */

export type CardOrderMessage = CardNotice & {
  id: string
  sentTo: string
  createdAt: number
  language: PageLanguage
}

/** The email about it, in the merchant's name and the buyer's language. */
export const cardOrderEmail = (merchant: Merchant, told: CardOrderMessage): MailMessage =>
  inLanguage(merchant, told.language, () => write(merchant, told))

function write(merchant: Merchant, told: CardOrderMessage): MailMessage {
  const { id, event, sentTo, language } = told
  const { location, host } = merchant
  const { subject, ...words } = wordsOf(merchant, told)
  const content: EmailContent = {
    language,
    ...words,
    closing: t`Questions about this order? Please call us at ${location.phone}.`,
    from: location.name,
  }
  return {
    id,
    kind: `order-${event}`,
    language,
    fromName: location.name,
    to: sentTo,
    subject,
    text: emailText(content),
    html: emailHtml(content, host.theme.colours.light),
  }
}

type Words = { subject: string } & Pick<EmailContent, 'heading' | 'paragraphs' | 'facts'>

function wordsOf(merchant: Merchant, told: CardOrderMessage): Words {
  if (told.event === 'cards-placed') return placedWords(merchant, told.facts, told.createdAt)
  if (told.event === 'cards-undelivered') return undeliveredWords(merchant, told.facts)
  if (told.event === 'cards-replaced') return replacedWords(merchant, told.facts)
  const amount = formatCents(told.facts.amountCents)
  return told.event === 'cards-refunded' ? refundedWords(told.facts, amount) : failedWords(told.facts, amount)
}

function placedWords({ location }: Merchant, facts: CardPlacedFacts, createdAt: number): Words {
  const { number, items = [], shippingCents, discountCents, totalCents, displayName } = facts
  return {
    subject: t`Your gift card order ${number} is in`,
    heading: t`Thank you! Your gift card order ${number} is in.`,
    paragraphs: [wayOf(facts)],
    facts: [
      [t('Order'), number],
      [t('Placed'), timeWords(createdAt, location.time_zone)],
      ...items.map(
        ({ priceCents, quantity }) =>
          [`${quantity} × ${t('Gift card')}`, formatCents(quantity * priceCents)] as const,
      ),
      ...(discountCents > 0 ? [[t('Discount'), `-${formatCents(discountCents)}`] as const] : []),
      ...(shippingCents > 0 ? [[t('Shipping & Handling'), formatCents(shippingCents)] as const] : []),
      [translateAnswer(displayName), formatCents(totalCents)],
    ],
  }
}

const undeliveredWords = (
  { location }: Merchant,
  { number, how, forName, isOfMember }: CardUndeliveredFacts,
): Words => ({
  subject: t`Your gift for ${nameOf(forName)} could not be delivered`,
  heading: t`We could not deliver your gift for ${nameOf(forName)}.`,
  paragraphs: [
    how === 'email'
      ? t('We tried several times, and the email did not get through.')
      : t('We tried several times, and the text message did not get through.'),
    isOfMember
      ? t(
          'Please go to “Gifts you sent” in your account and check where it goes, or enter your own address and pass it on yourself.',
        )
      : // A guest can reach the gift's page only if they kept its address.
        t`Please call us at ${location.phone} with the number of your order and tell us where it should go.`,
    t('The gift card stays good, with all its money on it.'),
  ],
  facts: [[t('Order'), number]],
})

const replacedWords = ({ location }: Merchant, { lastFour, forName }: CardReplacedFacts): Words => ({
  ...(forName
    ? {
        subject: t`The gift card for ${nameOf(forName)} was replaced`,
        heading: t`The gift card for ${nameOf(forName)} was replaced.`,
      }
    : {
        subject: t`Your gift card for ${location.name} was replaced`,
        heading: t('Your gift card was replaced.'),
      }),
  paragraphs: [
    t`The gift card ending in ${lastFour} is no longer valid.`,
    t('Call us if you did not ask for that.'),
  ],
  facts: [],
})

const nameOf = (forName: string): string => plainName(forName) ?? t('somebody')

/** How the card comes, and to whom. No email shows the address: a mistyped one belongs to somebody else. */
function wayOf({ how, forName, giftTime, items }: CardPlacedFacts): string {
  switch (how) {
    case 'message':
      return giftTime
        ? t`The gift card for ${nameOf(forName)} goes out on ${giftTimeWords(giftTime.atMs, giftTime.zone)}.`
        : t`The gift card for ${nameOf(forName)} goes out right away.`
    case 'post':
      return items?.length === 1 && items[0]!.quantity === 1
        ? forName === ''
          ? t('Your gift card will be mailed.')
          : t`The gift card for ${nameOf(forName)} will be mailed.`
        : forName === ''
          ? t('Your gift cards will be mailed.')
          : t`The gift cards for ${nameOf(forName)} will be mailed.`
    case 'reload':
      return t('The money is on your gift card.')
    case 'account':
      return t('The gift card is in your account.')
  }
}

const refundedWords = ({ number, displayName, endedLastFours }: CardRefundFacts, amount: string): Words => ({
  subject: t`Your refund of ${amount} for gift card order ${number}`,
  heading: t`We’re refunding ${amount} of your gift card order ${number}.`,
  paragraphs: [
    partText({ tender_type: 'credit_card', display_name: displayName, amount }),
    ...(endedLastFours.length === 0 ? [] : [endedText(endedLastFours)]),
  ],
  facts: refundFacts(number, displayName, amount),
})

const failedWords = ({ number, displayName }: CardRefundFacts, amount: string): Words => ({
  subject: t`Your refund of ${amount} for gift card order ${number} did not arrive`,
  heading: failedHeading(amount),
  paragraphs: [failedText(displayName, amount), callText()],
  facts: refundFacts(number, displayName, amount),
})

const refundFacts = (number: string, displayName: string, amount: string): EmailContent['facts'] => [
  [t('Order'), number],
  [t('Refund'), amount],
  [t('To'), translateAnswer(displayName)],
]

const endedText = (lastFours: readonly string[]): string =>
  lastFours.length === 1
    ? t`The gift card ending in ${lastFours[0]!} is no longer valid.`
    : t`The gift cards ending in ${new Intl.ListFormat(locale()).format(lastFours)} are no longer valid.`
