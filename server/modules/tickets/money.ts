import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { priceOf } from './price.ts'
import { updateTicketRow } from './repository.ts'
import type { KeptPrice, Ticket, TicketPayment } from './ticket.ts'

/** How money comes onto a ticket. Both run in the transaction that they are given. */

/** What a payment's row needs beside what the ticket shows of it. */
type PaymentSource = { kept: KeptPrice; providerId?: string }

/**
 * Puts a payment on a ticket: from the first on, its price stands. Gives the ticket as it is then, paid in full when nothing is due.
 * The other side of the money is the caller's: `payments` is what a ticket shows, the ledger is where it went.
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
 * Both sides of what a payment card was charged, or the other way round of what goes `back`. Who gives it back is `by`: the provider; the restaurant itself
 * (`own_cash`), where its bank took nothing; its bank, which had taken it in a dispute (`disputes`).
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
