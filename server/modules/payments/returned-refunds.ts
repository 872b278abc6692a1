import type { Cents } from '#contract/money.ts'

/** Refunds that were asked for from here, and those among them that a cardholder's bank sends back (decision 073): what food and gift cards have in common. */

/**
 * The key that the provider is asked for a refund with, and knows it by: `id` is the part's. A key stands for one amount, so one of which some went back by
 * hand meanwhile (`outsideCents`) has another.
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

/** The provider keeps a key for a day at least (Stripe, *Idempotent requests*); this is less, for the clocks of two companies (ms). */
const keptKeyMs = 20 * 60 * 60_000

/** Whether the provider may have forgotten the key of a refund that is due since an instant (ms): asked for again, it would go back twice. */
export const isKeyOld = (dueAtMs: number, nowMs: number): boolean => nowMs - dueAtMs > keptKeyMs

/** Longer than the provider's client may take with all its retries for one call (ports/payments/stripe.ts); of one whose key is old it is asked twice. */
const callMs = 60_000

/** How long whoever asks for a refund has it, in SQL, by `due` since when (ms) and `now`, both SQL: one that failed is tried again after it. */
export const refundLeaseMs = (due: string, now: string): string =>
  `CASE WHEN ${now} - ${due} > ${keptKeyMs} THEN ${2 * callMs} ELSE ${callMs} END`

/** The longest that anybody has one (ms). */
export const longestRefundLeaseMs = 2 * callMs

/** One that was sent back. */
export type ReturnedRefund = {
  /** The provider's own id of it. */
  id: string
  /** Of the charge. */
  intentId: string
  /** As `refundKey` made it. */
  key: string
}

type Asked = { provider_refund_id: string | null; done_at: number | null; failed_at: number | null }

/** Which row it was: by the provider's id, or, where the answer to it was lost and nobody knew that, by its key. */
export const findReturned = <R extends Asked>(
  rows: readonly R[],
  { id, key }: Pick<ReturnedRefund, 'id' | 'key'>,
  keyOf: (row: R) => string,
): R | undefined =>
  rows.find((row) => row.provider_refund_id === id) ??
  rows.find((row) => row.done_at === null && row.failed_at === null && keyOf(row) === key)

/** Under which id one that was sent back is asked for again: nothing that is still told of the first is taken for the second's. */
export const retryIdOf = (id: string): string => `${id}:again`
/** Under which id it was asked for before. */
export const originalIdOf = (id: string): string => id.replace(/:again$/, '')

/** What the staff do about one: have it sent again, or say that they paid it another way. `amountCents` is what they saw. */
export type Settling = { id: string; how: 'again' | 'by_hand'; amountCents: Cents }

/** `changed`: it is owed no more, or not this amount. `disputed`: the bank is still deciding about the payment. `about`: the order's number. */
export type Settled =
  | { outcome: 'settled'; about: string; displayName: string }
  | { outcome: 'changed' | 'disputed' }
