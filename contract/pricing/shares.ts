import type { Cents } from '../money.ts'
import { allocate } from './allocate.ts'
import { lineTotalCents } from './line.ts'
import type { Share } from './ticket.ts'

/**
 * Each line's share of a price that was stored without its parts, in cents that sum to the whole: discounts by the price of a line, tax by what remains after
 * them.
 * When such prices were stored, everything had the same tax. For prices computed now, `priceTicket` gives the shares.
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
