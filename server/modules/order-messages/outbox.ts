import type { Cents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * What is to be told of an order, written down in the transaction that makes it so: a server that dies after its commit tells it at the next start, and
 * the table's key lets nothing be told twice. It knows nothing of tickets but what it is given.
 */

/** In the order in which they can come of one order. */
export const orderEvents = ['placed', 'ready', 'cancelled', 'refunded'] as const
export type OrderEvent = (typeof orderEvents)[number]

/** What a message says of its order: as it was then, whatever becomes of the order before the message goes. */
export type OrderFacts = {
  /** The order number; empty for one that was paid and never placed. */
  name: string
  handover: 'pickup' | 'curbside' | 'delivery'
  /** ISO date and `h:mma`, on the location's own clock; not there: as soon as possible. */
  readyDate?: string | undefined
  readyTime?: string | undefined
  totalCents?: Cents
  paid?: { displayName: string; amountCents: Cents }[]
  /** Why it was cancelled, and what goes back where. */
  because?: string
  refund?: { displayName: string; amountCents: Cents }
}

export type News = {
  locationId: string
  ticketId: string
  event: OrderEvent
  facts: OrderFacts
  /** The guest's email address; empty: nobody can be written to. */
  email: string
}

export type OutboxPorts = { clock: Clock; ids: Ids }

/** `$9` is what the row is for: an email has no recipient of its own. What was dropped before it went may be said again. */
export const addMessage = `INSERT INTO order_messages
  (location_id, id, ticket_id, event, sent_to, facts, state, tries, next_try_at, locked_until, created_at, recipient)`
export const onceOnly = `ON CONFLICT (location_id, ticket_id, event, recipient) DO UPDATE SET
  state = 'pending', sent_to = excluded.sent_to, facts = excluded.facts, tries = 0, next_try_at = excluded.next_try_at, created_at = excluded.created_at
  WHERE order_messages.state = 'dropped'`

/** Writes down what is to be told. Said again, it changes nothing. */
export function tellGuest(tx: Transaction, ports: OutboxPorts, news: News): void {
  if (news.email === '') return
  const { locationId, ticketId, event, facts, email } = news
  tx.later(`${addMessage} VALUES ($1, $2, $3, $4, $5, $6, 'pending', 0, $7, 0, $7, '') ${onceOnly}`, [
    locationId,
    ports.ids.uuid(),
    ticketId,
    event,
    email,
    JSON.stringify(facts),
    ports.clock.now(),
  ])
}

/** Takes back what is not true any more, where it has not gone yet: an order is ready no longer. */
export const dropNews = (
  tx: Transaction,
  { locationId, ticketId, event }: Pick<News, 'locationId' | 'ticketId' | 'event'>,
): void =>
  tx.later(
    `UPDATE order_messages SET state = 'dropped', sent_to = NULL, facts = NULL
     WHERE location_id = $1 AND ticket_id = $2 AND event = $3 AND state = 'pending'`,
    [locationId, ticketId, event],
  )
