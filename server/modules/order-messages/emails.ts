import { message, plural, t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { findTimeOfDay } from '#contract/local-time.ts'
import { formatCents } from '#contract/money.ts'
import { allergenText } from '#contract/rules/allergen-words.ts'
import { briefOf } from '#contract/rules/order-state.ts'
import { isChosen, partText, reasonText } from '#contract/rules/refund-words.ts'
import { totalRows } from '#contract/rules/total-rows.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { pageUrl, type ServerAddress } from '#server/modules/accounts/links.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { callText, failedHeading, failedText } from './failed-words.ts'
import { emailHtml, emailText, type EmailContent, type EmailFact } from './email-content.ts'
import type { Bill, OrderEvent, OrderFacts } from './outbox.ts'
import { timeWords } from './time-words.ts'

/** The emails about a food order, in the merchant's name and the guest's language: its number, place and time, and what goes back where. */

type OrderMessage = {
  id: string
  ticketId: string
  event: OrderEvent
  facts: OrderFacts
  sentTo: string
  /** When the event happened (ms). */
  createdAt: number
  language: PageLanguage
}

/** The email that tells the guest about an event of their order. */
export const orderEmail = (merchant: Merchant, told: OrderMessage, reached: ServerAddress): MailMessage =>
  inLanguage(merchant, told.language, () => write(merchant, told, reached))

function write(merchant: Merchant, told: OrderMessage, reached: ServerAddress): MailMessage {
  const { id, event, sentTo, language } = told
  const { subject, content } = writers[event](merchant, told)
  const whole: EmailContent = {
    ...content,
    language,
    link: { words: t('See your order'), url: pageUrl(merchant, '', `/ticket/${told.ticketId}`, reached) },
    closing: t`Questions about this order? Please call us at ${merchant.location.phone}.`,
    from: merchant.location.name,
  }
  return {
    id,
    kind: `order-${event}`,
    language,
    fromName: merchant.location.name,
    to: sentTo,
    subject,
    text: emailText(whole),
    html: emailHtml(whole, merchant.host.theme.colours.light),
  }
}

type Writer = (
  merchant: Merchant,
  told: OrderMessage,
) => { subject: string; content: Pick<EmailContent, 'heading' | 'paragraphs' | 'facts'> }

const handovers = {
  pickup: message('Pickup'),
  curbside: message('Curbside pickup'),
  delivery: message('Delivery'),
}

const placed: Writer = (merchant, { facts, createdAt }) => {
  const { name } = merchant.location
  const { handover, totalCents, bill, paid = [] } = facts
  return {
    subject: t`${name} has your order ${facts.name}`,
    content: {
      heading: t`Thank you! Your order ${facts.name} is in.`,
      paragraphs: arrivalOf(facts),
      facts: [
        [t('Order'), facts.name],
        [t(handovers[handover]), whenOf(merchant, facts)],
        ...placeOf(merchant, facts),
        [t('Placed'), timeOf(merchant, createdAt)],
        ...(bill ? billOf(bill) : []),
        ...(totalCents === undefined ? [] : [[t('Total'), formatCents(totalCents)] satisfies EmailFact]),
        ...paid.map(({ displayName, amountCents }): EmailFact => [
          translateAnswer(displayName),
          formatCents(amountCents),
        ]),
      ],
    },
  }
}

/** Each dish with its choices, then the totals; zero amounts have no row. */
function billOf({
  items,
  subTotalCents,
  discountCents,
  deliveryCents,
  taxCents,
  tipCents,
}: Bill): EmailFact[] {
  const rows = totalRows({
    subTotal: subTotalCents,
    discount: -discountCents,
    delivery: deliveryCents,
    tax: taxCents,
    tip: tipCents,
  })
  return [
    ...items.map(({ name, quantity, choices, cents, allergens }): EmailFact => [
      `${quantity} × ${[name, ...choices].join(', ')}`,
      formatCents(cents),
      allergenText(allergens),
    ]),
    ...rows
      .filter(({ part, amount }) => part === 'subTotal' || amount !== 0)
      .map(({ name, amount }): EmailFact => [t(name), formatCents(amount)]),
  ]
}

const ready: Writer = (merchant, { facts, createdAt }) => {
  const words = wordsOf(facts, 'Ready')
  return {
    subject: words,
    content: {
      heading: `${words}.`,
      paragraphs: arrivalOf(facts),
      facts: [
        [t('Order'), facts.name],
        ...placeOf(merchant, facts),
        [t('Ready'), timeOf(merchant, createdAt)],
      ],
    },
  }
}

const cancelled: Writer = (merchant, { facts, createdAt }) => {
  const words = wordsOf(facts, 'Cancelled')
  return {
    subject: words,
    content: {
      heading: `${words}.`,
      paragraphs: facts.because === undefined ? [] : [translateAnswer(facts.because)],
      facts: [...numberOf(facts), [t('Canceled'), timeOf(merchant, createdAt)]],
    },
  }
}

const refunded: Writer = (merchant, { facts, createdAt }) => {
  const { displayName = '', amountCents = 0 } = facts.refund ?? {}
  const amount = formatCents(amountCents)
  const card = translateAnswer(displayName)
  const { name } = merchant.location
  return {
    subject:
      facts.name === ''
        ? t`Your refund of ${amount} for your order`
        : t`Your refund of ${amount} for order ${facts.name}`,
    content: {
      heading: t`Your refund of ${amount} is on its way.`,
      paragraphs: [
        facts.name === ''
          ? t`${name} sent ${amount} back to ${card} for your order, which was canceled. Your bank may take a few days to show it.`
          : t`${name} sent ${amount} back to ${card} for order ${facts.name}, which was canceled. Your bank may take a few days to show it.`,
      ],
      facts: [
        ...numberOf(facts),
        [t('Refund'), amount],
        [t('To'), card],
        [t('Sent'), timeOf(merchant, createdAt)],
      ],
    },
  }
}

const partRefunded: Writer = (_merchant, { facts }) => {
  const {
    reason = '',
    items = [],
    deliveryCents = 0,
    tipCents = 0,
    parts = [],
    rewardBack = false,
    rewardGone = false,
  } = facts.returned ?? {}
  const amount = formatCents(parts.reduce((sum, { amountCents }) => sum + amountCents, 0))
  return {
    subject: t`Your refund of ${amount} for order ${facts.name}`,
    content: {
      heading: t`We’re refunding ${amount} of your order ${facts.name}.`,
      paragraphs: [
        reasonText(reason),
        ...parts.map(({ tenderType, displayName, amountCents, isVoidCard, isHeldCard }) =>
          partText({
            tender_type: tenderType,
            display_name: displayName,
            amount: formatCents(amountCents),
            card_void: isVoidCard,
            card_held: isHeldCard,
          }),
        ),
        rewardBack ? t('Your reward is yours again.') : '',
        rewardGone ? t('The reward that its points had reached is gone again.') : '',
      ].filter((text) => text !== ''),
      facts: [
        ...numberOf(facts),
        ...(items.length === 0
          ? []
          : [
              [
                t('Items'),
                items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
              ] satisfies EmailFact,
            ]),
        ...(deliveryCents === 0 || !isChosen(reason)
          ? []
          : [[t('Delivery charge'), formatCents(deliveryCents)] satisfies EmailFact]),
        ...(tipCents === 0 || !isChosen(reason)
          ? []
          : [[t('Tip'), formatCents(tipCents)] satisfies EmailFact]),
        [t('Refund'), amount],
      ],
    },
  }
}

const refundFailed: Writer = (_merchant, { facts }) => {
  const { displayName = '', amountCents = 0 } = facts.refund ?? {}
  const amount = formatCents(amountCents)
  return {
    subject:
      facts.name === ''
        ? t`Your refund of ${amount} for your order did not arrive`
        : t`Your refund of ${amount} for order ${facts.name} did not arrive`,
    content: {
      heading: failedHeading(amount),
      paragraphs: [failedText(displayName, amount), callText()],
      facts: [...numberOf(facts), [t('Refund'), amount], [t('To'), translateAnswer(displayName)]],
    },
  }
}

const writers: Record<OrderEvent, Writer> = {
  placed,
  ready,
  'part-refunded': partRefunded,
  cancelled,
  refunded,
  'refund-failed': refundFailed,
}

/** `Your order B-1012 is ready`: the same words as on every screen of the portal. */
const wordsOf = ({ name, handover }: OrderFacts, status: 'Ready' | 'Cancelled'): string =>
  briefOf({ name, status, use_delivery: handover === 'delivery' }, '')

const numberOf = ({ name }: OrderFacts): EmailFact[] => (name === '' ? [] : [[t('Order'), name]])

/** What guests do who come by car. */
const arrivalOf = ({ handover }: OrderFacts): string[] =>
  handover === 'curbside' ? [t("When you get here, open your order and tap I'M HERE.")] : []

/** The pickup place. No email shows a delivery address: a mistyped email belongs to somebody else. */
const placeOf = ({ location }: Merchant, { handover }: OrderFacts): EmailFact[] =>
  handover === 'delivery'
    ? [[t('To'), t('The address on your order')]]
    : [
        [
          t('Where'),
          [
            location.name,
            location.address1,
            location.address2,
            `${location.city}, ${location.state} ${location.zip}`,
          ]
            .filter((line) => line.trim() !== '')
            .join(', '),
        ],
      ]

function whenOf({ kitchen }: Merchant, { readyDate, readyTime }: OrderFacts): string {
  const minutes = readyTime === undefined ? undefined : findTimeOfDay(readyTime)
  return readyDate === undefined || minutes === undefined
    ? plural(
        kitchen.leadMinutes,
        'As soon as possible, about {0} minute',
        'As soon as possible, about {0} minutes',
      )
    : timeWords(Date.parse(`${readyDate}T00:00:00Z`) + minutes * 60_000, 'UTC')
}

/** In the location's time zone. */
const timeOf = ({ location }: Merchant, atMs: number): string => timeWords(atMs, location.time_zone)
