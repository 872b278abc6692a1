import type { Cents } from '#contract/money.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'

/** Refunds of a gift card order, in the database: one row per act. A row without `doneAt` is still to be requested from the provider (refunds.ts). */

export type CardOrderRefund = {
  id: string
  orderId: string
  /** The staff member. */
  userId: string | undefined
  /**
   * One of contract/rules/card-acts.ts; `provider`: somebody refunded it in the provider's dashboard; `card_over`: the card to be reloaded had been voided
   * (place.ts).
   */
  reason: string
  note: string | undefined
  amountCents: Cents
  shippingCents: Cents
  /** How much was taken off which pieces of the order. */
  taken: { item: number; piece: number; cents: Cents }[]
  /** ms. */
  at: number
  /** When the provider accepted it (ms). */
  doneAt: number | undefined
  /** When its bank sent it back (ms): it is owed until it is done. */
  failedAt?: number | undefined
  /** Paid another way than to the payment card. */
  isByHand?: boolean
  /** Not a refund of ours: the bank took it, in a dispute that it decided for the buyer. */
  isByBank?: boolean
  providerRefundId: string | undefined
}

type Row = {
  id: string
  order_id: string
  user_id: string | null
  reason: string
  note: string | null
  amount_cents: Cents
  shipping_cents: Cents
  taken: CardOrderRefund['taken']
  created_at: number
  done_at: number | null
  failed_at: number | null
  by_hand: boolean
  by_bank: boolean
  provider_refund_id: string | null
}

const selectRefunds =
  'SELECT * FROM card_order_refunds WHERE location_id = $1 AND order_id = $2 ORDER BY created_at, id'

/** All refunds of an order, the oldest first. */
export const listOrderRefunds = async (
  database: Queryable,
  locationId: string,
  orderId: string,
): Promise<CardOrderRefund[]> =>
  (await database.query<Row>(selectRefunds, [locationId, orderId])).map(refundOf)

/** The same, locked until the transaction ends: the refund round does not take them meanwhile. */
export const lockOrderRefunds = async (
  tx: Transaction,
  locationId: string,
  orderId: string,
): Promise<CardOrderRefund[]> =>
  (await tx.query<Row>(`${selectRefunds} FOR UPDATE`, [locationId, orderId])).map(refundOf)

function refundOf(row: Row): CardOrderRefund {
  return {
    id: row.id,
    orderId: row.order_id,
    userId: row.user_id ?? undefined,
    reason: row.reason,
    note: row.note ?? undefined,
    amountCents: row.amount_cents,
    shippingCents: row.shipping_cents,
    taken: row.taken,
    at: row.created_at,
    doneAt: row.done_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    isByHand: row.by_hand,
    isByBank: row.by_bank,
    providerRefundId: row.provider_refund_id ?? undefined,
  }
}

/** Inserts a refund. */
export const insertOrderRefund = (tx: Transaction, locationId: string, refund: CardOrderRefund): void =>
  tx.later(
    `INSERT INTO card_order_refunds (location_id, id, order_id, user_id, reason, note, amount_cents, shipping_cents, taken, created_at, done_at, provider_refund_id, by_bank)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      locationId,
      refund.id,
      refund.orderId,
      refund.userId ?? null,
      refund.reason,
      refund.note ?? null,
      refund.amountCents,
      refund.shippingCents,
      JSON.stringify(refund.taken),
      refund.at,
      refund.doneAt ?? null,
      refund.providerRefundId ?? null,
      refund.isByBank ?? false,
    ],
  )
