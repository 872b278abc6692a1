import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { priceOf } from './price.ts'
import { updateTicketRow } from './repository.ts'
import type { KeptPrice, Ticket, TicketPayment } from './ticket.ts'

/** Money onto a ticket and off it. Every function runs in the caller's transaction. */

/** What a payment's row stores beyond what the ticket shows, and when it was made (ms). */
type PaymentSource = { kept: KeptPrice; providerId?: string; nowMs: number }

/**
 * Adds a payment to a ticket: from the first one on, its price is fixed. Returns the ticket, paid in full when nothing is due. `payments` only shows the money
 * on the ticket; the caller books its other side in the ledger.
 */
export function addPayment(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  payment: TicketPayment,
  { kept, providerId, nowMs }: PaymentSource,
): Ticket {
  tx.later(
    `INSERT INTO payments (location_id, id, ticket_id, attempt_id, tender_type, display_name, non_tip_cents, tip_cents, provider_id, card_id, created_at)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, $10)`,
    [
      merchant.locationId,
      payment.id,
      ticket.id,
      payment.tenderType,
      payment.displayName,
      payment.nonTipCents,
      payment.tipCents,
      providerId ?? null,
      payment.cardId ?? null,
      nowMs,
    ],
  )
  const paid: Ticket = {
    ...ticket,
    success: undefined,
    kept: ticket.kept ?? kept,
    payments: [...ticket.payments, payment],
    touchedAt: nowMs,
  }
  const priced: Ticket = {
    ...paid,
    status: priceOf(merchant, paid, nowMs).dueCents === 0 ? 'PaymentComplete' : 'Open',
  }
  updateTicketRow(tx, priced)
  return priced
}

/** The ticket that money moved for, and when (ms). */
type Moved = { locationId: string; ticketId: string; nowMs: number }
/** `id`: unique in the ledger for its direction. */
type Shares = Pick<TicketPayment, 'id' | 'nonTipCents' | 'tipCents'>

/** The accounts that a ticket's money is earned on, with their shares of it. */
const earnedOn = ({ nonTipCents, tipCents }: Shares) =>
  [
    { part: 'order', account: 'orders', amountCents: nonTipCents },
    { part: 'tip', account: 'tips', amountCents: tipCents },
  ] as const

/** Books both sides of money that came in: from the card's provider, or from a bank that gives back what it had taken in a dispute. */
export function recordCharge(
  tx: Transaction,
  { locationId, ticketId, nowMs }: Moved,
  shares: Shares,
  from: 'card_provider' | 'disputes' = 'card_provider',
): void {
  for (const { part, account, amountCents } of earnedOn(shares))
    recordTransfer(
      tx,
      locationId,
      { id: `${shares.id}:${part}`, from, to: account, amountCents, ticketId },
      nowMs,
    )
}

/**
 * Books both sides of money that went back. `by` is who refunds it: the provider; the restaurant itself (`own_cash`), where the bank did not take a refund; the
 * bank, which had taken it in a dispute.
 */
export function recordRefund(
  tx: Transaction,
  { locationId, ticketId, nowMs }: Moved,
  shares: Shares,
  by: 'card_provider' | 'own_cash' | 'disputes' = 'card_provider',
): void {
  for (const { part, account, amountCents } of earnedOn(shares))
    recordTransfer(
      tx,
      locationId,
      { id: `${shares.id}:${part}:back`, from: account, to: by, amountCents, ticketId },
      nowMs,
    )
}
