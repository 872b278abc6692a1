import type { Cents } from '#contract/money.ts'

/** How a payment or a refund part splits into the order and the tip. */
export type Shares = { nonTipCents: Cents; tipCents: Cents }

/** All of a payment or a refund part, in cents. */
export const totalOf = ({ nonTipCents, tipCents }: Shares): Cents => nonTipCents + tipCents

/** This many cents of shares, as far as they reach: from the order first, then from the tip. */
export function takeOf(shares: Shares, cents: Cents): Shares {
  const maxCents = Math.max(0, cents)
  const nonTipCents = Math.min(shares.nonTipCents, maxCents)
  return { nonTipCents, tipCents: Math.min(shares.tipCents, maxCents - nonTipCents) }
}

/** What remains of shares after some were taken. */
export const restOf = (shares: Shares, taken: Shares): Shares => ({
  nonTipCents: shares.nonTipCents - taken.nonTipCents,
  tipCents: shares.tipCents - taken.tipCents,
})
