import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * Where money can be. Every cent that moves leaves one account and enters another (docs/design/contract.md, Money rules).
 * `card_provider` is what diners pay with, `orders` and `tips` what dishes earn. A gift card's money stands on `card:<id>` and came there from
 * `card_sales`: what is paid for cards, and what a discount gives, enters `card_sales`; what goes onto cards and into postage leaves it, so that
 * a card order that is paid and delivered leaves nothing there. What was on cards that the restaurant voided is on `card_voids`. What a cardholder's bank has
 * taken back is on `disputes`; what the restaurant paid out itself, where a bank did not take a refund, came from `own_cash`.
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
  /** The ticket that it is about. */
  ticketId?: string | undefined
  /** The card order or physical order that it is about. */
  orderId?: string | undefined
}

/**
 * Writes both sides of a transfer in one statement, so they sum to zero by construction. Nothing is written for no money.
 * A transfer's id is its own for ever: the same transfer twice breaks the key and takes its transaction back.
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

/** Which of these transfers were made, with how much each moved (cents). */
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
