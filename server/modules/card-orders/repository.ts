import type { Buyer } from '#contract/rules/card-order.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { languageColumn, languageOfColumn } from '#server/plugins/language.ts'
import { takenCents } from './losses.ts'
import { isDisputed } from './open-orders.ts'
import type { KeptPrice, Order, OrderDelivery, OrderedCard, OrderItem, OrderType } from './order.ts'

/** Orders for gift cards in the database. */

type OrderRow = {
  id: string
  receipt_id: string
  type: OrderType
  user_id: string | null
  language: string | null
  status: Order['status']
  program_id: string | null
  card_id: string | null
  items: (Omit<OrderItem, 'programId'> & { programId?: string })[]
  promo_code: string | null
  held_promo: string | null
  recipient: Recipient
  personal_message: string
  design_id: string | null
  send_at: number | null
  send_zone: string | null
  passed_card_id: string | null
  taken_back_at: number | null
  delivery_state: OrderDelivery['state'] | null
  due_at: number | null
  sent_at: number | null
  buyer: Buyer
  priced: KeptPrice | null
  created_at: number
  touched_at: number
  display_name: string | null
  paid_cents: number | null
  paid_at: number | null
  disputed: boolean
  taken_cents: number
  refunds: RefundJson[] | null
}

type RefundJson = {
  id: string
  at: number
  amount_cents: number
  reason: string
  done_at: number | null
  failed_at: number | null
  by_hand: boolean
  by_bank: boolean
}

/** An order, or undefined. */
export const findOrder = (database: Queryable, locationId: string, id: string): Promise<Order | undefined> =>
  readOrder(database, locationId, id)

/** The id of a receipt's order, or undefined. */
export async function findIdOfReceipt(
  database: Queryable,
  locationId: string,
  receiptId: string,
): Promise<string | undefined> {
  const rows = await database.query<{ id: string }>(
    'SELECT id FROM card_orders WHERE location_id = $1 AND receipt_id = $2',
    [locationId, receiptId],
  )
  return rows[0]?.id
}

/** An order locked until the transaction ends, or undefined. */
export async function lockOrder(tx: Transaction, locationId: string, id: string): Promise<Order | undefined> {
  const [, order] = await Promise.all([
    tx.query('SELECT 1 AS one FROM card_orders WHERE location_id = $1 AND id = $2 FOR UPDATE', [
      locationId,
      id,
    ]),
    // Separate statements after the lock: the locking statement, if it had to wait, would read an old payment and delivery.
    readOrder(tx, locationId, id),
  ])
  return order
}

async function readOrder(database: Queryable, locationId: string, id: string): Promise<Order | undefined> {
  const [rows, cards] = await Promise.all([
    database.query<OrderRow>(
      `SELECT o.*, p.display_name, p.amount_cents AS paid_cents, p.created_at AS paid_at, ${isDisputed} AS disputed, ${takenCents} AS taken_cents,
         d.state AS delivery_state, d.next_try_at AS due_at, d.sent_at,
         (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'at', r.created_at, 'amount_cents', r.amount_cents, 'reason', r.reason, 'done_at', r.done_at, 'failed_at', r.failed_at, 'by_hand', r.by_hand, 'by_bank', r.by_bank) ORDER BY r.created_at, r.id)
           FROM card_order_refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id) AS refunds
       FROM card_orders o
       LEFT JOIN card_order_payments p ON p.location_id = o.location_id AND p.order_id = o.id
       LEFT JOIN card_deliveries d ON d.location_id = o.location_id AND d.order_id = o.id
       WHERE o.location_id = $1 AND o.id = $2`,
      [locationId, id],
    ),
    database.query<{
      item_index: number
      card_id: string
      sealed_number: string
      last_four: string
      program_id: string
      user_id: string | null
      opened_at: number | null
      status: string
      is_replaced: boolean
    }>(
      `SELECT m.item_index, m.card_id, c.sealed_number, c.last_four, c.program_id, c.user_id, c.opened_at, c.status, c.replaced_by IS NOT NULL AS is_replaced FROM card_order_cards m
       JOIN card_orders o ON o.location_id = m.location_id AND o.id = m.order_id AND o.type NOT IN ('SendPhysical', 'PhysicalCards')
       JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id
       WHERE m.location_id = $1 AND m.order_id = $2 ORDER BY m.item_index, m.piece`,
      [locationId, id],
    ),
  ])
  const made = cards.map((row): OrderedCard => ({
    itemIndex: row.item_index,
    cardId: row.card_id,
    sealedNumber: row.sealed_number,
    lastFour: row.last_four,
    programId: row.program_id,
    holderId: row.user_id ?? undefined,
    openedAt: row.opened_at ?? undefined,
    status: row.status,
    isReplaced: row.is_replaced,
  }))
  return rows[0] && orderOf(locationId, rows[0], made)
}

const orderOf = (locationId: string, row: OrderRow, cards: OrderedCard[]): Order => ({
  locationId,
  id: row.id,
  receiptId: row.receipt_id,
  type: row.type,
  userId: row.user_id ?? undefined,
  language: languageOfColumn(row.language),
  status: row.status,
  programId: row.program_id ?? undefined,
  cardId: row.card_id ?? undefined,
  items: row.items.map(({ index, priceCents, quantity, programId }) => ({
    index,
    priceCents,
    quantity,
    programId,
  })),
  promoCode: row.promo_code ?? undefined,
  heldPromo: row.held_promo ?? undefined,
  recipient: row.recipient,
  personalMessage: row.personal_message,
  designId: row.design_id ?? undefined,
  giftTime: row.send_at === null ? undefined : { atMs: row.send_at, zone: row.send_zone ?? 'UTC' },
  delivery:
    row.delivery_state === null
      ? undefined
      : { state: row.delivery_state, dueAt: row.due_at ?? 0, sentAt: row.sent_at ?? undefined },
  passedCardId: row.passed_card_id ?? undefined,
  takenBackAt: row.taken_back_at ?? undefined,
  buyer: row.buyer,
  kept: row.priced ?? undefined,
  payment:
    row.display_name === null
      ? undefined
      : {
          displayName: row.display_name,
          amountCents: row.paid_cents ?? 0,
          at: row.paid_at ?? row.created_at,
          isDisputed: row.disputed,
          takenCents: row.taken_cents,
        },
  refunds: (row.refunds ?? []).map((refund) => ({
    id: refund.id,
    at: refund.at,
    amountCents: refund.amount_cents,
    reason: refund.reason,
    doneAt: refund.done_at ?? undefined,
    failedAt: refund.failed_at ?? undefined,
    isByHand: refund.by_hand,
    isByBank: refund.by_bank,
  })),
  cards,
  createdAt: row.created_at,
  touchedAt: row.touched_at,
})

/** Writes a new order. */
export function insertOrder(tx: Transaction, order: Order): void {
  tx.later(
    `INSERT INTO card_orders (location_id, id, type, user_id, status, program_id, card_id, items, recipient, personal_message, buyer, created_at, touched_at,
       passed_card_id, language, receipt_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      order.locationId,
      order.id,
      order.type,
      order.userId ?? null,
      order.status,
      order.programId ?? null,
      order.cardId ?? null,
      JSON.stringify(order.items),
      JSON.stringify(order.recipient),
      order.personalMessage,
      JSON.stringify(order.buyer),
      order.createdAt,
      order.touchedAt,
      order.passedCardId ?? null,
      languageColumn(order.language),
      order.receiptId,
    ],
  )
}

/** Saves the changeable fields of an order. Its payment and its cards are separate rows. */
export function updateOrder(tx: Transaction, order: Order): void {
  tx.later(
    `UPDATE card_orders SET user_id = $3, status = $4, program_id = $5, items = $6, promo_code = $7, recipient = $8, personal_message = $9, buyer = $10,
       priced = $11, touched_at = $12, held_promo = $13, design_id = $14, send_at = $15, send_zone = $16, taken_back_at = $17, language = $18
     WHERE location_id = $1 AND id = $2`,
    [
      order.locationId,
      order.id,
      order.userId ?? null,
      order.status,
      order.programId ?? null,
      JSON.stringify(order.items),
      order.promoCode ?? null,
      JSON.stringify(order.recipient),
      order.personalMessage,
      JSON.stringify(order.buyer),
      order.kept ? JSON.stringify(order.kept) : null,
      order.touchedAt,
      order.heldPromo ?? null,
      order.designId ?? null,
      order.giftTime?.atMs ?? null,
      order.giftTime?.zone ?? null,
      order.takenBackAt ?? null,
      languageColumn(order.language),
    ],
  )
}

const maxGifts = 50

/**
 * The order ids of gifts that a user has sent by text or email, the newest first. If there are too many to list, opened and finished ones are left out first.
 */
export async function listGiftIds(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM (
       SELECT o.id, o.created_at FROM card_orders o
       WHERE o.location_id = $1 AND o.user_id = $2 AND o.status = 'Submitted' AND o.type IN ('SendText', 'SendEmail')
       ORDER BY EXISTS (SELECT 1 FROM card_order_cards m JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id
           WHERE m.location_id = o.location_id AND m.order_id = o.id AND c.status = 'active' AND c.user_id IS NULL AND c.opened_at IS NULL) DESC,
         o.created_at DESC, o.id LIMIT ${maxGifts}) listed
     ORDER BY created_at DESC, id`,
    [locationId, userId],
  )
  return rows.map(({ id }) => id)
}
