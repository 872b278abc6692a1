import type { Transaction } from '#server/db/database.ts'
import { type RequestedRefund, findPending, refundKey } from '#server/modules/payments/returned-refunds.ts'
import { recordRefund } from './money.ts'
import { notifyRefunded } from './news.ts'
import type { TicketPorts } from './ports.ts'
import { releaseReturned } from './refund-rows.ts'
import type { Ticket } from './ticket.ts'

/** Refunds that the provider has made because this server asked, whether its answer says so or its own report. */

type Ports = Pick<TicketPorts, 'clock' | 'ids'>
type Made = {
  payment_id: string
  display_name: string
  non_tip_cents: number
  tip_cents: number
  reason: string
}

/**
 * Books a part as refunded. It changes nothing where that was done already, or where some of it was refunded by hand meanwhile (`outsideCents`). The ticket is
 * locked by the caller.
 */
export async function bookMade(
  tx: Transaction,
  ticket: Ticket,
  { id, outsideCents, refundId }: { id: string; outsideCents: number; refundId: string },
  ports: Ports,
): Promise<void> {
  const { locationId, id: ticketId } = ticket
  const nowMs = ports.clock.now()
  const [made] = await tx.query<Made>(
    `UPDATE refund_parts b SET done_at = $3, provider_refund_id = $4, locked_until = 0, locked_by = NULL FROM refunds f
     WHERE b.location_id = $1 AND b.id = $2 AND b.done_at IS NULL AND b.failed_at IS NULL AND b.outside_cents = $5
       AND f.location_id = b.location_id AND f.id = b.refund_id
     RETURNING b.payment_id, b.display_name, b.non_tip_cents, b.tip_cents, f.reason`,
    [locationId, id, nowMs, refundId, outsideCents],
  )
  if (!made) return
  const shares = { nonTipCents: made.non_tip_cents, tipCents: made.tip_cents }
  recordRefund(tx, { locationId, ticketId, nowMs }, { id, ...shares })
  releaseReturned(tx, locationId, ticketId, nowMs)
  // Partial refunds are announced when they are made (news.ts); a canceled order's once more, when all of them are done.
  if (made.reason !== 'cancelled') return
  const refund = { displayName: made.display_name, amountCents: shares.nonTipCents + shares.tipCents }
  notifyRefunded(tx, ticket, { about: id === made.payment_id ? '' : id, refund }, ports)
}

type Pending = {
  id: string
  non_tip_cents: number
  tip_cents: number
  outside_cents: number
  done_at: number | null
  failed_at: number | null
}

/** Books the part that the provider reports as refunded under its key, where the answer never came. The ticket is locked by the caller. */
export async function bookReported(
  tx: Transaction,
  ticket: Ticket,
  { id: refundId, intentId, key }: RequestedRefund,
  ports: Ports,
): Promise<void> {
  const rows = await tx.query<Pending>(
    `SELECT b.id, b.non_tip_cents, b.tip_cents, b.outside_cents, b.done_at, b.failed_at
     FROM refund_parts b JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND p.ticket_id = $2 AND p.provider_id = $3 AND b.done_at IS NULL FOR UPDATE OF b`,
    [ticket.locationId, ticket.id, intentId],
  )
  const part = findPending(rows, key, (row) =>
    refundKey({
      id: row.id,
      amountCents: row.non_tip_cents + row.tip_cents,
      outsideCents: row.outside_cents,
    }),
  )
  if (part) await bookMade(tx, ticket, { id: part.id, outsideCents: part.outside_cents, refundId }, ports)
}
