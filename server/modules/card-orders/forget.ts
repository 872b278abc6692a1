import { emptyRecipient } from '#contract/rules/contact.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { forgetCardNotes, forgetGiftWords } from '#server/modules/cards/forget.ts'
import { exportBuyersMessages, forgetBuyers } from '#server/modules/order-messages/forget.ts'
import { forgetPayers, listTried } from '#server/modules/payments/forget.ts'
import { forgetDeliveries } from './deliveries.ts'
import {
  isDisputed,
  isGoingBack,
  isHeld,
  isOpen,
  isOwed,
  isPaying,
  isPosting,
  isSending,
  isSent,
  postedAfterMs,
} from './open-orders.ts'
import { emptyBuyer } from './order.ts'

/** Removes personal data from gift card orders, and deletes orders that were never placed. Amounts and cards of a placed order stay for the books. */

const batchSize = 200
/** How many orders one call handles. */
export const orderBatchSize = batchSize

type Old = { locationId: string; beforeMs: number; nowMs: number }

const findOld = (condition: string): string =>
  `SELECT o.id FROM card_orders o WHERE o.location_id = $1 AND o.forgotten_at IS NULL AND o.created_at <= $2 AND o.touched_at <= $2 AND ${condition}
   ORDER BY o.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Deletes unpaid orders that nobody has touched since `beforeMs`; one with a payment attempt stays, without personal data. Returns how many. */
export const forgetUnplacedOrders = (
  database: Database,
  { locationId, beforeMs, nowMs }: Old,
): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = idsOf(
      await tx.query<{ id: string }>(findOld(`o.status = 'Open' AND o.held_promo IS NULL`), [
        locationId,
        beforeMs,
      ]),
    )
    if (ids.length === 0) return 0
    const tried = await listTried(tx, locationId, { kind: 'order', ids })
    forgetPeople(
      tx,
      locationId,
      ids.filter((id) => tried.has(id)),
      nowMs,
    )
    deleteOrders(
      tx,
      locationId,
      ids.filter((id) => !tried.has(id)),
    )
    return ids.length
  })

/**
 * Removes buyers, recipients and messages from placed orders that nobody has touched, and whose gifts were sent, before `beforeMs`, unless a refund or a
 * dispute is open. Returns how many.
 */
export const forgetGivers = (database: Database, { locationId, beforeMs, nowMs }: Old): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = idsOf(
      await tx.query<{ id: string }>(
        findOld(
          `o.status = 'Submitted' AND (o.send_at IS NULL OR o.send_at <= $2) AND NOT ${isSending} AND NOT ${isGoingBack} AND NOT ${isDisputed}`,
        ),
        [locationId, beforeMs],
      ),
    )
    forgetPeople(tx, locationId, ids, nowMs)
    forgetCardNotes(tx, locationId, await listCardIds(tx, locationId, ids))
    return ids.length
  })

const listCardIds = async (
  tx: Transaction,
  locationId: string,
  orderIds: readonly string[],
): Promise<string[]> =>
  (
    await tx.query<{ card_id: string }>(
      `SELECT card_id FROM card_order_cards WHERE location_id = $1 AND order_id = ANY (string_to_array($2, ','))`,
      [locationId, orderIds.join()],
    )
  ).map(({ card_id: id }) => id)

function forgetPeople(tx: Transaction, locationId: string, ids: readonly string[], nowMs: number): void {
  if (ids.length === 0) return
  tx.later(
    `UPDATE card_orders SET recipient = $3, buyer = $4, personal_message = '', forgotten_at = $5
     WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join(), JSON.stringify(emptyRecipient), JSON.stringify(emptyBuyer), nowMs],
  )
  forgetDeliveries(tx, locationId, ids)
  tx.later(
    `UPDATE card_order_refunds SET note = NULL WHERE location_id = $1 AND order_id = ANY (string_to_array($2, ',')) AND note IS NOT NULL`,
    [locationId, ids.join()],
  )
  forgetBuyers(tx, locationId, ids)
  forgetPayers(tx, locationId, { kind: 'order', ids })
}

function deleteOrders(tx: Transaction, locationId: string, ids: readonly string[]): void {
  if (ids.length > 0)
    tx.later(`DELETE FROM card_orders WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`, [
      locationId,
      ids.join(),
    ])
}

/** A member's own orders, and those bought as a guest with their confirmed email. */
type OrdersOf = { locationId: string; userId: string; email: string | undefined }

const isOwn = `(o.user_id = $2 OR (o.user_id IS NULL AND $3::text IS NOT NULL AND lower(trim(o.buyer->>'buyer_email')) = $3))`
const ofPerson = `o.location_id = $1 AND ${isOwn}`
/**
 * Orders of others sent to that address. Those not sent yet are left to their givers: they are a surprise, and must not hold up somebody who knows nothing
 * about them.
 */
const toPerson = `o.location_id = $1 AND ${isOwn} IS NOT TRUE AND o.status = 'Submitted' AND ${isSent} AND $3::text IS NOT NULL AND lower(trim(o.recipient->>'recipient_email')) = $3`
const personOf = ({ locationId, userId, email }: OrdersOf): unknown[] => [locationId, userId, email ?? null]

/**
 * Why a member cannot be removed from their orders yet: a gift of theirs is waiting to be sent or on hold, a card is to be mailed, or money is under way, owed
 * or disputed. Undefined: they can be. Orders bought as a guest with their address never prevent it.
 */
export async function findOpenGift(
  database: Queryable,
  { locationId, userId }: OrdersOf,
  nowMs: number,
): Promise<'sending' | 'posting' | 'owed' | 'disputed' | 'held' | 'paying' | undefined> {
  const reasons = ['sending', 'posting', 'owed', 'disputed', 'held', 'paying'] as const
  const rows = await database.query<{ id: string } & Record<(typeof reasons)[number], boolean>>(
    `SELECT o.id, ${isSending} AS sending, ${isPosting('$3')} AS posting, ${isOwed} AS owed, ${isDisputed} AS disputed, ${isHeld} AS held, ${isPaying} AS paying
     FROM card_orders o WHERE o.location_id = $1 AND o.user_id = $2`,
    [locationId, userId, nowMs - postedAfterMs],
  )
  const reason = reasons.find((one) => rows.some((row) => row[one]))
  if (reason) return reason
  const tried = await listTried(database, locationId, { kind: 'order', ids: idsOf(rows) })
  return [...tried.values()].some((one) => one.isOpen) ? 'paying' : undefined
}

/** Locks a person's orders, and those sent to them, until the transaction ends. Returns their ids. */
export const lockOrdersOf = async (tx: Transaction, person: OrdersOf): Promise<string[]> =>
  idsOf(
    await tx.query<{ id: string }>(
      `SELECT o.id FROM card_orders o WHERE (${ofPerson}) OR (${toPerson}) ORDER BY o.id FOR UPDATE`,
      personOf(person),
    ),
  )

/**
 * Removes a person from all their orders, the cards that they gave and the gifts sent to their address; deletes orders that were never placed. A member's own
 * orders must not be open (`findOpenGift`). Open guest orders with their address keep their data until they are over (`forgetOrdersWhenOver`). Returns the ids
 * of their own orders, of those `left` for later, and of those sent to them.
 */
export async function forgetOrdersOf(
  tx: Transaction,
  person: OrdersOf,
  nowMs: number,
): Promise<{ own: string[]; left: string[]; received: string[] }> {
  const { locationId } = person
  const [rows, received] = await Promise.all([
    tx.query<OrderRow>(
      `SELECT o.id, o.status, o.user_id IS NULL AND ${isOpen('$4')} AS is_open FROM card_orders o WHERE ${ofPerson} ORDER BY o.id FOR UPDATE`,
      [...personOf(person), nowMs - postedAfterMs],
    ),
    tx.query<{ id: string }>(
      `SELECT o.id FROM card_orders o WHERE ${toPerson} ORDER BY o.id FOR UPDATE`,
      personOf(person),
    ),
  ])
  const { own, left, stay } = await forgetRows(tx, locationId, rows, nowMs)
  tx.later(
    `UPDATE card_orders SET forget_when_over = true WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, left.join()],
  )
  tx.later(
    `UPDATE card_orders SET user_id = NULL, language = NULL WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, stay.join()],
  )
  forgetReceiver(tx, locationId, idsOf(received))
  forgetGiftWords(tx, locationId, await listCardIds(tx, locationId, [...stay, ...idsOf(received)]))
  return { own, left, received: idsOf(received) }
}

type OrderRow = { id: string; status: string; is_open: boolean }

/** Removes people from the orders that are not open. Returns the ids of all of them, of those that stay without people, and of the open ones. */
async function forgetRows(
  tx: Transaction,
  locationId: string,
  rows: readonly OrderRow[],
  nowMs: number,
): Promise<{ own: string[]; left: string[]; stay: string[] }> {
  const tried = await listTried(tx, locationId, { kind: 'order', ids: idsOf(rows) })
  const isLeft = (row: OrderRow): boolean => row.is_open || tried.get(row.id)?.isOpen === true
  const over = rows.filter((row) => !isLeft(row))
  const isGone = ({ id, status }: OrderRow): boolean => status === 'Open' && !tried.has(id)
  const stay = idsOf(over.filter((row) => !isGone(row)))
  forgetPeople(tx, locationId, stay, nowMs)
  deleteOrders(tx, locationId, idsOf(over.filter(isGone)))
  return { own: idsOf(over), left: idsOf(rows.filter(isLeft)), stay }
}

/** Removes people from orders that were open when a member with their address left (`forgetOrdersOf`), and no longer are. Returns how many. */
export const forgetOrdersWhenOver = (
  database: Database,
  { locationId, nowMs }: { locationId: string; nowMs: number },
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = await tx.query<OrderRow>(
      `SELECT o.id, o.status, false AS is_open FROM card_orders o
       WHERE o.location_id = $1 AND o.forget_when_over AND o.forgotten_at IS NULL AND NOT ${isOpen('$2')}
       ORDER BY o.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [locationId, nowMs - postedAfterMs],
    )
    const { own, stay } = await forgetRows(tx, locationId, rows, nowMs)
    forgetCardNotes(tx, locationId, await listCardIds(tx, locationId, stay))
    return own.length
  })

/** The order belongs to somebody else: only its recipient and the message are forgotten. */
function forgetReceiver(tx: Transaction, locationId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  tx.later(
    `UPDATE card_orders SET recipient = $3, personal_message = '' WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join(), JSON.stringify(emptyRecipient)],
  )
  forgetDeliveries(tx, locationId, ids)
}

/** What is kept of a person's orders, by table, and of gifts sent to their address, without anything about the giver. */
export async function exportOrders(
  database: Queryable,
  person: OrdersOf,
): Promise<{ ids: string[]; tables: Record<string, unknown[]> }> {
  const ids = idsOf(
    await database.query<{ id: string }>(
      `SELECT o.id FROM card_orders o WHERE ${ofPerson} ORDER BY o.created_at, o.id`,
      personOf(person),
    ),
  )
  const read = async (sql: string, values: readonly unknown[]): Promise<unknown[]> =>
    (await database.query<{ row: unknown }>(sql, values)).map(({ row }) => row)
  const list = [person.locationId, ids.join()]
  const rowsOf = (table: string, column: string): Promise<unknown[]> =>
    read(`${table} x WHERE x.location_id = $1 AND x.${column} = ANY (string_to_array($2, ','))`, list)
  const [messages, orders, payments, deliveries, shipments, refunds, words, received, holds, made] =
    await Promise.all([
      exportBuyersMessages(database, person.locationId, ids),
      rowsOf('SELECT to_jsonb(x) AS row FROM card_orders', 'id'),
      rowsOf('SELECT to_jsonb(x) AS row FROM card_order_payments', 'order_id'),
      // Omits ids: the id of a card that was given away is its link.
      rowsOf(
        `SELECT to_jsonb(x) - 'card_id' - 'claim_code' - 'locked_until' - 'locked_by' AS row FROM card_deliveries`,
        'order_id',
      ),
      rowsOf('SELECT to_jsonb(x) AS row FROM card_shipments', 'order_id'),
      // Which staff member acted is the restaurant's own business.
      rowsOf(
        `SELECT to_jsonb(x) - 'user_id' - 'locked_until' - 'locked_by' AS row FROM card_order_refunds`,
        'order_id',
      ),
      read(
        `SELECT jsonb_build_object('order_id', m.order_id, 'from_name', c.from_name, 'personal_message', c.personal_message) AS row
       FROM card_order_cards m JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id
       WHERE m.location_id = $1 AND m.order_id = ANY (string_to_array($2, ',')) AND (c.from_name IS NOT NULL OR c.personal_message IS NOT NULL)`,
        list,
      ),
      read(
        `SELECT jsonb_build_object('recipient', o.recipient, 'personal_message', o.personal_message, 'created_at', o.created_at) AS row
       FROM card_orders o WHERE ${toPerson} ORDER BY o.created_at, o.id`,
        personOf(person),
      ),
      rowsOf('SELECT to_jsonb(x) AS row FROM card_order_holds', 'order_id'),
      // Acts as staff on others' orders: without anything about those orders.
      read(
        `SELECT jsonb_build_object('created_at', x.created_at, 'reason', x.reason, 'amount_cents', x.amount_cents) AS row FROM card_order_refunds x
       WHERE x.location_id = $1 AND x.user_id = $3 AND NOT x.order_id = ANY (string_to_array($2, ',')) ORDER BY x.created_at, x.id`,
        [...list, person.userId],
      ),
    ])
  return {
    ids,
    tables: {
      card_orders: orders!,
      card_order_payments: payments!,
      card_deliveries: deliveries!,
      card_shipments: shipments!,
      card_order_refunds: refunds!,
      card_order_messages: messages,
      gift_words: words!,
      gifts_received: received!,
      card_order_holds: holds!,
      card_order_refunds_made: made!,
    },
  }
}
