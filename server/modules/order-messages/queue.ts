import { hourMs } from '#contract/durations.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import type { PushSubscription } from '#server/ports/push/push.ts'
import {
  type CardOrderEvent,
  cardOrderEvents,
  type CardNotice,
  type OrderEvent,
  orderEvents,
  type OrderFacts,
  type OutboxPorts,
  notifyByEmail,
} from './outbox.ts'
import { removeSubscription } from './subscriptions.ts'

/** The queue of messages: claimed for a while, sent, and marked; a failed one waits longer each time, until it is too old to matter. */

/** Of a food order, or of a gift card order. */
type QueuedMessage =
  | { event: OrderEvent; ticketId: string; facts: OrderFacts }
  | (CardNotice & { orderId: string })

/** Each has rounds of its own, so that neither waits for the other's servers. */
export type Channel = 'push' | 'email'

export type WaitingMessage = QueuedMessage & {
  locationId: string
  id: string
  /** Empty: the email. Else the id of a subscription. */
  recipient: string
  sentTo: string
  /** Undefined: it is an email, or the browser is no longer subscribed. */
  browser: PushSubscription | undefined
  /** The guest's language. */
  language: PageLanguage
  /** The browser's language. */
  browserLanguage: PageLanguage
  tries: number
  createdAt: number
}

/** Longer than a mail server may take. */
const leaseMs = 5 * 60_000
const batchSize = 10
const firstWaitMs = 15_000
const longestWaitMs = 60 * 60_000

/** How long a message is worth sending: not for food that was ready two hours ago, but for days for refunds. */
const worthMs: Record<QueuedMessage['event'], number> = {
  placed: 24 * hourMs,
  ready: 2 * hourMs,
  'part-refunded': 7 * 24 * hourMs,
  cancelled: 3 * 24 * hourMs,
  refunded: 7 * 24 * hourMs,
  'refund-failed': 14 * 24 * hourMs,
  'cards-placed': 24 * hourMs,
  'cards-undelivered': 14 * 24 * hourMs,
  'cards-replaced': 14 * 24 * hourMs,
  'cards-refunded': 7 * 24 * hourMs,
  'cards-refund-failed': 14 * 24 * hourMs,
}

type Row = {
  location_id: string
  id: string
  ticket_id: string | null
  order_id: string | null
  event: QueuedMessage['event']
  recipient: string
  sent_to: string
  facts: QueuedMessage['facts']
  tries: number
  created_at: number
  language: string | null
  browser: (PushSubscription & { language: string | null }) | null
}

const takeDue = `UPDATE order_messages m SET locked_until = $1, locked_by = $4
   WHERE (m.location_id, m.id) IN (
     SELECT w.location_id, w.id FROM order_messages w
     WHERE w.state = 'pending' AND w.event = ANY (string_to_array($5, ',')) AND (w.recipient = '') = $6 AND w.next_try_at <= $2 AND w.locked_until <= $2 AND w.location_id = ANY (string_to_array($3, ','))
     ORDER BY w.next_try_at, w.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
   RETURNING m.location_id, m.id, m.ticket_id, m.order_id, m.event, m.recipient, m.sent_to, m.facts, m.tries, m.created_at, m.language,
     (SELECT jsonb_build_object('endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth, 'language', s.language) FROM push_subscriptions s
       WHERE s.location_id = m.location_id AND s.ticket_id = m.ticket_id AND s.id = m.recipient) AS browser`

/** Claims due messages of a channel for five minutes, in the order of their events. Those of merchants outside `locationIds` wait. */
export async function takeMessages(
  database: Database,
  locationIds: readonly string[],
  nowMs: number,
  channel: Channel,
): Promise<WaitingMessage[]> {
  const rows = await database.transaction((tx) => {
    // If the machine loses power, the claim does not matter anymore.
    tx.later(asynchronousCommit)
    return tx.query<Row>(takeDue, [
      nowMs + leaseMs,
      nowMs,
      locationIds.join(),
      holderUntil(tx, nowMs + leaseMs),
      // Events that only a newer server knows are left to that server.
      Object.keys(worthMs).join(),
      channel === 'email',
    ])
  })
  return rows
    .map((row) => ({
      ...messageOf(row),
      locationId: row.location_id,
      id: row.id,
      recipient: row.recipient,
      browser: row.browser ? browserOf(row.browser) : undefined,
      language: languageOfColumn(row.language),
      browserLanguage: languageOfColumn(row.browser?.language ?? null),
      sentTo: row.sent_to,
      tries: row.tries,
      createdAt: row.created_at,
    }))
    .toSorted((one, other) => one.createdAt - other.createdAt || placeOf(one.event) - placeOf(other.event))
}

// outbox.ts wrote it: each event has the order and the facts of its kind.
const messageOf = ({ event, ticket_id: ticketId, order_id: orderId, facts }: Row): QueuedMessage =>
  isOfCards(event)
    ? ({ event, orderId: orderId!, facts } as CardNotice & { orderId: string })
    : { event, ticketId: ticketId!, facts: facts as OrderFacts }

const isOfCards = (event: QueuedMessage['event']): event is CardOrderEvent =>
  cardOrderEvents.includes(event as CardOrderEvent)
const placeOf = (event: QueuedMessage['event']): number =>
  isOfCards(event) ? cardOrderEvents.indexOf(event) : orderEvents.indexOf(event)

/** The order of a message. */
export const orderOf = (message: WaitingMessage): string =>
  'orderId' in message ? message.orderId : message.ticketId

const browserOf = ({ endpoint, p256dh, auth }: PushSubscription): PushSubscription => ({
  endpoint,
  p256dh,
  auth,
})

/** Whether it is still worth sending. */
export const isWorthSending = (
  { event, createdAt }: Pick<WaitingMessage, 'event' | 'createdAt'>,
  nowMs: number,
): boolean => nowMs - createdAt <= worthMs[event]

/** A message dropped while it was being sent was sent anyway, or its lease expires. */
const ended = `UPDATE order_messages SET state = $3, sent_to = NULL, facts = NULL, sent_at = $4, locked_until = 0, locked_by = NULL, tries = tries + 1
  WHERE location_id = $1 AND id = $2 AND state <> 'sent'`
const failed = `UPDATE order_messages SET tries = tries + 1, next_try_at = $3, locked_until = 0, locked_by = NULL
  WHERE location_id = $1 AND id = $2 AND state <> 'sent'`

/** `gone`: the browser has unsubscribed. `unreachable`: its push service has failed several times. */
export type Ending = {
  message: WaitingMessage
  outcome: 'sent' | 'dropped' | 'failed' | 'gone' | 'unreachable'
}

/** Records the outcome of these, all at once. Sent messages lose their content. */
export const markEnded = (
  { database, ...ports }: OutboxPorts & { database: Database },
  endings: readonly Ending[],
): Promise<void> =>
  database.transaction(async (tx) => {
    const nowMs = ports.clock.now()
    for (const { message, outcome } of endings.toSorted(byId)) {
      const { locationId, id, tries } = message
      if (outcome === 'failed')
        tx.later(failed, [
          locationId,
          id,
          nowMs + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 20)),
        ])
      else tx.later(ended, [locationId, id, outcome === 'sent' ? 'sent' : 'dropped', nowMs])
      if (message.recipient !== '') markPushed(tx, ports, { message, outcome })
    }
  })

/** Removes browsers that are gone, and those that got the order's last event; a guest left without a message gets an email. */
function markPushed(tx: Transaction, ports: OutboxPorts, { message, outcome }: Ending): void {
  if ('orderId' in message) return
  const { locationId, ticketId, event, facts, recipient, sentTo, language } = message
  if (outcome === 'gone' || outcome === 'unreachable' || (outcome === 'sent' && event === 'cancelled'))
    removeSubscription(tx, { locationId, ticketId, id: recipient })
  if (outcome === 'gone' || outcome === 'unreachable')
    notifyByEmail(tx, ports, { locationId, ticketId, event, facts, email: sentTo, language })
}

/** Locking rows in the same order everywhere avoids deadlocks. */
const byId = ({ message: one }: Ending, { message: other }: Ending): number =>
  one.locationId + one.id < other.locationId + other.id ? -1 : 1
