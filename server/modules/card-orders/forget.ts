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

/** Taking people out of orders for gift cards, and orders that came to nothing out of the database. Amounts and cards of a placed order stay: they are the books'. */

const batchSize = 200
/** As many as one call deals with. */
export const orderBatchSize = batchSize

type Old = { locationId: string; beforeMs: number; nowMs: number }

const findOld = (condition: string): string =>
  `SELECT o.id FROM card_orders o WHERE o.location_id = $1 AND o.forgotten_at IS NULL AND o.created_at <= $2 AND o.touched_at <= $2 AND ${condition}
   ORDER BY o.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Deletes the orders that nobody paid for and nobody has touched since `beforeMs`; one that was tried to be paid for stays without its people. Gives how many. */
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
 * Takes buyers, recipients and messages out of placed orders that nobody has touched, and whose gifts went, before `beforeMs`, but not while money is to go back to
 * the buyer, or their bank is asking. Gives how many.
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

/** Whose orders: a member's own, and those that were bought as a guest with the address that is shown to be theirs. */
type OrdersOf = { locationId: string; userId: string; email: string | undefined }

const isOwn = `(o.user_id = $2 OR (o.user_id IS NULL AND $3::text IS NOT NULL AND lower(trim(o.buyer->>'buyer_email')) = $3))`
const ofPerson = `o.location_id = $1 AND ${isOwn}`
/** What others sent to that address. What has not gone yet is their givers' alone: it is a surprise, and must not keep anybody who knows nothing of it. */
const toPerson = `o.location_id = $1 AND ${isOwn} IS NOT TRUE AND o.status = 'Submitted' AND ${isSent} AND $3::text IS NOT NULL AND lower(trim(o.recipient->>'recipient_email')) = $3`
const personOf = ({ locationId, userId, email }: OrdersOf): unknown[] => [locationId, userId, email ?? null]

/**
 * Why a member cannot be taken out of their orders yet: a gift of theirs waits to be sent or is on hold, a card is to be posted, or money is on its way, or is owed or
 * disputed. Undefined: they can. What was bought as a guest with their address holds nobody.
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

/** Keeps a person's orders, and those that were sent to them, from changes until the transaction ends. Gives their ids. */
export const lockOrdersOf = async (tx: Transaction, person: OrdersOf): Promise<string[]> =>
  idsOf(
    await tx.query<{ id: string }>(
      `SELECT o.id FROM card_orders o WHERE (${ofPerson}) OR (${toPerson}) ORDER BY o.id FOR UPDATE`,
      personOf(person),
    ),
  )

/**
 * Takes a person out of all their orders, the cards that they gave and the gifts that came to their address; deletes orders that came to nothing. Nothing
 * of a member's own may be under way (`findOpenGift`). What somebody bought as a guest with their address, and is still open, keeps its people until it is
 * over (`forgetOrdersWhenOver`). Gives the ids of their own orders, of those that are `left` so, and of those that were sent to them.
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

/** Takes the people out of those that are not open. Gives the ids of all of them, of those that stay without their people, and of the open ones. */
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

/** Takes the people out of orders that were open when a member with their address left (`forgetOrdersOf`), and are not any more. Gives how many. */
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

/** The order is somebody else's: only to whom it went is forgotten, and what was written to them. */
function forgetReceiver(tx: Transaction, locationId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  tx.later(
    `UPDATE card_orders SET recipient = $3, personal_message = '' WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join(), JSON.stringify(emptyRecipient)],
  )
  forgetDeliveries(tx, locationId, ids)
}

/** What is kept of a person's orders, by table, and of the gifts that others sent to their address: of those nothing of the giver. */
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
      // The id of a card that was given away is its link.
      rowsOf(
        `SELECT to_jsonb(x) - 'card_id' - 'claim_code' - 'locked_until' - 'locked_by' AS row FROM card_deliveries`,
        'order_id',
      ),
      rowsOf('SELECT to_jsonb(x) AS row FROM card_shipments', 'order_id'),
      // Which of the staff is nobody's but the restaurant's.
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
      // As staff, on others' orders: nothing of those.
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
