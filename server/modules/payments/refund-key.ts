import type { Cents } from '#contract/money.ts'

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

/** A refund that was asked for from here and that a cardholder's bank has sent back. */
export type FailedRefund = {
  /** The provider's own id of it. */
  id: string
  /** Of the charge. */
  intentId: string
  /** As `refundKey` made it. */
  key: string
}
