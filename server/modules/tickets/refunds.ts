import type { Database } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { recordCharge } from './money.ts'
import { tellRefunded } from './news.ts'
import type { TicketPorts } from './ports.ts'
import { findTicket } from './repository.ts'

/** Payment cards that get their money back: of orders that were cancelled (void.ts). Claim, ask, finish, as a charge (decision 011). */

export type RefundPorts = Pick<TicketPorts, 'clock' | 'ids'> & {
  database: Database
  payments: Payments
  log: Log
}

type Due = {
  location_id: string
  id: string
  ticket_id: string
  provider_id: string
  display_name: string
  non_tip_cents: number
  tip_cents: number
}

/** Longer than the provider's client may take with all its retries (ports/payments/stripe.ts); a refund that failed is tried again after it. */
const leaseMs = 60_000
const atOnce = 10

/**
 * Gives back what is due of locations that are on, some at a time; nobody else takes them meanwhile. Tells whether there was anything. What the provider
 * does not confirm stays due, and is asked for again with the same key: by the next round, which began (`roundMs`) when this one's leases are over. A
 * provider that hangs would otherwise keep one round busy for ever.
 */
export async function refundSome(
  locationIds: readonly string[],
  roundMs: number,
  ports: RefundPorts,
): Promise<boolean> {
  const untilMs = ports.clock.now() + leaseMs
  const due = await ports.database.query<Due>(
    `UPDATE payments SET refund_locked_until = $1, refund_locked_by = $4 WHERE (location_id, id) IN (
       SELECT location_id, id FROM payments
       WHERE refund_due_at IS NOT NULL AND released_at IS NULL AND refund_locked_until <= $2 AND location_id = ANY (string_to_array($3, ','))
       ORDER BY refund_due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
     RETURNING location_id, id, ticket_id, provider_id, display_name, non_tip_cents, tip_cents`,
    [untilMs, roundMs, locationIds.join(), holderUntil(ports.database, untilMs)],
  )
  await Promise.all(due.map((one) => refund(one, ports)))
  return due.length > 0
}

async function refund(due: Due, ports: RefundPorts): Promise<void> {
  const { database, payments, log, clock } = ports
  const {
    location_id: locationId,
    id,
    ticket_id: ticketId,
    non_tip_cents: nonTipCents,
    tip_cents: tipCents,
  } = due
  const outcome = await payments.refund({
    locationId,
    intentId: due.provider_id,
    amountCents: nonTipCents + tipCents,
    idempotencyKey: `larder-refund-${id}`,
  })
  if (outcome.kind === 'unknown')
    return log({ level: 'error', event: 'refund_unknown', detail: outcome.reason })
  await database.transaction(async (tx) => {
    const released = await tx.query(
      `UPDATE payments SET released_at = $3, refund_id = $4, refund_locked_until = 0, refund_locked_by = NULL
       WHERE location_id = $1 AND id = $2 AND released_at IS NULL RETURNING 1 AS released`,
      [locationId, id, clock.now(), outcome.refundId],
    )
    if (released.length === 0) return
    recordCharge(tx, locationId, ticketId, { id, nonTipCents, tipCents }, clock.now(), true)
    const ticket = await findTicket(tx, locationId, ticketId)
    const paid = { displayName: due.display_name, amountCents: nonTipCents + tipCents }
    if (ticket) tellRefunded(tx, ticket, paid, ports)
  })
}
