import type { Cents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { RefundableTender } from '#contract/schemas/refund.ts'
import type { Transaction } from '#server/db/database.ts'
import { languageColumn } from '#server/plugins/language.ts'

/**
 * What is to be told of an order, written down in the transaction that makes it so: a server that dies after its commit tells it at the next start, and
 * the table's key lets nothing be told twice. It knows nothing of tickets and of orders for gift cards but what it is given.
 */

/** In the order in which they can come of one order. */
export const orderEvents = [
  'placed',
  'ready',
  'part-refunded',
  'cancelled',
  'refunded',
  'refund-failed',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/** The dishes of an order, each with what was chosen and what the line costs, and what they came to with everything. */
export type Bill = {
  items: {
    name: string
    quantity: number
    choices: string[]
    cents: Cents
    /** What was known of it when it was ordered; not there: the restaurant tells nothing of its dishes. */
    allergens?: AllergenStatement
  }[]
  subTotalCents: Cents
  discountCents: Cents
  deliveryCents: Cents
  taxCents: Cents
  tipCents: Cents
}

/** What a message says of its order: as it was then, whatever becomes of the order before the message goes. */
export type OrderFacts = {
  /** The order number; empty for one that was paid and never placed. */
  name: string
  handover: 'pickup' | 'curbside' | 'delivery'
  /** ISO date and `h:mma`, on the location's own clock; not there: as soon as possible. */
  readyDate?: string | undefined
  readyTime?: string | undefined
  totalCents?: Cents
  /** What was ordered, and what it came to. */
  bill?: Bill
  paid?: { displayName: string; amountCents: Cents }[]
  /** Why it was cancelled, and what goes back where. */
  because?: string
  refund?: { displayName: string; amountCents: Cents }
  /** A part of it goes back. */
  returned?: {
    reason: string
    items: { name: string; quantity: number }[]
    /** Not there on what waited before they were told. */
    deliveryCents?: Cents
    tipCents?: Cents
    parts: { tenderType: RefundableTender; displayName: string; amountCents: Cents }[]
    rewardBack: boolean
    /** Not there on what waited before it was told. */
    rewardGone?: boolean
  }
}

/** What is told of an order for gift cards, beside the cards themselves (card-orders/deliveries.ts). */
export const cardOrderEvents = [
  'cards-placed',
  'cards-undelivered',
  'cards-replaced',
  'cards-refunded',
  'cards-refund-failed',
] as const
export type CardOrderEvent = (typeof cardOrderEvents)[number]
export type CardRefundEvent = 'cards-refunded' | 'cards-refund-failed'

/** Of an order for gift cards what went back, or did not arrive, to which payment card, and the last digits of those of its cards that are no longer good. */
export type CardRefundFacts = {
  number: string
  displayName: string
  amountCents: Cents
  endedLastFours: string[]
}

/** Of an order for gift cards that is in: what was bought for whom, and what paid. */
export type CardPlacedFacts = {
  number: string
  /** How it comes: as a message, by post, onto a card that is there already, or into the buyer's account. */
  how: 'message' | 'post' | 'reload' | 'account'
  /** Who gets it, by name; empty: nobody else does. */
  forName: string
  /** What was bought: money for a card, as often as that; absent in what an older version wrote. */
  items?: readonly { priceCents: Cents; quantity: number }[]
  /** The instant (ms) and the giver's zone of a gift that waits. */
  giftTime?: { atMs: number; zone: string }
  shippingCents: Cents
  discountCents: Cents
  totalCents: Cents
  displayName: string
}

/** Of an order for gift cards whose gift could not be delivered. */
export type CardUndeliveredFacts = {
  number: string
  how: 'email' | 'text'
  forName: string
  /** A member finds it under their gifts. */
  isOfMember: boolean
}

/** Of a card that another stands for now: its last digits, and for whom its reader bought it (empty: it is theirs). */
export type CardReplacedFacts = { lastFour: string; forName: string }

/** What is told of an order for gift cards, each with its facts. */
export type CardNotice =
  | { event: 'cards-placed'; facts: CardPlacedFacts }
  | { event: 'cards-undelivered'; facts: CardUndeliveredFacts }
  | { event: 'cards-replaced'; facts: CardReplacedFacts }
  | { event: CardRefundEvent; facts: CardRefundFacts }

type CardNews = CardNotice & {
  locationId: string
  orderId: string
  /** The id of what goes back; empty where an event comes once. */
  about: string
  /** The buyer's email address; empty: nobody can be written to. */
  email: string
  /** The buyer's. */
  language: PageLanguage
}

export type News = {
  locationId: string
  ticketId: string
  event: OrderEvent
  /** Which of several of one event (the id of a part that goes back); not there where an order has one at most. */
  about?: string
  facts: OrderFacts
  /** The guest's email address; empty: nobody can be written to. */
  email: string
  /** The guest's. */
  language: PageLanguage
}

export type OutboxPorts = { clock: Clock; ids: Ids }

const addMessage = `INSERT INTO order_messages
  (location_id, id, ticket_id, event, sent_to, facts, state, tries, next_try_at, locked_until, created_at, recipient, language, about)`
/** What was dropped before it went may be said again. */
const onceOnly = `ON CONFLICT (location_id, ticket_id, event, recipient, about) DO UPDATE SET
  state = 'pending', sent_to = excluded.sent_to, facts = excluded.facts, language = excluded.language, tries = 0, next_try_at = excluded.next_try_at, created_at = excluded.created_at
  WHERE order_messages.state = 'dropped'`

/** Those that a browser shows as they happen. That a bank was told is read in peace. */
const pushed: readonly OrderEvent[] = ['ready', 'part-refunded', 'cancelled']

/** Browsers that are told of an order: `$1` its location, `$3` its id, `$7` now. */
const listening = `FROM push_subscriptions s WHERE s.location_id = $1 AND s.ticket_id = $3 AND s.expires_at > $7`
/** Those of them that are its guest's: whoever else has the order's link cannot take an email from them. */
const ownListening = `${listening} AND s.is_own`

/**
 * Writes down what is to be told: by push to each browser that asked for it, and by email. That food is ready is told by email only where no browser of its
 * guest's asked; what became of money always. Said again, it changes nothing. The ticket is locked by the caller, so that no browser asks meanwhile.
 */
export function notifyGuest(tx: Transaction, ports: OutboxPorts, news: News): void {
  const { locationId, ticketId, event, facts, email, language, about = '' } = news
  const values = [
    locationId,
    ports.ids.uuid(),
    ticketId,
    event,
    email,
    JSON.stringify(facts),
    ports.clock.now(),
    languageColumn(language),
    about,
  ]
  const row = `'pending', 0, $7, 0, $7::bigint`
  // An order that was never placed has no number to tell.
  if (pushed.includes(event) && facts.name !== '')
    tx.later(
      `${addMessage} SELECT $1, $2 || '-' || s.id, $3, $4, $5, $6, ${row}, s.id, $8, $9 ${listening} ${onceOnly}`,
      values,
    )
  if (email === '') return
  const only = event === 'ready' ? `WHERE NOT EXISTS (SELECT 1 ${ownListening})` : ''
  tx.later(`${addMessage} SELECT $1, $2, $3, $4, $5, $6, ${row}, '', $8, $9 ${only} ${onceOnly}`, values)
}

/**
 * Tells by email what no browser of its guest's was left to tell of an order that is ready: for a message to a browser that has gone. With several browsers,
 * the others have heard it.
 */
export const notifyByEmail = (
  tx: Transaction,
  ports: OutboxPorts,
  { locationId, ticketId, event, facts, email, language }: News,
): void => {
  if (event !== 'ready' || email === '') return
  tx.later(
    `${addMessage} SELECT $1, $2, $3, $4, $5, $6, 'pending', 0, $7, 0, $7::bigint, '', $8, ''
     WHERE NOT EXISTS (SELECT 1 ${ownListening}) ON CONFLICT DO NOTHING`,
    [
      locationId,
      ports.ids.uuid(),
      ticketId,
      event,
      email,
      JSON.stringify(facts),
      ports.clock.now(),
      languageColumn(language),
    ],
  )
}

/** Writes down what became of an order for gift cards, or of its money: an email to who bought them. Said again, it changes nothing. */
export function notifyBuyer(
  tx: Transaction,
  { clock, ids }: OutboxPorts,
  { locationId, orderId, event, about, facts, email, language }: CardNews,
): void {
  if (email === '') return
  tx.later(
    `INSERT INTO order_messages
       (location_id, id, order_id, event, sent_to, facts, state, tries, next_try_at, locked_until, created_at, recipient, language, about)
     VALUES ($1, $2, $3, $9, $4, $5, 'pending', 0, $6, 0, $6::bigint, '', $7, $8) ON CONFLICT DO NOTHING`,
    [
      locationId,
      ids.uuid(),
      orderId,
      email,
      JSON.stringify(facts),
      clock.now(),
      languageColumn(language),
      about,
      event,
    ],
  )
}

/** Takes back what is not true any more, where it has not gone yet: an order is ready no longer. */
export const dropNews = (
  tx: Transaction,
  { locationId, ticketId, event }: Pick<News, 'locationId' | 'ticketId' | 'event'>,
): void => drop(tx, 'ticket_id = $2 AND event = $3', [locationId, ticketId, event])

/** The same of money of an order, whichever it is of, that did not go back after all. `about`: its id. */
export const dropRefundNews = (
  tx: Transaction,
  { locationId, id, about }: { locationId: string; id: string; about: string },
): void => drop(tx, '(ticket_id = $2 OR order_id = $2) AND about = $3', [locationId, id, about])

/** The same of one that did not arrive, and that somebody takes care of now. */
export const dropRefundFailedNews = (
  tx: Transaction,
  { locationId, id, about }: { locationId: string; id: string; about: string },
): void =>
  drop(
    tx,
    `(ticket_id = $2 OR order_id = $2) AND about = $3 AND event IN ('refund-failed', 'cards-refund-failed')`,
    [locationId, id, about],
  )

const drop = (tx: Transaction, which: string, values: readonly [string, string, string]): void =>
  tx.later(
    `UPDATE order_messages SET state = 'dropped', sent_to = NULL, facts = NULL
     WHERE location_id = $1 AND ${which} AND state = 'pending'`,
    [...values],
  )
