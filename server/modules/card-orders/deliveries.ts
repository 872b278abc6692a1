import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { OrderPorts } from './service.ts'

/**
 * What is to be sent of cards that are paid for, by mail or by text. It is written down in the transaction that makes the card, so that it is never
 * lost, and sent after it. A message may go twice when the server stops between handing it on and writing that down: at least once, and for the same
 * card with the same link.
 */

type NewDelivery = {
  locationId: string
  id: string
  orderId: string
  cardId: string
  channel: 'email' | 'text'
  /** An address, or ten digits. */
  sentTo: string
  claimCode: string | undefined
  /** From when on it may be sent (ms). */
  dueAt: number
}

/** Where the sealed claim code of a delivery belongs. */
export const placeOfCode = (locationId: string, deliveryId: string): string =>
  `claim code\n${locationId}\n${deliveryId}`

/** Writes down what is to be sent. */
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
  /** Goes up with every change of it. */
  revision: number
  /** What its link is made of. */
  linkId: string
  amountCents: number
  fromName: string | undefined
  /** How the card looks. */
  design: GiftDesign | undefined
  ownPurchase: boolean
  /** The last digits of the card that it stands for. */
  replaces: string | undefined
  /** It is in somebody's account. */
  isOwned: boolean
  /** The giver's: what language the other reads nobody has told. */
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

/** What they say, in a statement of its own: the one that takes them may have begun before their giver's change was there. */
const readTaken = `SELECT d.location_id, d.id, d.order_id, d.card_id, d.channel, d.sent_to, d.claim_code, d.tries, d.revision, o.items, o.type, o.language, c.from_name, c.design, coalesce(c.link_id, c.id) AS link_id,
     c.user_id IS NOT NULL AS is_owned,
     (SELECT p.last_four FROM cards p WHERE p.location_id = o.location_id AND p.id = o.passed_card_id AND p.replaced_by = c.id) AS replaces
   FROM card_deliveries d
   JOIN card_orders o ON o.location_id = d.location_id AND o.id = d.order_id
   JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id
   WHERE (d.location_id, d.id) IN (SELECT * FROM unnest(string_to_array($1, ','), string_to_array($2, ',')))
   ORDER BY d.next_try_at, d.id`

/**
 * Takes deliveries of a channel whose time has come, for five minutes: nobody else takes them meanwhile, and after a stop they are free again. Those of a
 * merchant that is not among `locationIds` (switched off) wait, and so do those of a card that is not good: what was taken back is sent to nobody.
 */
export async function takeDeliveries(
  { database, cipher }: { database: Database; cipher: DataCipher },
  locationIds: readonly string[],
  nowMs: number,
  channel: Delivery['channel'],
): Promise<Delivery[]> {
  const rows = await database.transaction(async (tx) => {
    // A machine that loses its power loses whoever took them, too.
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

/** Writes down that these were handed on, all at once. The code is forgotten with the message that bore it. */
export const markSent = (database: Database, deliveries: readonly Delivery[], nowMs: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { locationId, id, revision } of inOrder(deliveries))
      tx.later(sent, [locationId, id, nowMs, revision])
  })

const sent = `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = $3, locked_until = 0, locked_by = NULL, tries = tries + 1
  WHERE location_id = $1 AND id = $2 AND revision = $4`

/** Two transactions that take rows in one order never wait for each other. */
const inOrder = (deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.toSorted((one, other) => (one.locationId + one.id < other.locationId + other.id ? -1 : 1))

const firstWaitMs = 60_000
const longestWaitMs = 6 * 60 * 60 * 1000

/** Half an hour: a mail server that is set up wrongly refuses good addresses, too. */
const maxRefusedTries = 6
/** Some three days. */
const maxTries = 20

/** Whether a delivery that failed (once more) is to be tried again. What is paid for is not lost with it: its giver is told, and corrects it. */
export const isWorthTrying = ({ tries }: Pick<Delivery, 'tries'>, isRefused: boolean): boolean =>
  tries + 1 < (isRefused ? maxRefusedTries : maxTries)

/**
 * To be tried again, first after a minute, then after twice as long each time, at last every six hours; or not any more. What another process has sent
 * meanwhile stays sent, and so does what was changed. Tells whether it was written down.
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

/** A delivery that nobody else changes or takes until the transaction ends. */
export type LockedDelivery = {
  locationId: string
  id: string
  state: 'pending' | 'sent' | 'failed' | 'undeliverable'
  sentTo: string
  /** Until when a worker has it in its hands (ms). */
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

/** Has a delivery sent (again) from `dueAt` on (ms). A new claim code takes the place of one that waits; without one, what waits stays. */
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

/** Nothing more is sent. */
export const dropDelivery = (tx: Transaction, { locationId, id }: LockedDelivery, nowMs: number): void =>
  tx.later(
    `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = $3, revision = revision + 1 WHERE location_id = $1 AND id = $2`,
    [locationId, id, nowMs],
  )

/** Nothing more is sent of a card that was ended. */
export const dropDeliveryOf = (tx: Transaction, locationId: string, cardId: string, nowMs: number): void =>
  tx.later(
    `UPDATE card_deliveries SET state = 'sent', claim_code = NULL, sent_at = coalesce(sent_at, $3), revision = revision + 1
     WHERE location_id = $1 AND card_id = $2 AND state <> 'sent'`,
    [locationId, cardId, nowMs],
  )

/** Nobody is known any more to whom they went. What was not sent yet is given up: its giver, where there is one, says whom it is for. */
export const forgetDeliveries = (tx: Transaction, locationId: string, orderIds: readonly string[]): void =>
  tx.later(
    `UPDATE card_deliveries SET sent_to = '', claim_code = NULL, state = CASE state WHEN 'sent' THEN 'sent' ELSE 'undeliverable' END, revision = revision + 1
     WHERE location_id = $1 AND order_id = ANY (string_to_array($2, ','))`,
    [locationId, orderIds.join()],
  )
