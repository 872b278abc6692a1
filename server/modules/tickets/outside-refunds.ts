import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordInstead, takeBackInstead } from '#server/modules/ledger/paid-twice.ts'
import type { Payable } from '#server/modules/payments/payable.ts'
import { retryIdOf } from '#server/modules/payments/returned-refunds.ts'
import { dropRefundNews } from '#server/modules/order-messages/outbox.ts'
import { foundGivenBack } from '#server/ports/payments/payments.ts'
import { bookDispute } from './disputed-payments.ts'
import { bookReturned } from './failed-refunds.ts'
import { followMoney } from './earned-points.ts'
import { bookReported } from './made-refunds.ts'
import { recordCharge, recordRefund } from './money.ts'
import { notifyPartRefunded } from './news.ts'
import type { TicketPorts } from './ports.ts'
import type { TicketRefund } from './refund.ts'
import { insertRefund, releaseReturned, takeOffPart } from './refund-rows.ts'
import { type Shares, takeOf, totalOf } from './shares.ts'
import type { Ticket } from './ticket.ts'

/**
 * Refunds of an order that somebody made in the provider's dashboard. Money that no refund here, done or pending, accounts for is booked as a refund of its
 * own; the rest covers pending refunds, which are then not requested again. So no payment ever gives back more than it took.
 */

type Part = Shares & {
  id: string
  refundId: string
  paymentId: string
  displayName: string
  isDone: boolean
  isByHand: boolean
  providerId: string | null
}
type Paid = Shares & { id: string; displayName: string; parts: Part[] }

/** The part of a ticket's payable for outside refunds. */
export const outsideRefunds = (
  ports: Pick<TicketPorts, 'clock' | 'ids'>,
): Pick<
  Payable<Ticket>,
  'knowsRefund' | 'refundedOutside' | 'refundFailed' | 'ownRefundMade' | 'ownRefundFailed' | 'disputed'
> => ({
  async knowsRefund(tx, { locationId }, refundId) {
    const rows = await tx.query(
      'SELECT 1 AS known FROM refund_parts WHERE location_id = $1 AND provider_refund_id = $2',
      [locationId, refundId],
    )
    return rows.length > 0
  },
  async refundedOutside(tx, merchant, ticket, refunded) {
    const { id } = refunded
    const { locationId } = merchant
    const paid = await getPaid(tx, locationId, refunded.intentId)
    const amountCents = nameFound(tx, locationId, paid.parts, { id, cents: refunded.amountCents })
    const free = {
      nonTipCents: paid.nonTipCents - paid.parts.reduce((sum, part) => sum + part.nonTipCents, 0),
      tipCents: paid.tipCents - paid.parts.reduce((sum, part) => sum + part.tipCents, 0),
    }
    const fresh = takeOf(free, amountCents)
    const nowMs = ports.clock.now()
    if (totalOf(fresh) > 0) {
      const refund = actOf(paid, id, fresh, nowMs, ports)
      insertRefund(tx, ticket, refund)
      recordRefund(tx, { locationId, ticketId: ticket.id, nowMs }, { id, ...fresh })
      const rewardGone = await followMoney(tx, merchant, ticket, ports)
      if (rewardGone)
        tx.later('UPDATE refunds SET reward_gone = true WHERE location_id = $1 AND id = $2', [
          locationId,
          refund.id,
        ])
      notifyPartRefunded(tx, ticket, { ...refund, rewardGone }, ports)
    }
    coverPending(tx, ticket, paid, { id, cents: amountCents - totalOf(fresh) }, nowMs)
    releaseReturned(tx, locationId, ticket.id, nowMs)
  },
  async refundFailed(tx, merchant, ticket, { id }) {
    await bookFailed(tx, ticket, id, ports.clock.now())
    await followMoney(tx, merchant, ticket, ports)
  },
  ownRefundMade: (tx, _merchant, ticket, refund) => bookReported(tx, ticket, refund, ports),
  ownRefundFailed: (tx, _merchant, ticket, refund) => bookReturned(tx, ticket, refund, ports),
  async disputed(tx, merchant, ticket, dispute) {
    await bookDispute(tx, ticket, dispute, ports)
    await followMoney(tx, merchant, ticket, ports)
  },
})

/**
 * A refund requested here that was found to have been made by hand is already in the books: this gives it the provider's id. Returns the cents that belong to
 * something else.
 */
function nameFound(
  tx: Transaction,
  locationId: string,
  parts: readonly Part[],
  { id, cents }: { id: string; cents: Cents },
): Cents {
  let left = cents
  for (const part of parts.filter(({ providerId }) => providerId === foundGivenBack)) {
    const found = Math.min(totalOf(part), left)
    left -= found
    if (found === totalOf(part))
      tx.later('UPDATE refund_parts SET provider_refund_id = $3 WHERE location_id = $1 AND id = $2', [
        locationId,
        part.id,
        id,
      ])
  }
  return left
}

const actOf = (
  { id: paymentId, displayName }: Paid,
  id: string,
  shares: Shares,
  nowMs: number,
  { ids }: Pick<TicketPorts, 'ids'>,
): TicketRefund => ({
  id: ids.uuid(),
  by: 'restaurant',
  userId: undefined,
  reason: 'provider',
  note: undefined,
  lines: [],
  deliveryCents: 0,
  tipCents: shares.tipCents,
  earnedCents: 0,
  rewardBack: false,
  at: nowMs,
  parts: [{ id, paymentId, tenderType: 'credit_card', displayName, ...shares, doneAt: nowMs }],
})

/**
 * Marks pending refunds as done, as far as the cents reach, and then those that the restaurant marked as paid another way. Throws when the cents reach further:
 * more went back than was paid.
 */
function coverPending(
  tx: Transaction,
  ticket: Ticket,
  paid: Paid,
  { id, cents }: { id: string; cents: Cents },
  nowMs: number,
): void {
  const { locationId, id: ticketId } = ticket
  let left = cents
  for (const part of paid.parts.filter(({ isDone }) => !isDone)) {
    if (left === 0) return
    const shares = takeOf(part, left)
    left -= totalOf(shares)
    if (totalOf(shares) === totalOf(part)) {
      tx.later(
        `UPDATE refund_parts SET done_at = $3, provider_refund_id = $4, outside_cents = outside_cents + $5, failed_at = NULL, locked_until = 0, locked_by = NULL
         WHERE location_id = $1 AND id = $2`,
        [locationId, part.id, nowMs, id, totalOf(shares)],
      )
      recordRefund(tx, { locationId, ticketId, nowMs }, { id: part.id, ...shares })
      continue
    }
    takeOffPart(tx, ticket, part, { id: `${id}:part`, ...shares, at: nowMs, providerRefundId: id })
    recordRefund(tx, { locationId, ticketId, nowMs }, { id: `${id}:part`, ...shares })
  }
  for (const part of paid.parts.filter(({ isByHand }) => isByHand)) {
    if (left === 0) return
    const amountCents = Math.min(totalOf(part), left)
    left -= amountCents
    if (amountCents === totalOf(part))
      tx.later(
        'UPDATE refund_parts SET by_hand = false, failed_at = NULL, provider_refund_id = $3 WHERE location_id = $1 AND id = $2',
        [locationId, part.id, id],
      )
    recordInstead(tx, locationId, { providerRefundId: id, refundId: part.id, amountCents, ticketId }, nowMs)
  }
  if (left > 0) throw new Error('more of a payment has gone back than was paid')
}

/** A refund by hand failed: it never happened, and what it had covered is owed again, under a new id. */
async function bookFailed(tx: Transaction, ticket: Ticket, id: string, nowMs: number): Promise<void> {
  const { locationId } = ticket
  const rows = await tx.query<PartRow & { reason: string }>(
    `SELECT b.*, f.reason FROM refund_parts b JOIN refunds f ON f.location_id = b.location_id AND f.id = b.refund_id
     WHERE b.location_id = $1 AND b.ticket_id = $2 FOR UPDATE OF b`,
    [locationId, ticket.id],
  )
  const paidTwice = await takeBackInstead(
    tx,
    locationId,
    { providerRefundId: id, refundIds: rows.map((row) => row.id), ticketId: ticket.id },
    nowMs,
  )
  for (const row of rows) {
    if (row.id !== id && row.provider_refund_id !== id) continue
    if (paidTwice.has(row.id)) {
      tx.later(
        'UPDATE refund_parts SET by_hand = true, provider_refund_id = NULL WHERE location_id = $1 AND id = $2',
        [locationId, row.id],
      )
      continue
    }
    const { nonTipCents, tipCents } = partOf(row)
    recordCharge(
      tx,
      { locationId, ticketId: ticket.id, nowMs },
      { id: `${row.id}:failed`, nonTipCents, tipCents },
    )
    if (row.reason === 'provider') {
      tx.later('DELETE FROM refund_parts WHERE location_id = $1 AND id = $2', [locationId, row.id])
      tx.later('DELETE FROM refunds WHERE location_id = $1 AND id = $2', [locationId, row.refund_id])
      dropRefundNews(tx, { locationId, id: ticket.id, about: row.refund_id })
    } else {
      // It is owed again, under a new id.
      tx.later(
        `UPDATE refund_parts SET id = $3, done_at = NULL, provider_refund_id = NULL WHERE location_id = $1 AND id = $2`,
        [locationId, row.id, retryIdOf(row.id)],
      )
      tx.later('UPDATE payments SET released_at = NULL WHERE location_id = $1 AND id = $2', [
        locationId,
        row.payment_id,
      ])
    }
  }
}

type PartRow = {
  id: string
  refund_id: string
  payment_id: string
  non_tip_cents: Cents
  tip_cents: Cents
  display_name: string
  done_at: number | null
  by_hand: boolean
  provider_refund_id: string | null
}

const partOf = (row: PartRow): Part => ({
  id: row.id,
  refundId: row.refund_id,
  paymentId: row.payment_id,
  displayName: row.display_name,
  nonTipCents: row.non_tip_cents,
  tipCents: row.tip_cents,
  isDone: row.done_at !== null,
  isByHand: row.by_hand,
  providerId: row.provider_refund_id,
})

async function getPaid(tx: Transaction, locationId: string, intentId: string): Promise<Paid> {
  const rows = await tx.query<{ id: string; display_name: string; non_tip_cents: Cents; tip_cents: Cents }>(
    'SELECT id, display_name, non_tip_cents, tip_cents FROM payments WHERE location_id = $1 AND provider_id = $2 FOR UPDATE',
    [locationId, intentId],
  )
  const row = rows[0]
  if (!row) throw new Error('a payment that was charged is not there')
  const parts = await tx.query<PartRow>(
    'SELECT * FROM refund_parts WHERE location_id = $1 AND payment_id = $2 ORDER BY created_at, id FOR UPDATE',
    [locationId, row.id],
  )
  const { id, display_name: displayName, non_tip_cents: nonTipCents, tip_cents: tipCents } = row
  return { id, displayName, nonTipCents, tipCents, parts: parts.map(partOf) }
}
