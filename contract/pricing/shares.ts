import type { Cents } from '../money.ts'
import { allocate } from './allocate.ts'
import { lineTotalCents } from './line.ts'
import type { Share } from './ticket.ts'

/**
 * Every line's share of a price that was kept without its parts, in cents that come to the whole: the discounts by what a line costs, the tax by what is
 * left of that. There was one tax on everything then. The shares of a price that is made now are `priceTicket`'s.
 */
export function shareLines(
  lines: readonly { unitCents: Cents; quantity: number }[],
  { discountCents, taxCents }: { discountCents: Cents; taxCents: Cents },
): Share[] {
  const subTotals = lines.map(({ unitCents, quantity }) => lineTotalCents(unitCents, quantity))
  const discounts = allocate(discountCents, subTotals.map(BigInt))
  const rest = subTotals.map((cents, at) => BigInt(cents - discounts[at]!))
  const taxes = allocate(taxCents, rest)
  return subTotals.map((subTotalCents, at) => ({
    subTotalCents,
    discountCents: discounts[at]!,
    taxCents: taxes[at]!,
  }))
}
