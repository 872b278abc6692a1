import { currencyText } from '../currency-text.ts'
import { type Cents, parseCurrency } from '../money.ts'
import { findTypedDollars } from '../typed-dollars.ts'
import type { TicketOrder } from '../schemas/ticket-order.ts'

/** §5, §9: a custom tip is numeric with decimals, 5 characters at most on desktop and 7 on mobile. */
export const tipLength = { desktop: 5, mobile: 7 } as const

/** A custom tip's cents, or undefined when the text is not an amount. Empty text is no tip. */
export function findTip(text: string): Cents | undefined {
  return text.trim() === '' ? 0 : findTypedDollars(text)
}

/** A tip up to this is always accepted, however small the order (decision 034). */
const alwaysFineCents = 10_000

/** The largest tip on a subtotal: as much as the food itself, and $100.00 on anything smaller. Cents. */
export const maximumTipCents = (subTotalCents: Cents): Cents => Math.max(subTotalCents, alwaysFineCents)

/** What is wrong with a tip on a subtotal (cents), for the form and the server alike. A larger one is a typo, or somebody else's card. */
export const findTipProblem = (tipCents: Cents, subTotalCents: Cents): string | undefined =>
  tipCents > maximumTipCents(subTotalCents)
    ? `A tip on this order can be ${currencyText(maximumTipCents(subTotalCents))} at most. Please check the amount.`
    : undefined

/** Whether a tip (cents) is so unusual that the guest is asked to confirm it: over half of the subtotal, and over $10.00. */
export const isUnusualTip = (tipCents: Cents, subTotalCents: Cents): boolean =>
  tipCents > 1_000 && tipCents * 2 > subTotalCents

/**
 * How a tip was chosen, which its amount does not say: "no tip" (zero is also the amount before anybody was asked), or a custom amount (which may equal a
 * share).
 */
export type TipWord = 'none' | 'typed'

/** How a tip was chosen, where its amount does not say it; undefined for a share. */
export const tipWordOf = ({
  tipCents,
  tipPercent,
}: {
  tipCents: Cents
  tipPercent?: number | undefined
}): TipWord | undefined => (tipPercent === undefined ? (tipCents === 0 ? 'none' : 'typed') : undefined)

/** A tip that was chosen as a share (whole percent), and the amount sent for it to an API that takes amounts only (specification §7). */
export type TipShare = { percent: number; cents: Cents }

/**
 * The share that an order's tip is: what the order itself says (extension `tip_percent`), else what was chosen, while the tip is still the amount that was told
 * for it; one that was changed elsewhere since is an amount. Throws RangeError where the tip is no currency text.
 */
export const findTipPercent = (
  { tip, tip_percent: told }: Pick<TicketOrder, 'tip' | 'tip_percent'>,
  chosen: TipShare | undefined,
): number | undefined => told ?? (chosen?.cents === parseCurrency(tip) ? chosen?.percent : undefined)
