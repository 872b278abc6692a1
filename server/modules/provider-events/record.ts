import type { Cents } from '#contract/money.ts'
import type { Clock } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import type { PayableRef } from '#server/modules/payments/attempts.ts'
import type { Payable } from '#server/modules/payments/payable.ts'
import type {
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
} from '#server/ports/payments/provider-books.ts'

/**
 * Books what the provider has for a payment and we do not: refunds made in its dashboard, and disputes. In one transaction, with the payable locked; repeating
 * it changes nothing, in whatever order events arrive.
 */

type Recording<T> = {
  merchant: Merchant
  payable: Payable<T>
  ref: PayableRef
  subject: T
  intentId: string
  payment: ProviderPayment & { charged: { amountCents: Cents } }
}

/** Books everything that is new. */
export async function recordProviderMoney<T>(
  tx: Transaction,
  recording: Recording<T>,
  { clock }: { clock: Clock },
): Promise<void> {
  const { merchant, intentId, payment } = recording
  const [known, disputes] = await Promise.all([
    tx.query<{ id: string; failed_at: number | null }>(
      'SELECT id, failed_at FROM provider_refunds WHERE location_id = $1 AND intent_id = $2',
      [merchant.locationId, intentId],
    ),
    tx.query<Known>(
      'SELECT id, state, amount_cents FROM disputes WHERE location_id = $1 AND intent_id = $2',
      [merchant.locationId, intentId],
    ),
  ])
  const knownOf = (dispute: ProviderDispute): Known | undefined =>
    disputes.find(({ id }) => id === dispute.id)
  for (const refund of payment.refunds.toSorted((one, other) => one.createdAt - other.createdAt))
    await recordRefund(
      tx,
      recording,
      refund,
      known.find(({ id }) => id === refund.id),
      clock.now(),
    )
  for (const dispute of payment.disputes)
    await recordDispute(
      tx,
      recording,
      dispute,
      {
        before: knownOf(dispute),
        others: payment.disputes
          .filter(({ id }) => id !== dispute.id)
          .map((one) => ({ amountCents: one.amountCents, state: newest(knownOf(one)?.state, one.state) })),
      },
      clock.now(),
    )
}

async function recordRefund<T>(
  tx: Transaction,
  { merchant, payable, ref, subject, intentId, payment }: Recording<T>,
  refund: ProviderRefund,
  known: { failed_at: number | null } | undefined,
  nowMs: number,
): Promise<void> {
  const { locationId } = merchant
  const { id, amountCents } = refund
  const { ownKey } = refund
  // Its answer may have been lost. A bank's dispute must not be taken to cover what the provider has refunded.
  if (ownKey !== undefined && refund.state === 'done')
    return payable.ownRefundMade(tx, merchant, subject, { id, intentId, key: ownKey })
  const refundedCents = payment.refunds
    .filter(({ state }) => state === 'done')
    .reduce((sum, one) => sum + one.amountCents, 0)
  const outside = { id, intentId, amountCents, isAll: refundedCents >= payment.charged.amountCents }
  if (!known && refund.state === 'done') {
    if (await payable.knowsRefund?.(tx, merchant, id)) return
    tx.later(
      `INSERT INTO provider_refunds (location_id, id, intent_id, ticket_id, order_id, amount_cents, created_at, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [locationId, id, intentId, ...columnsOf(ref), amountCents, refund.createdAt, nowMs],
    )
    await payable.refundedOutside(tx, merchant, subject, outside)
  }
  // A refund that failed before we saw it done: recorded, so that a slower process with older data does not book it as done. If this server had requested it,
  // its own refund is booked as failed.
  if (!known && refund.state === 'failed') {
    if (ownKey !== undefined)
      await payable.ownRefundFailed(tx, merchant, subject, { id, intentId, key: ownKey })
    tx.later(
      `INSERT INTO provider_refunds (location_id, id, intent_id, ticket_id, order_id, amount_cents, created_at, recorded_at, failed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [locationId, id, intentId, ...columnsOf(ref), amountCents, refund.createdAt, nowMs],
    )
  }
  if (known?.failed_at === null && refund.state === 'failed') {
    tx.later('UPDATE provider_refunds SET failed_at = $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      id,
      nowMs,
    ])
    await payable.refundFailed(tx, merchant, subject, outside)
  }
}

/** A dispute takes its money at once, and returns it when it is won; an inquiry only asks and takes nothing. A bank may change the amount. */
async function recordDispute<T>(
  tx: Transaction,
  { merchant, payable, ref, subject, intentId }: Recording<T>,
  { id, amountCents, reason, state, createdAt }: ProviderDispute,
  { before, others }: { before: Known | undefined; others: readonly Standing[] },
  nowMs: number,
): Promise<void> {
  const isSame = before?.state === state && before.amount_cents === amountCents
  if (isSame || newest(before?.state, state) !== state) return
  const { locationId } = merchant
  tx.later(
    `INSERT INTO disputes (location_id, id, intent_id, ticket_id, order_id, amount_cents, reason, state, created_at, recorded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (location_id, id) DO UPDATE SET amount_cents = excluded.amount_cents, reason = excluded.reason, state = excluded.state, recorded_at = excluded.recorded_at`,
    [locationId, id, intentId, ...columnsOf(ref), amountCents, reason, state, createdAt, nowMs],
  )
  const takenBefore = before && isTaken(before.state) ? before.amount_cents : 0
  const taken = isTaken(state) ? amountCents : 0
  // It may go back and forth: each change has a transfer id of its own.
  const name = before === undefined ? 'withdrawn' : `changed:${takenBefore}-${taken}:${nowMs}`
  const [from, to] =
    taken > takenBefore ? (['disputes', 'card_provider'] as const) : (['card_provider', 'disputes'] as const)
  const moved = { from, to, amountCents: Math.abs(taken - takenBefore), ...subjectOf(ref) }
  recordTransfer(tx, locationId, { id: `${id}:${name}`, ...moved }, nowMs)
  const standing = [...others, { state, amountCents }]
  await payable.disputed(tx, merchant, subject, {
    id,
    intentId,
    state: state === 'closed' ? 'won' : state,
    isOpen: standing.some((one) => one.state === 'open'),
    lostCents: standing.reduce((sum, one) => sum + (one.state === 'lost' ? one.amountCents : 0), 0),
  })
}

/** A dispute as last stored. */
type Known = { id: string; state: ProviderDispute['state']; amount_cents: Cents }
type Standing = Pick<ProviderDispute, 'state' | 'amountCents'>

/**
 * The newer state of a dispute. One that is over stays over, one that took its money does not become an inquiry again, and a closed inquiry becomes a dispute
 * or nothing: data that contradicts this was fetched earlier and arrives late.
 */
const newest = (
  before: ProviderDispute['state'] | undefined,
  fetched: ProviderDispute['state'],
): ProviderDispute['state'] => (before !== undefined && ranks[before] > ranks[fetched] ? before : fetched)

const ranks = { inquiry: 0, closed: 1, open: 2, won: 3, lost: 3 } as const

/** Whether the bank has the money. */
const isTaken = (state: ProviderDispute['state'] | undefined): boolean => state === 'open' || state === 'lost'

const columnsOf = ({ kind, id }: PayableRef): [string | null, string | null] =>
  kind === 'ticket' ? [id, null] : [null, id]
const subjectOf = ({ kind, id }: PayableRef): { ticketId: string } | { orderId: string } =>
  kind === 'ticket' ? { ticketId: id } : { orderId: id }
