import type { Cents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import {
  type RequestedRefund,
  findPending,
  isKeyOld,
  longestRefundLeaseMs,
  refundKey,
  refundLeaseMs,
} from '#server/modules/payments/returned-refunds.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { bookRefusedOrderRefund } from './failed-refunds.ts'
import { numberOf, type Order } from './order.ts'

/** Sends refunds of gift card orders (refund.ts) to the payment card: claim, ask, finish, like a ticket's (modules/tickets/refunds.ts; decision 011). */

type CardRefundPorts = { database: Database; payments: Payments; log: Log; clock: Clock; ids: Ids }

type Due = {
  location_id: string
  id: string
  order_id: string
  provider_id: string
  amount_cents: Cents
  outside_cents: Cents
  created_at: number
}

/** How much later a refund is retried that the provider refuses because of a dispute. */
const disputedMs = 60 * 60_000
const batchSize = 10

/**
 * Sends due refunds of active locations, a batch at a time, claimed so that nobody else sends them. Returns whether there were any. An unconfirmed refund stays
 * due, and is requested again with the same key by the first round that begins (`roundMs`) after these leases expire.
 */
export async function refundCardOrderBatch(
  locationIds: readonly string[],
  roundMs: number,
  ports: CardRefundPorts,
): Promise<boolean> {
  const nowMs = ports.clock.now()
  const due = await ports.database.query<Due>(
    `WITH due AS MATERIALIZED (SELECT location_id, id FROM card_order_refunds c
       WHERE done_at IS NULL AND failed_at IS NULL AND locked_until <= $2 AND location_id = ANY (string_to_array($3, ','))
         AND NOT EXISTS (SELECT 1 FROM disputes q WHERE q.location_id = c.location_id AND q.order_id = c.order_id AND q.state = 'open')
       ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
     UPDATE card_order_refunds r SET locked_until = $1::bigint + ${refundLeaseMs('r.created_at', '$1::bigint')}, locked_by = $4 FROM due d, card_order_payments p
     WHERE r.location_id = d.location_id AND r.id = d.id AND p.location_id = r.location_id AND p.order_id = r.order_id
     RETURNING r.location_id, r.id, r.order_id, p.provider_id, r.amount_cents, r.outside_cents, r.created_at`,
    [nowMs, roundMs, locationIds.join(), holderUntil(ports.database, nowMs + longestRefundLeaseMs)],
  )
  await Promise.all(due.map((one) => refund(one, nowMs, ports)))
  return due.length > 0
}

async function refund(due: Due, takenMs: number, ports: CardRefundPorts): Promise<void> {
  const { location_id: locationId, id, amount_cents: amountCents, outside_cents: outsideCents } = due
  const outcome = await ports.payments.refund({
    locationId,
    intentId: due.provider_id,
    amountCents,
    idempotencyKey: refundKey({ id, amountCents, outsideCents }),
    isOld: isKeyOld(due.created_at, takenMs),
  })
  if (outcome.kind === 'unknown')
    return ports.log({ level: 'error', event: 'refund_unknown', detail: outcome.reason })
  if (outcome.kind === 'disputed') {
    // Its cards went on hold with the dispute, and are not refunded from then on: this refund was already under way.
    ports.log({
      level: 'error',
      event: 'refund_disputed',
      detail: `gift card order ${numberOf({ id: due.order_id })} of ${locationId}`,
    })
    await ports.database.query(
      'UPDATE card_order_refunds SET locked_until = $3, locked_by = NULL WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND failed_at IS NULL',
      [locationId, id, ports.clock.now() + disputedMs],
    )
    return
  }
  await ports.database.transaction(async (tx) => {
    const nowMs = ports.clock.now()
    if (outcome.kind === 'failed')
      return bookRefusedOrderRefund(tx, locationId, { id, orderId: due.order_id }, ports)
    // Where some of it was refunded by hand meanwhile, the next round sees what is left.
    await bookMadeOrderRefund(tx, locationId, { id, outsideCents, refundId: outcome.refundId }, nowMs)
  })
}

/**
 * Books a refund that the provider has made because this server asked, whether its answer says so or its own report. It changes nothing where that was done
 * already, or where some of it was refunded by hand meanwhile (`outsideCents`).
 */
async function bookMadeOrderRefund(
  tx: Transaction,
  locationId: string,
  { id, outsideCents, refundId }: { id: string; outsideCents: Cents; refundId: string },
  nowMs: number,
): Promise<void> {
  const [made] = await tx.query<{ order_id: string; amount_cents: Cents }>(
    `UPDATE card_order_refunds SET done_at = $3, provider_refund_id = $4, locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND failed_at IS NULL AND outside_cents = $5 RETURNING order_id, amount_cents`,
    [locationId, id, nowMs, refundId, outsideCents],
  )
  if (made)
    recordRefunded(tx, locationId, { id, orderId: made.order_id, amountCents: made.amount_cents }, nowMs)
}

type Pending = {
  id: string
  amount_cents: Cents
  outside_cents: Cents
  done_at: number | null
  failed_at: number | null
}

/** Books the refund that the provider reports as made under its key, where the answer never came. The order is locked by the caller. */
export async function bookReportedOrderRefund(
  tx: Transaction,
  { locationId, id: orderId }: Pick<Order, 'locationId' | 'id'>,
  { id: refundId, key }: Pick<RequestedRefund, 'id' | 'key'>,
  nowMs: number,
): Promise<void> {
  const rows = await tx.query<Pending>(
    `SELECT id, amount_cents, outside_cents, done_at, failed_at FROM card_order_refunds
     WHERE location_id = $1 AND order_id = $2 AND done_at IS NULL FOR UPDATE`,
    [locationId, orderId],
  )
  const pending = findPending(rows, key, (row) =>
    refundKey({ id: row.id, amountCents: row.amount_cents, outsideCents: row.outside_cents }),
  )
  if (!pending) return
  const { id, outside_cents: outsideCents } = pending
  await bookMadeOrderRefund(tx, locationId, { id, outsideCents, refundId }, nowMs)
}

/** Books that the money has left, once per refund: through the provider, or through the buyer's bank, which had taken it (`byBank`). */
export const recordRefunded = (
  tx: Transaction,
  locationId: string,
  {
    id,
    orderId,
    amountCents,
    byBank = false,
  }: { id: string; orderId: string; amountCents: Cents; byBank?: boolean },
  nowMs: number,
): void =>
  recordTransfer(
    tx,
    locationId,
    {
      id: `${id}:back`,
      from: 'card_sales',
      to: byBank ? 'disputes' : 'card_provider',
      amountCents,
      orderId,
    },
    nowMs,
  )

/** Books the discount and the postage; together with the refund, that clears `card_sales`. `id`: the refund's. */
export function bookParts(
  tx: Transaction,
  { locationId, id: orderId }: Pick<Order, 'locationId' | 'id'>,
  id: string,
  { discountCents, shippingCents }: { discountCents: Cents; shippingCents: Cents },
  nowMs: number,
): void {
  const discount = { from: 'card_sales', to: 'card_discounts', amountCents: discountCents } as const
  recordTransfer(tx, locationId, { id: `${id}:discount`, ...discount, orderId }, nowMs)
  const shipping = { from: 'card_shipping', to: 'card_sales', amountCents: shippingCents } as const
  recordTransfer(tx, locationId, { id: `${id}:shipping`, ...shipping, orderId }, nowMs)
}
