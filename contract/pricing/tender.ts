import type { Cents } from '../money.ts'

/** The smallest amount that the card provider charges (Stripe: $0.50). */
export const minimumCardChargeCents: Cents = 50

/** Whether something is due, but too little for a payment card to be charged. */
export const isTooSmallForCard = (dueCents: Cents): boolean =>
  dueCents > 0 && dueCents < minimumCardChargeCents

/** What a gift card pays, in cents: first everything but the tip, then the tip, where the restaurant lets gift cards pay it. */
export type Shares = { amountCents: Cents; tipCents: Cents }

export type Due = { dueNonTipCents: Cents; dueTipCents: Cents; mayTip: boolean }

/**
 * What a gift card pays of what is due: the lesser of the due without the tip and the balance (specification §7), then the tip from what is left. The remaining
 * due is 0 or enough for a payment card to be charged: some cents stay on the gift card for that. Without a balance (a card by its number): everything due.
 */
export function giftCardShares(
  { dueNonTipCents, dueTipCents, mayTip }: Due,
  balanceCents: Cents = Infinity,
): Shares {
  const amountCents = Math.min(dueNonTipCents, balanceCents)
  const tipCents = mayTip ? Math.min(dueTipCents, balanceCents - amountCents) : 0
  const dueCents = dueNonTipCents + dueTipCents
  const leftCents = dueCents - amountCents - tipCents
  const shortCents =
    leftCents > 0 && dueCents >= minimumCardChargeCents ? Math.max(0, minimumCardChargeCents - leftCents) : 0
  const lessTipCents = Math.min(tipCents, shortCents)
  return { amountCents: amountCents - (shortCents - lessTipCents), tipCents: tipCents - lessTipCents }
}
