import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'

/** Where money can be. Every cent that moves leaves one account and enters another (design/contract.md, Money rules). */
export type Account = 'card_provider' | 'orders' | 'tips'

export type Transfer = { id: string; from: Account; to: Account; amountCents: Cents; ticketId: string }

/**
 * Writes both sides of a transfer in one statement, so they sum to zero by construction. Nothing is written for no money.
 * A transfer's id is its own for ever: the same transfer twice breaks the key and takes its transaction back.
 */
export function recordTransfer(tx: Transaction, locationId: string, transfer: Transfer, nowMs: number): void {
  if (transfer.amountCents === 0) return
  tx.later(
    `INSERT INTO ledger (location_id, transfer_id, side, account, amount_cents, ticket_id, created_at)
     VALUES ($1, $2, 'from', $3, $4, $7, $8), ($1, $2, 'to', $5, $6, $7, $8)`,
    [locationId, transfer.id, transfer.from, -transfer.amountCents, transfer.to, transfer.amountCents, transfer.ticketId, nowMs],
  )
}
