import { formatTimeOfDay } from '#contract/local-time.ts'
import { formatCents } from '#contract/money.ts'
import { briefOf } from '#contract/rules/order-state.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { pageUrl, type Reached } from '#server/modules/accounts/links.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { emailHtml, emailText, type Letter } from './letter.ts'
import type { OrderEvent, OrderFacts } from './outbox.ts'

/** The emails about a food order, in the merchant's name: its number, place and time, and what goes back where. */

export type OrderMessage = {
  id: string
  ticketId: string
  event: OrderEvent
  facts: OrderFacts
  sentTo: string
  /** When it came to be so (ms). */
  createdAt: number
}

/** The email that tells what became of an order. */
export function orderEmail(merchant: Merchant, message: OrderMessage, reached: Reached): MailMessage {
  const { id, event, sentTo } = message
  const { subject, letter } = writers[event](merchant, message)
  const whole: Letter = {
    ...letter,
    link: { words: 'See your order', url: pageUrl(merchant, '', `/ticket/${message.ticketId}`, reached) },
    closing: `Questions about this order? Please call us at ${merchant.location.phone}.`,
    from: merchant.location.name,
  }
  return {
    id,
    kind: `order-${event}`,
    fromName: merchant.location.name,
    to: sentTo,
    subject,
    text: emailText(whole),
    html: emailHtml(whole, merchant.host.theme.colours.light),
  }
}

type Writer = (
  merchant: Merchant,
  message: OrderMessage,
) => { subject: string; letter: Pick<Letter, 'heading' | 'paragraphs' | 'facts'> }

const handovers = { pickup: 'Pickup', curbside: 'Curbside pickup', delivery: 'Delivery' } as const

const placed: Writer = (merchant, { facts, createdAt }) => {
  const { name } = merchant.location
  const { handover, totalCents, paid = [] } = facts
  return {
    subject: `${name} has your order ${facts.name}`,
    letter: {
      heading: `Thank you! Your order ${facts.name} is in.`,
      paragraphs: handover === 'curbside' ? ['When you get here, open your order and tap I’M HERE.'] : [],
      facts: [
        ['Order', facts.name],
        [handovers[handover], whenOf(merchant, facts)],
        ...placeOf(merchant, facts),
        ['Placed', timeOf(merchant, createdAt)],
        ...paid.map(({ displayName, amountCents }): Fact => [displayName, formatCents(amountCents)]),
        ...(totalCents === undefined ? [] : [['Total', formatCents(totalCents)] satisfies Fact]),
      ],
    },
  }
}

const ready: Writer = (merchant, { facts, createdAt }) => {
  const words = wordsOf(facts, 'Ready')
  return {
    subject: words,
    letter: {
      heading: `${words}.`,
      paragraphs:
        facts.handover === 'curbside' ? ['When you get here, open your order and tap I’M HERE.'] : [],
      facts: [['Order', facts.name], ...placeOf(merchant, facts), ['Ready', timeOf(merchant, createdAt)]],
    },
  }
}

const cancelled: Writer = (merchant, { facts, createdAt }) => {
  const words = wordsOf(facts, 'Cancelled')
  return {
    subject: words,
    letter: {
      heading: `${words}.`,
      paragraphs: facts.because === undefined ? [] : [facts.because],
      facts: [...numberOf(facts), ['Cancelled', timeOf(merchant, createdAt)]],
    },
  }
}

const refunded: Writer = (merchant, { facts, createdAt }) => {
  const { displayName = '', amountCents = 0 } = facts.refund ?? {}
  const amount = formatCents(amountCents)
  const which = facts.name === '' ? 'your order' : `order ${facts.name}`
  return {
    subject: `Your refund of ${amount} for ${which}`,
    letter: {
      heading: `Your refund of ${amount} is on its way.`,
      paragraphs: [
        `${merchant.location.name} sent ${amount} back to ${displayName} for ${which}, which was cancelled. Your bank may take a few days to show it.`,
      ],
      facts: [
        ...numberOf(facts),
        ['Refund', amount],
        ['To', displayName],
        ['Sent', timeOf(merchant, createdAt)],
      ],
    },
  }
}

const writers: Record<OrderEvent, Writer> = { placed, ready, cancelled, refunded }

type Fact = readonly [string, string]

/** `Your order B-1012 is ready`: the words that stand on every screen of the portal. */
const wordsOf = ({ name, handover }: OrderFacts, status: 'Ready' | 'Cancelled'): string =>
  briefOf({ name, status, use_delivery: handover === 'delivery' }, '')

const numberOf = ({ name }: OrderFacts): Fact[] => (name === '' ? [] : [['Order', name]])

/** Where it is picked up. Where one is brought to stands in no email: an address may be mistyped, and somebody else's. */
const placeOf = ({ location }: Merchant, { handover }: OrderFacts): Fact[] =>
  handover === 'delivery'
    ? [['To', 'The address on your order']]
    : [
        [
          'Where',
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
  return readyDate === undefined || readyTime === undefined
    ? `As soon as possible, about ${kitchen.leadMinutes} minutes`
    : `${dateOf(readyDate)} at ${readyTime}`
}

/** On the location's own clock. */
function timeOf({ location }: Merchant, atMs: number): string {
  const { date, minutes } = wallClock(atMs, location.time_zone)
  return `${dateOf(date)} at ${formatTimeOfDay(minutes)}`
}

const dateOf = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`
