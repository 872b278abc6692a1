import type { Cents } from '../money.ts'

/**
 * Splits a total (whole cents, not negative) by weights; the shares sum to the total: the cents left over go to the largest remainders, among equal ones to the
 * first. A weight of 0 gets nothing. Throws RangeError where there is something to share but all weights are 0.
 */
export function allocate(totalCents: Cents, weights: readonly bigint[]): Cents[] {
  if (totalCents === 0) return weights.map(() => 0)
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) throw new RangeError(`nobody to get ${totalCents} cents`)
  const products = weights.map((weight) => BigInt(totalCents) * weight)
  const shares = products.map((product) => Number(product / sum))
  const left = shares.reduce((rest, share) => rest - share, totalCents)
  // Sorting is stable: equal remainders stay in order.
  products
    .map((product, index) => ({ index, rest: product % sum }))
    .sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
    .slice(0, left)
    .forEach(({ index }) => shares[index]!++)
  return shares
}
