import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * The places where money can be. Every cent that moves leaves one account and enters another (docs/design/contract.md, Money rules). `card_provider` is what
 * diners pay with, `orders` and `tips` are what dishes earn. A gift card's money is on `card:<id>` and came from `card_sales`: payments for cards, and
 * discounts, enter `card_sales`; the cards' amounts and postage leave it, so that a card order that is paid and delivered leaves nothing there. Balances of
 * cards voided by the restaurant are on `card_voids`. What a cardholder's bank has taken back is on `disputes`; what the restaurant paid out itself, where a
 * bank did not take a refund, came from `own_cash`.
 */
export type Account =
  | 'card_provider'
  | 'orders'
  | 'tips'
  | 'card_sales'
  | 'card_discounts'
  | 'card_shipping'
  | 'card_voids'
  | 'disputes'
  | 'own_cash'
  | `card:${string}`

export type Transfer = {
  id: string
  from: Account
  to: Account
  amountCents: Cents
  /** The ticket that the transfer is about. */
  ticketId?: string | undefined
  /** The card order or physical order that the transfer is about. */
  orderId?: string | undefined
}

/**
 * Writes both sides of a transfer in one statement, so they sum to zero by construction. A zero amount writes nothing. A transfer's id is unique: a repeated
 * transfer violates the key and rolls its transaction back.
 */
export function recordTransfer(tx: Transaction, locationId: string, transfer: Transfer, nowMs: number): void {
  const { id, from, to, amountCents, ticketId, orderId } = transfer
  if (amountCents === 0) return
  tx.later(
    `INSERT INTO ledger (location_id, transfer_id, side, account, amount_cents, ticket_id, order_id, created_at)
     VALUES ($1, $2, 'from', $3, $4, $7, $8, $9), ($1, $2, 'to', $5, $6, $7, $8, $9)`,
    [locationId, id, from, -amountCents, to, amountCents, ticketId ?? null, orderId ?? null, nowMs],
  )
}

/** Which of these transfers exist, with the amount of each (cents). */
export async function findTransfers(
  tx: Transaction,
  locationId: string,
  ids: readonly string[],
): Promise<Map<string, Cents>> {
  const rows = await tx.query<{ transfer_id: string; amount_cents: Cents }>(
    `SELECT transfer_id, amount_cents FROM ledger WHERE location_id = $1 AND side = 'to' AND transfer_id IN (SELECT unnest(string_to_array($2, ',')))`,
    [locationId, ids.join(',')],
  )
  return new Map(rows.map((row) => [row.transfer_id, row.amount_cents]))
}
