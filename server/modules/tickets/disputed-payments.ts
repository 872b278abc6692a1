import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Dispute } from '#server/modules/payments/payable.ts'
import { retryIdOf } from '#server/modules/payments/returned-refunds.ts'
import { recordCharge, recordRefund } from './money.ts'
import type { TicketPorts } from './ports.ts'
import type { TicketRefund } from './refund.ts'
import { releaseReturned, takeOffPart } from './refund-rows.ts'
import { takeOf, totalOf } from './shares.ts'
import type { Ticket, TicketPayment } from './ticket.ts'

/**
 * Orders whose payment the cardholder's bank disputes. Meanwhile nothing is refunded to that card: what is owed waits for the bank's decision. If the dispute
 * is lost, the bank has given the guest the money, which covers as much of what is owed; the rest is refunded as usual.
 */

type Row = {
  id: string
  refund_id: string
  payment_id: string
  display_name: string
  non_tip_cents: Cents
  tip_cents: Cents
  done_at: number | null
  by_bank: boolean
}

/** Stores the state of a charge's disputes. An inquiry takes nothing and blocks no refund. The ticket is locked by the caller. */
export async function bookDispute(
  tx: Transaction,
  ticket: Ticket,
  { id, intentId, isOpen, lostCents }: Dispute,
  { clock }: Pick<TicketPorts, 'clock'>,
): Promise<void> {
  const { locationId } = ticket
  await tx.query(
    'UPDATE payments SET dispute = $3, lost_cents = $4 WHERE location_id = $1 AND provider_id = $2 RETURNING 1 AS stands',
    [locationId, intentId, isOpen ? 'open' : lostCents > 0 ? 'lost' : null, lostCents],
  )
  const rows = await tx.query<Row>(
    `SELECT b.* FROM refund_parts b JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND p.provider_id = $2 ORDER BY b.created_at, b.id FOR UPDATE OF b`,
    [locationId, intentId],
  )
  const nowMs = clock.now()
  const byBank = rows.filter((row) => row.by_bank)
  let left = lostCents - byBank.reduce((sum, row) => sum + row.non_tip_cents + row.tip_cents, 0)
  if (left < 0) return reopenRefundParts(tx, ticket, byBank, -left, nowMs)
  for (const row of rows.filter(({ done_at }) => done_at === null)) {
    const part = { nonTipCents: row.non_tip_cents, tipCents: row.tip_cents }
    const shares = takeOf(part, left)
    left -= totalOf(shares)
    if (totalOf(shares) === 0) break
    const isAll = totalOf(shares) === totalOf(part)
    // A dispute may change back and forth, and the same part be split again, so the id must be unique.
    const takenId = isAll ? row.id : `${id}:${lostCents - left}:${nowMs}:${row.id}`
    if (isAll)
      tx.later(
        `UPDATE refund_parts SET done_at = $3, by_bank = true, failed_at = NULL, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2`,
        [locationId, row.id, nowMs],
      )
    else takeOffPart(tx, ticket, partOf(row), { id: takenId, ...shares, at: nowMs, isByBank: true })
    recordRefund(tx, { locationId, ticketId: ticket.id, nowMs }, { id: takenId, ...shares }, 'disputes')
  }
  releaseReturned(tx, locationId, ticket.id, nowMs)
}

const partOf = (row: Row) => ({
  id: row.id,
  refundId: row.refund_id,
  paymentId: row.payment_id,
  displayName: row.display_name,
})

/** The bank has returned what it had taken: what that covered is owed again, and requested under another id. */
function reopenRefundParts(
  tx: Transaction,
  ticket: Ticket,
  byBank: readonly Row[],
  cents: Cents,
  nowMs: number,
): void {
  const { locationId, id: ticketId } = ticket
  // A part that this dispute alone covered is owed again as a whole; of parts that several disputes covered, only this amount.
  const own = byBank.find((row) => row.non_tip_cents + row.tip_cents === cents)
  let left = cents
  for (const row of own ? [own] : byBank) {
    const part = { nonTipCents: row.non_tip_cents, tipCents: row.tip_cents }
    const shares = takeOf(part, left)
    if (totalOf(shares) === 0) break
    left -= totalOf(shares)
    const isAll = totalOf(shares) === totalOf(part)
    const owedId = isAll ? row.id : `${row.id}:owed:${nowMs}`
    if (isAll)
      tx.later(
        `UPDATE refund_parts SET id = $3, done_at = NULL, by_bank = false, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2`,
        [locationId, row.id, retryIdOf(row.id)],
      )
    else takeOffPart(tx, ticket, partOf(row), { id: owedId, ...shares, at: nowMs, isDue: true })
    tx.later('UPDATE payments SET released_at = NULL WHERE location_id = $1 AND id = $2', [
      locationId,
      row.payment_id,
    ])
    recordCharge(tx, { locationId, ticketId, nowMs }, { id: `${owedId}:reinstated`, ...shares }, 'disputes')
  }
}

/** What a bank has taken of a payment beyond what covered its refunds. */
export const takenByBank = (
  { id, lostCents = 0 }: TicketPayment,
  refunds: readonly Pick<TicketRefund, 'parts'>[],
): Cents => {
  const parts = refunds.flatMap((refund) => refund.parts)
  const covered = parts.filter((part) => part.paymentId === id && part.isByBank)
  return Math.max(0, lostCents - covered.reduce((sum, part) => sum + totalOf(part), 0))
}
