import { hourMs } from '#contract/durations.ts'
import type { Cents } from '#contract/money.ts'

/** Refunds requested by this server, and those that a cardholder's bank sends back (decision 073): what food and gift cards have in common. */

/**
 * The idempotency key of a refund at the provider; `id` is the part's. A key stands for one amount, so a refund that was partly made by hand meanwhile
 * (`outsideCents`) gets another.
 */
export const refundKey = ({
  id,
  amountCents,
  outsideCents,
}: {
  id: string
  amountCents: Cents
  outsideCents: Cents
}): string => `larder-refund-${id}${outsideCents === 0 ? '' : `-${amountCents}`}`

/** The provider keeps a key for at least a day (Stripe, *Idempotent requests*); this is shorter, since clocks differ (ms). */
const keptKeyMs = 20 * hourMs

/** Whether the provider may have forgotten the key of a refund due since an instant (ms): requesting it again could then refund it twice. */
export const isKeyOld = (dueAtMs: number, nowMs: number): boolean => nowMs - dueAtMs > keptKeyMs

/** Longer than the provider's client takes with all retries of one call (ports/payments/stripe.ts); a refund with an old key needs two calls. */
const callMs = 60_000

/** SQL for how long a refund is leased, by `due` since when (ms) and `now`, both SQL; a failed one is retried after it. */
export const refundLeaseMs = (due: string, now: string): string =>
  `CASE WHEN ${now} - ${due} > ${keptKeyMs} THEN ${2 * callMs} ELSE ${callMs} END`

/** The longest possible lease (ms). */
export const longestRefundLeaseMs = 2 * callMs

/** A refund that this server requested. */
export type RequestedRefund = {
  /** Its id at the provider. */
  id: string
  /** The charge's. */
  intentId: string
  /** As made by `refundKey`. */
  key: string
}

type Asked = { provider_refund_id: string | null; done_at: number | null; failed_at: number | null }

/** The row of a returned refund: by the provider's id, or by its key, where the answer with the id was lost. */
export const findReturned = <R extends Asked>(
  rows: readonly R[],
  { id, key }: Pick<RequestedRefund, 'id' | 'key'>,
  keyOf: (row: R) => string,
): R | undefined => rows.find((row) => row.provider_refund_id === id) ?? findPending(rows, key, keyOf)

/** The row of a refund that was requested under a key, and has no answer yet. */
export const findPending = <R extends Pick<Asked, 'done_at' | 'failed_at'>>(
  rows: readonly R[],
  key: string,
  keyOf: (row: R) => string,
): R | undefined => rows.find((row) => row.done_at === null && row.failed_at === null && keyOf(row) === key)

/** The id under which a returned refund is requested again, so that late news about the first is not taken for the second's. */
export const retryIdOf = (id: string): string => `${id}:again`
/** The id under which it was requested before. */
export const originalIdOf = (id: string): string => id.replace(/:again$/, '')

/** What the staff do about a failed refund: send it again, or record that they paid it another way. `amountCents` is what they saw. */
export type Settling = { id: string; how: 'again' | 'by_hand'; amountCents: Cents }

/** `changed`: it is no longer owed, or not this amount. `disputed`: the bank is still deciding about the payment. `about`: the order's number. */
export type Settled =
  | { outcome: 'settled'; about: string; displayName: string }
  | { outcome: 'changed' | 'disputed' }
