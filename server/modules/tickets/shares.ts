import type { Cents } from '#contract/money.ts'

/** What of a payment, or of a part that goes back, is the order's and what is the tip's. */
export type Shares = { nonTipCents: Cents; tipCents: Cents }

export const totalOf = ({ nonTipCents, tipCents }: Shares): Cents => nonTipCents + tipCents

/** So many cents of shares, as far as they reach: the order's own first, then the tip's. */
export function takeOf(shares: Shares, cents: Cents): Shares {
  const maxCents = Math.max(0, cents)
  const nonTipCents = Math.min(shares.nonTipCents, maxCents)
  return { nonTipCents, tipCents: Math.min(shares.tipCents, maxCents - nonTipCents) }
}

/** What is left of shares when some were taken. */
export const restOf = (shares: Shares, taken: Shares): Shares => ({
  nonTipCents: shares.nonTipCents - taken.nonTipCents,
  tipCents: shares.tipCents - taken.tipCents,
})
