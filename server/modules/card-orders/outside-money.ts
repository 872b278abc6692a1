import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { type HoldCause, recordLoss } from '#server/modules/cards/holds.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { recordInstead, takeBackInstead } from '#server/modules/ledger/paid-twice.ts'
import type { OutsideRefund, Payable } from '#server/modules/payments/payable.ts'
import { retryIdOf } from '#server/modules/payments/returned-refunds.ts'
import { foundGivenBack } from '#server/ports/payments/payments.ts'
import { holdOrder, listOrderHolds, releaseOrder } from './bought.ts'
import { bookReturnedOrderRefund } from './failed-refunds.ts'
import { dropRefundNews } from '#server/modules/order-messages/outbox.ts'
import { notifyRefunded } from './news.ts'
import type { Order } from './order.ts'
import { type CardOrderRefund, insertOrderRefund, lockOrderRefunds } from './refund-rows.ts'
import { bookReportedOrderRefund, recordRefunded } from './refunds.ts'
import type { OrderPorts } from './service.ts'

/**
 * Handles money of a gift card order that goes back without this server asking: by hand in the provider's dashboard, or through a cardholder's bank. Money that
 * no refund here, done or pending, accounts for is booked as a refund of its own; the rest covers pending refunds (refund.ts), which are then not requested
 * again. So no payment ever gives back more than it took.
 */

/**
 * The part of the order's payable for outside money. All cards that carry the order's money are held while a bank disputes the payment or has taken it, and
 * once all of it was refunded by hand: a card must not be spent after its money went back.
 */
export const outsideMoney = (
  ports: OrderPorts,
): Pick<
  Payable<Order>,
  'knowsRefund' | 'refundedOutside' | 'refundFailed' | 'ownRefundMade' | 'ownRefundFailed' | 'disputed'
> => ({
  async knowsRefund(tx, { locationId }, refundId) {
    const rows = await tx.query(
      'SELECT 1 AS known FROM card_order_refunds WHERE location_id = $1 AND provider_refund_id = $2',
      [locationId, refundId],
    )
    return rows.length > 0
  },
  async refundedOutside(tx, { locationId }, order, refund) {
    const nowMs = ports.clock.now()
    const { id: orderId, payment } = order
    const known = await lockOrderRefunds(tx, locationId, orderId)
    const outsideCents = nameFound(tx, locationId, known, { id: refund.id, cents: refund.amountCents })
    const freeCents =
      (payment?.amountCents ?? 0) - known.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const freshCents = Math.min(freeCents, outsideCents)
    if (freshCents > 0) {
      bookByHand(tx, locationId, orderId, { id: refund.id, cents: freshCents }, nowMs)
      notifyRefunded(tx, order, { id: refund.id, amountCents: freshCents, endedLastFours: [] }, ports)
    }
    const cents = outsideCents - Math.max(0, freshCents)
    const left = coverPending(tx, locationId, openOf(known), { id: refund.id, cents }, nowMs)
    coverByHand(tx, locationId, known, { id: refund.id, cents: left }, nowMs)
    if (refund.isAll) await holdOrder(tx, ports, locationId, orderId, causeOf(refund))
  },
  async refundFailed(tx, merchant, { id: orderId }, refund) {
    const { locationId } = merchant
    await bookFailed(tx, locationId, orderId, refund.id, ports.clock.now())
    // The payment is no longer wholly returned, whichever of its refunds came last.
    for (const cause of await listOrderHolds(tx, locationId, orderId))
      if (cause.startsWith('refund:')) await releaseOrder(tx, ports, locationId, cause)
  },
  ownRefundMade: (tx, _merchant, order, refund) =>
    bookReportedOrderRefund(tx, order, refund, ports.clock.now()),
  ownRefundFailed: (tx, _merchant, order, refund) => bookReturnedOrderRefund(tx, order, refund, ports),
  async disputed(tx, merchant, { id: orderId }, { id, state, lostCents }) {
    const { locationId } = merchant
    if (state === 'won') await releaseOrder(tx, ports, locationId, `dispute:${id}`)
    else await holdOrder(tx, ports, locationId, orderId, `dispute:${id}`)
    if (state === 'lost') recordLoss(tx, ports, { locationId }, `dispute:${id}`)
    const known = await lockOrderRefunds(tx, locationId, orderId)
    const byBank = known.filter(({ isByBank }) => isByBank)
    const cents = lostCents - byBank.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const nowMs = ports.clock.now()
    if (cents < 0) reopenOrderRefunds(tx, locationId, byBank, -cents, nowMs)
    // It may be lost, won and lost again for the same amount.
    else
      coverPending(
        tx,
        locationId,
        openOf(known),
        { id: `${id}:${lostCents}:${nowMs}`, cents, byBank: true },
        nowMs,
      )
  },
})

const causeOf = ({ id }: Pick<OutsideRefund, 'id'>): HoldCause => `refund:${id}`

/**
 * A refund requested here that was found to have been made by hand is already in the books: this gives it the provider's id. Returns the cents that belong to
 * something else.
 */
function nameFound(
  tx: Transaction,
  locationId: string,
  known: readonly CardOrderRefund[],
  { id, cents }: { id: string; cents: Cents },
): Cents {
  let leftCents = cents
  for (const found of known.filter(({ providerRefundId }) => providerRefundId === foundGivenBack)) {
    const amountCents = Math.min(found.amountCents, leftCents)
    leftCents -= amountCents
    if (amountCents === found.amountCents)
      tx.later('UPDATE card_order_refunds SET provider_refund_id = $3 WHERE location_id = $1 AND id = $2', [
        locationId,
        found.id,
        id,
      ])
  }
  return leftCents
}

/** Books the money that no refund here accounts for as a refund of its own. */
function bookByHand(
  tx: Transaction,
  locationId: string,
  orderId: string,
  { id, cents: amountCents }: { id: string; cents: Cents },
  nowMs: number,
): void {
  insertOrderRefund(tx, locationId, {
    id,
    orderId,
    userId: undefined,
    reason: 'provider',
    note: undefined,
    amountCents,
    shippingCents: 0,
    taken: [],
    at: nowMs,
    doneAt: nowMs,
    providerRefundId: undefined,
  })
  recordRefunded(tx, locationId, { id, orderId, amountCents }, nowMs)
}

/** Refunds that are still pending. */
const openOf = (known: readonly CardOrderRefund[]): CardOrderRefund[] =>
  known.filter(({ doneAt }) => doneAt === undefined)

/**
 * Marks pending refunds as done, as far as the cents reach: by the provider's refund `id`, or in its dispute `id` by the buyer's bank. Returns the remaining
 * cents.
 */
function coverPending(
  tx: Transaction,
  locationId: string,
  pending: readonly CardOrderRefund[],
  { id, cents, byBank = false }: { id: string; cents: Cents; byBank?: boolean },
  nowMs: number,
): Cents {
  let leftCents = Math.max(0, cents)
  const providerRefundId = byBank ? undefined : id
  for (const refund of pending) {
    if (leftCents === 0) break
    const { orderId } = refund
    const amountCents = Math.min(refund.amountCents, leftCents)
    leftCents -= amountCents
    if (amountCents === refund.amountCents) {
      tx.later(
        `UPDATE card_order_refunds SET done_at = $3, provider_refund_id = $4, outside_cents = outside_cents + $5, failed_at = NULL, by_bank = $6, locked_until = 0, locked_by = NULL
         WHERE location_id = $1 AND id = $2`,
        [locationId, refund.id, nowMs, providerRefundId ?? null, amountCents, byBank],
      )
      recordRefunded(tx, locationId, { id: refund.id, orderId, amountCents, byBank }, nowMs)
      continue
    }
    tx.later(
      `UPDATE card_order_refunds SET amount_cents = amount_cents - $3, outside_cents = outside_cents + $3 WHERE location_id = $1 AND id = $2`,
      [locationId, refund.id, amountCents],
    )
    const part = { ...refund, id: `${id}:part`, amountCents, shippingCents: 0, taken: [] }
    insertOrderRefund(tx, locationId, {
      ...part,
      at: nowMs,
      doneAt: nowMs,
      providerRefundId,
      isByBank: byBank,
    })
    recordRefunded(tx, locationId, { id: part.id, orderId, amountCents, byBank }, nowMs)
  }
  return leftCents
}

/** The bank has returned what it had taken: what that covered is owed again, and requested under another id. */
function reopenOrderRefunds(
  tx: Transaction,
  locationId: string,
  byBank: readonly CardOrderRefund[],
  cents: Cents,
  nowMs: number,
): void {
  // A refund that this dispute alone covered is owed again as a whole; of refunds that several disputes covered, only this amount.
  const own = byBank.find(({ amountCents }) => amountCents === cents)
  let leftCents = cents
  for (const refund of own ? [own] : byBank) {
    const { id, orderId } = refund
    const amountCents = Math.min(refund.amountCents, leftCents)
    if (amountCents === 0) break
    leftCents -= amountCents
    const isAll = amountCents === refund.amountCents
    const owedId = isAll ? id : `${id}:owed:${nowMs}`
    if (isAll)
      tx.later(
        `UPDATE card_order_refunds SET id = $3, done_at = NULL, by_bank = false, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2`,
        [locationId, id, retryIdOf(id)],
      )
    else {
      tx.later(
        `UPDATE card_order_refunds SET amount_cents = amount_cents - $3 WHERE location_id = $1 AND id = $2`,
        [locationId, id, amountCents],
      )
      const owed = { ...refund, id: owedId, amountCents, shippingCents: 0, taken: [] }
      insertOrderRefund(tx, locationId, {
        ...owed,
        at: nowMs,
        doneAt: undefined,
        providerRefundId: undefined,
        isByBank: false,
      })
    }
    recordTransfer(
      tx,
      locationId,
      { id: `${owedId}:reinstated`, from: 'disputes', to: 'card_sales', amountCents, orderId },
      nowMs,
    )
  }
}

/**
 * A refund that the restaurant marked as paid another way went through the provider after all. Throws where the cents reach further: more went back than was
 * paid.
 */
function coverByHand(
  tx: Transaction,
  locationId: string,
  known: readonly CardOrderRefund[],
  { id, cents }: { id: string; cents: Cents },
  nowMs: number,
): void {
  let leftCents = cents
  for (const refund of known.filter(({ isByHand }) => isByHand)) {
    if (leftCents === 0) return
    const { orderId } = refund
    const amountCents = Math.min(refund.amountCents, leftCents)
    leftCents -= amountCents
    if (amountCents === refund.amountCents)
      tx.later(
        'UPDATE card_order_refunds SET by_hand = false, failed_at = NULL, provider_refund_id = $3 WHERE location_id = $1 AND id = $2',
        [locationId, refund.id, id],
      )
    recordInstead(tx, locationId, { providerRefundId: id, refundId: refund.id, amountCents, orderId }, nowMs)
  }
  if (leftCents > 0) throw new Error('more of a payment has gone back than was paid')
}

/** A refund by hand failed: it never happened, and what it had covered is owed again, under a new id. */
async function bookFailed(
  tx: Transaction,
  locationId: string,
  orderId: string,
  id: string,
  nowMs: number,
): Promise<void> {
  const known = await lockOrderRefunds(tx, locationId, orderId)
  const paidTwice = await takeBackInstead(
    tx,
    locationId,
    { providerRefundId: id, refundIds: known.map((refund) => refund.id), orderId },
    nowMs,
  )
  for (const refund of known.filter((one) => one.id === id || one.providerRefundId === id)) {
    if (paidTwice.has(refund.id)) {
      tx.later(
        'UPDATE card_order_refunds SET by_hand = true, provider_refund_id = NULL WHERE location_id = $1 AND id = $2',
        [locationId, refund.id],
      )
      continue
    }
    const { amountCents } = refund
    const again = { from: 'card_provider', to: 'card_sales', amountCents, orderId } as const
    recordTransfer(tx, locationId, { id: `${refund.id}:failed`, ...again }, nowMs)
    if (refund.reason === 'provider') {
      tx.later('DELETE FROM card_order_refunds WHERE location_id = $1 AND id = $2', [locationId, refund.id])
      dropRefundNews(tx, { locationId, id: orderId, about: refund.id })
    } else
      tx.later(
        `UPDATE card_order_refunds SET id = $3, done_at = NULL, provider_refund_id = NULL WHERE location_id = $1 AND id = $2`,
        [locationId, refund.id, retryIdOf(refund.id)],
      )
  }
}
