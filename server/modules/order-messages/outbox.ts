import type { Cents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { RefundableTender } from '#contract/schemas/refund.ts'
import type { Transaction } from '#server/db/database.ts'
import { languageColumn } from '#server/plugins/language.ts'

/**
 * Messages about an order, stored in the transaction of the event: a server that crashes after its commit sends them after its next start, and the table's key
 * prevents duplicates. This module knows of tickets and gift card orders only what it is given.
 */

/** In the order in which they can happen to one order. */
export const orderEvents = [
  'placed',
  'ready',
  'part-refunded',
  'cancelled',
  'refunded',
  'refund-failed',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/** The dishes of an order, each with its choices and the line's price, and the totals. */
export type Bill = {
  items: {
    name: string
    quantity: number
    choices: string[]
    cents: Cents
    /** What was known of it when it was ordered; undefined: the restaurant states nothing about its dishes. */
    allergens?: AllergenStatement
  }[]
  subTotalCents: Cents
  discountCents: Cents
  deliveryCents: Cents
  taxCents: Cents
  tipCents: Cents
}

/** What a message says of its order: as it was at the time, whatever happens before the message is sent. */
export type OrderFacts = {
  /** The order number; empty for an order that was paid and never placed. */
  name: string
  handover: 'pickup' | 'curbside' | 'delivery'
  /** ISO date and `h:mma`, in the location's time zone; undefined: as soon as possible. */
  readyDate?: string | undefined
  readyTime?: string | undefined
  totalCents?: Cents
  /** What was ordered, and its totals. */
  bill?: Bill
  paid?: { displayName: string; amountCents: Cents }[]
  /** Why it was canceled, and what is refunded where. */
  because?: string
  refund?: { displayName: string; amountCents: Cents }
  /** A partial refund. */
  returned?: {
    reason: string
    items: { name: string; quantity: number }[]
    /** Missing in messages that were stored before this field existed. */
    deliveryCents?: Cents
    tipCents?: Cents
    parts: {
      tenderType: RefundableTender
      displayName: string
      amountCents: Cents
      isVoidCard?: boolean
      isHeldCard?: boolean
    }[]
    rewardBack: boolean
    /** Missing in messages that were stored before this field existed. */
    rewardGone?: boolean
  }
}

/** Events of a gift card order, besides the cards themselves (card-orders/deliveries.ts). */
export const cardOrderEvents = [
  'cards-placed',
  'cards-undelivered',
  'cards-replaced',
  'cards-refunded',
  'cards-refund-failed',
] as const
export type CardOrderEvent = (typeof cardOrderEvents)[number]
export type CardRefundEvent = 'cards-refunded' | 'cards-refund-failed'

/** Of a gift card order: what was refunded, or did not arrive, to which payment card, and the last digits of the cards that the refund ended. */
export type CardRefundFacts = {
  number: string
  displayName: string
  amountCents: Cents
  endedLastFours: string[]
}

/** Of a placed gift card order: what was bought for whom, and what paid. */
export type CardPlacedFacts = {
  number: string
  /** How it comes: as a message, by mail, onto an existing card, or into the buyer's account. */
  how: 'message' | 'post' | 'reload' | 'account'
  /** The recipient's name; empty: the buyer. */
  forName: string
  /** What was bought: amounts and how many cards of each; missing in messages from an older version. */
  items?: readonly { priceCents: Cents; quantity: number }[]
  /** When a scheduled gift is sent: the instant (ms) and the giver's time zone. */
  giftTime?: { atMs: number; zone: string }
  shippingCents: Cents
  discountCents: Cents
  totalCents: Cents
  displayName: string
}

/** Of a gift card order whose gift could not be delivered. */
export type CardUndeliveredFacts = {
  number: string
  how: 'email' | 'text'
  forName: string
  /** A member finds it among their gifts. */
  isOfMember: boolean
}

/** Of a replaced card: its last digits, and for whom the reader bought it (empty: it is theirs). */
export type CardReplacedFacts = { lastFour: string; forName: string }

/** The events of a gift card order, each with its facts. */
export type CardNotice =
  | { event: 'cards-placed'; facts: CardPlacedFacts }
  | { event: 'cards-undelivered'; facts: CardUndeliveredFacts }
  | { event: 'cards-replaced'; facts: CardReplacedFacts }
  | { event: CardRefundEvent; facts: CardRefundFacts }

type CardNews = CardNotice & {
  locationId: string
  orderId: string
  /** The refund's id; empty for events that happen once. */
  about: string
  /** The buyer's email; empty: there is nobody to write to. */
  email: string
  /** The buyer's. */
  language: PageLanguage
}

export type News = {
  locationId: string
  ticketId: string
  event: OrderEvent
  /** Tells several of one event apart (the id of a partial refund); undefined where an order has one at most. */
  about?: string
  facts: OrderFacts
  /** The guest's email; empty: there is nobody to write to. */
  email: string
  /** The guest's. */
  language: PageLanguage
}

export type OutboxPorts = { clock: Clock; ids: Ids }

const addMessage = `INSERT INTO order_messages
  (location_id, id, ticket_id, event, sent_to, facts, state, tries, next_try_at, locked_until, created_at, recipient, language, about)`
/** A message that was dropped before it was sent may be stored again. */
const onceOnly = `ON CONFLICT (location_id, ticket_id, event, recipient, about) DO UPDATE SET
  state = 'pending', sent_to = excluded.sent_to, facts = excluded.facts, language = excluded.language, tries = 0, next_try_at = excluded.next_try_at, created_at = excluded.created_at
  WHERE order_messages.state = 'dropped'`

/** Events that a browser shows at once. That a bank was asked to refund can wait for the email. */
const pushed: readonly OrderEvent[] = ['ready', 'part-refunded', 'cancelled']

/** Browsers subscribed to an order: `$1` its location, `$3` its id, `$7` now. */
const listening = `FROM push_subscriptions s WHERE s.location_id = $1 AND s.ticket_id = $3 AND s.expires_at > $7`
/** The guest's own browsers among them: somebody else with the order's link must not keep emails from the guest. */
const ownListening = `${listening} AND s.is_own`

/**
 * Stores a message: a push to each subscribed browser, and an email. That food is ready is emailed only where none of the guest's browsers is subscribed;
 * refunds always are. Repeating it changes nothing. The caller has locked the ticket, so that no browser subscribes meanwhile.
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
  // An order that was never placed has no number to show.
  if (pushed.includes(event) && facts.name !== '')
    tx.later(
      `${addMessage} SELECT $1, $2 || '-' || s.id, $3, $4, $5, $6, ${row}, s.id, $8, $9 ${listening} ${onceOnly}`,
      values,
    )
  if (email === '') return
  const only = event === 'ready' ? `WHERE NOT EXISTS (SELECT 1 ${ownListening})` : ''
  tx.later(`${addMessage} SELECT $1, $2, $3, $4, $5, $6, ${row}, '', $8, $9 ${only} ${onceOnly}`, values)
}

/** Emails that an order is ready when the browser that a push was for is gone and it was the guest's last one. If others remain, they got the push. */
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

/** Stores a message about a gift card order, or its refunds: an email to the buyer. Repeating it changes nothing. */
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

/** Drops unsent messages that are no longer true: the order is not ready anymore. */
export const dropNews = (
  tx: Transaction,
  { locationId, ticketId, event }: Pick<News, 'locationId' | 'ticketId' | 'event'>,
): void => drop(tx, 'ticket_id = $2 AND event = $3', [locationId, ticketId, event])

/** The same for a refund that did not happen after all, of either kind of order. `about`: its id. */
export const dropRefundNews = (
  tx: Transaction,
  { locationId, id, about }: { locationId: string; id: string; about: string },
): void => drop(tx, '(ticket_id = $2 OR order_id = $2) AND about = $3', [locationId, id, about])

/** The same for a failed refund that somebody has taken care of. */
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
