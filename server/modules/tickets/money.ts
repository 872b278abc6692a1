import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { priceOf } from './price.ts'
import { updateTicketRow } from './repository.ts'
import type { KeptPrice, Ticket, TicketPayment } from './ticket.ts'

/** Puts money onto a ticket. Both functions run in the caller's transaction. */

/** What a payment's row stores beyond what the ticket shows. */
type PaymentSource = { kept: KeptPrice; providerId?: string }

/**
 * Adds a payment to a ticket: from the first one on, its price is fixed. Returns the ticket, paid in full when nothing is due. `payments` only shows the money
 * on the ticket; the caller books its other side in the ledger.
 */
export function addPayment(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  payment: TicketPayment,
  { kept, providerId }: PaymentSource,
  nowMs: number,
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

/**
 * Books both sides of a card charge, or the reverse of a refund (`back`). `by` is who refunds: the provider; the restaurant itself (`own_cash`), where the bank
 * did not take a refund; the bank, which had taken it in a dispute (`disputes`).
 */
export function recordCharge(
  tx: Transaction,
  locationId: string,
  ticketId: string,
  payment: Omit<TicketPayment, 'displayName' | 'tenderType'>,
  nowMs: number,
  back = false,
  by: 'card_provider' | 'own_cash' | 'disputes' = 'card_provider',
): void {
  const { id, nonTipCents, tipCents } = payment
  for (const [part, earned, amountCents] of [
    ['order', 'orders', nonTipCents],
    ['tip', 'tips', tipCents],
  ] as const) {
    const [from, to] = back ? [earned, by] : [by, earned]
    recordTransfer(
      tx,
      locationId,
      { id: `${id}:${part}${back ? ':back' : ''}`, from, to, amountCents, ticketId },
      nowMs,
    )
  }
}
