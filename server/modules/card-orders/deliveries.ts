import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { OrderPorts } from './service.ts'

/**
 * Messages, by email or text, that bring paid cards. Each is stored in the transaction that creates the card, so it is never lost, and sent afterwards. It may
 * go out twice when the server stops between sending it and recording that: at least once, and with the same link for the same card.
 */

type NewDelivery = {
  locationId: string
  id: string
  orderId: string
  cardId: string
  channel: 'email' | 'text'
  /** An email address, or a phone number of ten digits. */
  sentTo: string
  claimCode: string | undefined
  /** The earliest time to send it (ms). */
  dueAt: number
}

/** The context that a delivery's claim code is sealed with. */
export const placeOfCode = (locationId: string, deliveryId: string): string =>
  `claim code\n${locationId}\n${deliveryId}`

/** Stores a message to be sent. */
export function addDelivery(
  tx: Transaction,
  { cipher, clock }: Pick<OrderPorts, 'cipher' | 'clock'>,
  delivery: NewDelivery,
): void {
  const code =
    delivery.claimCode === undefined
      ? null
      : cipher.seal(delivery.claimCode, placeOfCode(delivery.locationId, delivery.id))
  tx.later(
    `INSERT INTO card_deliveries (location_id, id, order_id, card_id, channel, sent_to, claim_code, state, tries, next_try_at, locked_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, $9, 0, $8)`,
    [
      delivery.locationId,
      delivery.id,
      delivery.orderId,
      delivery.cardId,
      delivery.channel,
      delivery.sentTo,
      code,
      clock.now(),
      delivery.dueAt,
    ],
  )
}

export type Delivery = Omit<NewDelivery, 'dueAt'> & {
  tries: number
  /** Increases with every change. */
  revision: number
  /** The id in its link. */
  linkId: string
  amountCents: number
  fromName: string | undefined
  /** The card's design. */
  design: GiftDesign | undefined
  ownPurchase: boolean
  /** The last digits of the card that it replaces. */
  replaces: string | undefined
  /** Whether the card is in somebody's account. */
  isOwned: boolean
  /** The giver's: the recipient's language is not known. */
  language: PageLanguage
}

/** Longer than a mail server or the webhook may take. */
const leaseMs = 5 * 60_000
const batchSize = 10

type DeliveryRow = {
  location_id: string
  id: string
  order_id: string
  card_id: string
  channel: 'email' | 'text'
  sent_to: string
  claim_code: string | null
  tries: number
  revision: number
  link_id: string
  items: { priceCents: number }[]
  from_name: string | null
  design: GiftDesign | null
  type: string
  replaces: string | null
  is_owned: boolean
  language: string | null
}

const takeDue = `UPDATE card_deliveries d SET locked_until = $1, locked_by = $4
   WHERE (d.location_id, d.id) IN (
     SELECT w.location_id, w.id FROM card_deliveries w
     JOIN cards f ON f.location_id = w.location_id AND f.id = w.card_id AND f.status = 'active'
     WHERE w.state <> 'sent' AND w.state <> 'undeliverable' AND w.channel = $5 AND w.next_try_at <= $2 AND w.locked_until <= $2 AND w.location_id = ANY (string_to_array($3, ','))
     ORDER BY w.next_try_at LIMIT ${batchSize} FOR UPDATE OF w SKIP LOCKED)
   RETURNING d.location_id, d.id`

/** Reads the content in a separate statement: the statement that claims the rows may have started before the giver's change was visible. */
const readTaken = `SELECT d.location_id, d.id, d.order_id, d.card_id, d.channel, d.sent_to, d.claim_code, d.tries, d.revision, o.items, o.type, o.language, c.from_name, c.design, coalesce(c.link_id, c.id) AS link_id,
     c.user_id IS NOT NULL AS is_owned,
     (SELECT p.last_four FROM cards p WHERE p.location_id = o.location_id AND p.id = o.passed_card_id AND p.replaced_by = c.id) AS replaces
   FROM card_deliveries d
   JOIN card_orders o ON o.location_id = d.location_id AND o.id = d.order_id
   JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id
   WHERE (d.location_id, d.id) IN (SELECT * FROM unnest(string_to_array($1, ','), string_to_array($2, ',')))
   ORDER BY d.next_try_at, d.id`

/**
 * Claims due deliveries of a channel for five minutes, so that no other process takes them; after a crash they become free again. Those of merchants outside
 * `locationIds` (switched off) wait, and so do those of a card that is not active: a gift that was taken back is not sent.
 */
export async function takeDeliveries(
  { database, cipher }: { database: Database; cipher: DataCipher },
  locationIds: readonly string[],
  nowMs: number,
  channel: Delivery['channel'],
): Promise<Delivery[]> {
  const rows = await database.transaction(async (tx) => {
    // If the machine loses power, the claim does not matter anymore.
    tx.later(asynchronousCommit)
    const taken = await tx.query<{ location_id: string; id: string }>(takeDue, [
      nowMs + leaseMs,
      nowMs,
      locationIds.join(),
      holderUntil(tx, nowMs + leaseMs),
      channel,
    ])
    if (taken.length === 0) return []
    const ids = [taken.map(({ location_id: id }) => id).join(), taken.map(({ id }) => id).join()]
    return tx.query<DeliveryRow>(readTaken, ids)
  })
  return rows.map((row) => ({
    locationId: row.location_id,
    id: row.id,
    orderId: row.order_id,
    cardId: row.card_id,
    channel: row.channel,
    sentTo: row.sent_to,
    claimCode:
      row.claim_code === null ? undefined : cipher.open(row.claim_code, placeOfCode(row.location_id, row.id)),
    tries: row.tries,
    revision: row.revision,
    linkId: row.link_id,
    amountCents: row.items[0]?.priceCents ?? 0,
    fromName: row.from_name ?? undefined,
    design: row.design ?? undefined,
    ownPurchase: row.type === 'Purchase',
    replaces: row.replaces ?? undefined,
    isOwned: row.is_owned,
    language: languageOfColumn(row.language),
  }))
}

/** Marks these as sent, all at once, and deletes the claim codes that they carried. */
export const markSent = (database: Database, deliveries: readonly Delivery[], nowMs: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { locationId, id, revision } of inOrder(deliveries))
      tx.later(sent, [locationId, id, nowMs, revision])
  })

const sent = `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = $3, locked_until = 0, locked_by = NULL, tries = tries + 1
  WHERE location_id = $1 AND id = $2 AND revision = $4`

/** Locking rows in the same order everywhere avoids deadlocks. */
const inOrder = (deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.toSorted((one, other) => (one.locationId + one.id < other.locationId + other.id ? -1 : 1))

const firstWaitMs = 60_000
const longestWaitMs = 6 * 60 * 60 * 1000

/** Half an hour: a misconfigured mail server refuses valid addresses, too. */
const maxRefusedTries = 6
/** About three days. */
const maxTries = 20

/** Whether to retry a delivery that has failed (again). A paid gift is not lost when this gives up: its giver is told, and can correct the address. */
export const isWorthTrying = ({ tries }: Pick<Delivery, 'tries'>, isRefused: boolean): boolean =>
  tries + 1 < (isRefused ? maxRefusedTries : maxTries)

/**
 * Schedules a retry: first after a minute, then after twice as long each time, up to every six hours; or gives up. A delivery that another process has sent
 * meanwhile stays sent, and a changed one keeps its change. Returns whether anything was written.
 */
export async function markFailed(
  database: Queryable,
  { locationId, id, tries, revision }: Delivery,
  { nowMs, state }: { nowMs: number; state: 'failed' | 'undeliverable' },
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE card_deliveries SET state = $5, tries = tries + 1, next_try_at = $3, locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND id = $2 AND state <> 'sent' AND revision = $4 RETURNING 1 AS marked`,
    [
      locationId,
      id,
      nowMs + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 20)),
      revision,
      state,
    ],
  )
  return rows.length > 0
}

/** A delivery locked until the transaction ends. */
export type LockedDelivery = {
  locationId: string
  id: string
  state: 'pending' | 'sent' | 'failed' | 'undeliverable'
  sentTo: string
  /** Until when a worker has claimed it (ms). */
  lockedUntil: number
}

/** The delivery of an order, locked; undefined where it has none. */
export async function lockDelivery(
  tx: Transaction,
  locationId: string,
  orderId: string,
): Promise<LockedDelivery | undefined> {
  const rows = await tx.query<{
    id: string
    state: LockedDelivery['state']
    sent_to: string
    locked_until: number
  }>(
    'SELECT id, state, sent_to, locked_until FROM card_deliveries WHERE location_id = $1 AND order_id = $2 FOR UPDATE',
    [locationId, orderId],
  )
  return (
    rows[0] && {
      locationId,
      id: rows[0].id,
      state: rows[0].state,
      sentTo: rows[0].sent_to,
      lockedUntil: rows[0].locked_until,
    }
  )
}

/** Schedules a delivery (again) for `dueAt` (ms). A new claim code replaces the stored one; without one, the stored code stays. */
export function rescheduleDelivery(
  tx: Transaction,
  { cipher }: Pick<OrderPorts, 'cipher'>,
  { locationId, id }: LockedDelivery,
  { sentTo, dueAt, claimCode }: { sentTo: string; dueAt: number; claimCode: string | undefined },
): void {
  const code = claimCode === undefined ? null : cipher.seal(claimCode, placeOfCode(locationId, id))
  tx.later(
    `UPDATE card_deliveries SET state = 'pending', tries = 0, sent_at = NULL, revision = revision + 1, sent_to = $3, next_try_at = $4,
       claim_code = coalesce($5, claim_code) WHERE location_id = $1 AND id = $2`,
    [locationId, id, sentTo, dueAt, code],
  )
}

/** Cancels a delivery. */
export const dropDelivery = (tx: Transaction, { locationId, id }: LockedDelivery, nowMs: number): void =>
  tx.later(
    `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = $3, revision = revision + 1 WHERE location_id = $1 AND id = $2`,
    [locationId, id, nowMs],
  )

/** Cancels the deliveries of a card that was ended. */
export const dropDeliveryOf = (tx: Transaction, locationId: string, cardId: string, nowMs: number): void =>
  tx.later(
    `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = coalesce(sent_at, $3), revision = revision + 1
     WHERE location_id = $1 AND card_id = $2 AND state <> 'sent'`,
    [locationId, cardId, nowMs],
  )

/** Forgets the recipients. Unsent deliveries are given up: the giver, if there is one, has to enter the recipient again. */
export const forgetDeliveries = (tx: Transaction, locationId: string, orderIds: readonly string[]): void =>
  tx.later(
    `UPDATE card_deliveries SET sent_to = '', claim_code = NULL, state = CASE state WHEN 'sent' THEN 'sent' ELSE 'undeliverable' END, revision = revision + 1
     WHERE location_id = $1 AND order_id = ANY (string_to_array($2, ','))`,
    [locationId, orderIds.join()],
  )
