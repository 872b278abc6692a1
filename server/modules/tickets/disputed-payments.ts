import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Dispute } from '#server/modules/payments/payable.ts'
import { bookRefused } from './failed-refunds.ts'
import { recordCharge } from './money.ts'
import type { TicketPorts } from './ports.ts'
import { releaseReturned } from './refund-rows.ts'
import type { Ticket } from './ticket.ts'

/**
 * Orders whose cardholder's bank disputes the payment. The provider gives nothing back to such a card: what is owed waits until the bank has decided.
 * Won, it goes; lost, the bank has given the guest the money, and what was owed is covered by what it took.
 */

type Waiting = { id: string; payment_id: string; non_tip_cents: Cents; tip_cents: Cents }

/** Writes down how a dispute stands. An inquiry, which takes nothing, stands in no refund's way. The ticket is locked by the caller. */
export async function bookDispute(
  tx: Transaction,
  ticket: Ticket,
  { intentId, state, amountCents }: Dispute,
  ports: Pick<TicketPorts, 'clock' | 'ids'>,
): Promise<void> {
  const { locationId } = ticket
  const stands = state === 'open' || state === 'lost' ? state : null
  const paid = await tx.query<{ cents: Cents }>(
    `UPDATE payments SET dispute = $3 WHERE location_id = $1 AND provider_id = $2 RETURNING non_tip_cents + tip_cents AS cents`,
    [locationId, intentId, stands],
  )
  if (state !== 'lost') return
  const waiting = await tx.query<Waiting>(
    `SELECT b.id, b.payment_id, b.non_tip_cents, b.tip_cents FROM refund_parts b
       JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND p.provider_id = $2 AND b.done_at IS NULL ORDER BY b.id FOR UPDATE OF b`,
    [locationId, intentId],
  )
  const isWhole = paid.every(({ cents }) => amountCents >= cents)
  for (const { id, non_tip_cents: nonTipCents, tip_cents: tipCents } of waiting) {
    // The bank took a part: nobody but the staff can tell what of it this was.
    if (!isWhole) await bookRefused(tx, ticket, id, ports)
    else bookTaken(tx, ticket, { id, nonTipCents, tipCents }, ports.clock.now())
  }
  releaseReturned(tx, locationId, ticket.id, ports.clock.now())
}

/** What was to go back to a card its bank has taken: the books of disputes have it. */
function bookTaken(
  tx: Transaction,
  { locationId, id: ticketId }: Ticket,
  part: { id: string; nonTipCents: Cents; tipCents: Cents },
  nowMs: number,
): void {
  tx.later(
    `UPDATE refund_parts SET done_at = $3, by_bank = true, failed_at = NULL, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2`,
    [locationId, part.id, nowMs],
  )
  recordCharge(tx, locationId, ticketId, part, nowMs, true, 'disputes')
}
