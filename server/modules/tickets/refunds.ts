import { hourMs } from '#contract/durations.ts'
import type { Database } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import {
  isKeyOld,
  longestRefundLeaseMs,
  refundKey,
  refundLeaseMs,
} from '#server/modules/payments/returned-refunds.ts'
import { bookRefused } from './failed-refunds.ts'
import { bookMade } from './made-refunds.ts'
import type { TicketPorts } from './ports.ts'
import { lockTicket } from './repository.ts'

/** Sends refunds, whole or partial, to payment cards (void.ts, refund-order.ts). Claim, ask, finish, like a charge (decision 011). */

export type RefundPorts = Pick<TicketPorts, 'clock' | 'ids'> & {
  database: Database
  payments: Payments
  log: Log
}

type Due = {
  location_id: string
  id: string
  ticket_id: string
  name: string
  provider_id: string
  non_tip_cents: number
  tip_cents: number
  outside_cents: number
  created_at: number
}

/** How much later a part is retried that the provider refuses because of a dispute that it has not reported yet. */
const disputedMs = hourMs
const batchSize = 10

/**
 * Sends due refunds of active locations, a batch at a time, claimed so that nobody else sends them. Returns whether there were any. An unconfirmed refund stays
 * due, and is requested again with the same key by the first round that begins (`roundMs`) after these leases expire. Otherwise a provider that hangs would
 * keep one round busy forever.
 */
export async function refundBatch(
  locationIds: readonly string[],
  roundMs: number,
  ports: RefundPorts,
): Promise<boolean> {
  const nowMs = ports.clock.now()
  const due = await ports.database.query<Due>(
    `WITH due AS MATERIALIZED (SELECT location_id, id FROM refund_parts r
       WHERE done_at IS NULL AND failed_at IS NULL AND locked_until <= $2 AND location_id = ANY (string_to_array($3, ','))
         AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.location_id = r.location_id AND q.id = r.payment_id AND q.dispute = 'open')
       ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
     UPDATE refund_parts b SET locked_until = $1::bigint + ${refundLeaseMs('b.created_at', '$1::bigint')}, locked_by = $4 FROM due d, payments p, tickets t
     WHERE b.location_id = d.location_id AND b.id = d.id AND p.location_id = b.location_id AND p.id = b.payment_id
       AND t.location_id = b.location_id AND t.id = b.ticket_id
     RETURNING b.location_id, b.id, b.ticket_id, t.name, p.provider_id, b.non_tip_cents, b.tip_cents, b.outside_cents, b.created_at`,
    [nowMs, roundMs, locationIds.join(), holderUntil(ports.database, nowMs + longestRefundLeaseMs)],
  )
  await Promise.all(due.map((one) => refund(one, nowMs, ports)))
  return due.length > 0
}

async function refund(due: Due, takenMs: number, ports: RefundPorts): Promise<void> {
  const { database, payments, log, clock } = ports
  const { location_id: locationId, id, non_tip_cents: nonTipCents, tip_cents: tipCents } = due
  const outcome = await payments.refund({
    locationId,
    intentId: due.provider_id,
    amountCents: nonTipCents + tipCents,
    idempotencyKey: refundKey({ id, amountCents: nonTipCents + tipCents, outsideCents: due.outside_cents }),
    isOld: isKeyOld(due.created_at, takenMs),
  })
  // Without the id of an order that has no number: whoever has the id can read the order.
  const about = `order ${due.name || 'that was not placed'} of ${locationId}`
  if (outcome.kind === 'unknown')
    return log({ level: 'error', event: 'refund_unknown', detail: `${about}: ${outcome.reason}` })
  if (outcome.kind === 'disputed') {
    log({ level: 'error', event: 'refund_disputed', detail: about })
    await database.query(
      'UPDATE refund_parts SET locked_until = $3, locked_by = NULL WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND failed_at IS NULL',
      [locationId, id, clock.now() + disputedMs],
    )
    return
  }
  await database.transaction(async (tx) => {
    // Two parts of one order may finish at the same moment: the last one must see that the other is done.
    const ticket = await lockTicket(tx, locationId, due.ticket_id)
    if (!ticket) return
    if (outcome.kind === 'failed') return bookRefused(tx, ticket, id, ports)
    // Where some of it was refunded by hand meanwhile, the next round sees what is left.
    await bookMade(tx, ticket, { id, outsideCents: due.outside_cents, refundId: outcome.refundId }, ports)
  })
}
