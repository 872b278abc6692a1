import type { Discount, ItemizedTicket, Share, TicketToPrice } from '#contract/pricing/ticket.ts'

/** The price of an order with tax classes, computed a second time: with fractions, and sharing no code with the implementation it checks. */

type Fraction = { over: bigint; under: bigint }
const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
const total = (all: readonly Fraction[]): Fraction =>
  all.reduce(plus, { over: 0n, under: all[0]?.under ?? 1n })
const less = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
const halfUp = ({ over, under }: Fraction): number => Number((over + over + under) / (under + under))
const fractionOf = (decimal: string): Fraction => {
  const [whole, decimals = ''] = decimal.split('.')
  return { over: BigInt(whole! + decimals.padEnd(10, '0')), under: 10n ** 10n }
}

/** Gives out the remaining cents one at a time, always to the line furthest below its exact share. */
function dealt(cents: number, weights: readonly Fraction[]): number[] {
  const all = total(weights)
  const due = weights.map(({ over, under }) => ({
    over: BigInt(cents) * over * all.under,
    under: under * all.over,
  }))
  const given = all.over === 0n ? weights.map(() => 0n) : due.map(({ over, under }) => over / under)
  for (let left = cents - Number(given.reduce((sum, one) => sum + one, 0n)); left > 0; left--) {
    let behind = 0
    const missing = (at: number): Fraction =>
      plus(due[at]!, { over: -given[at]! * due[at]!.under, under: due[at]!.under })
    for (let at = 1; at < due.length; at++) if (less(missing(behind), missing(at))) behind = at
    given[behind]!++
  }
  return given.map(Number)
}

/** The parts of a price that are compared. */
type Shown = Pick<ItemizedTicket, 'subTotalCents' | 'discountCents' | 'taxCents' | 'totalCents'> & {
  lines: Share[]
  delivery: Share
  taxes: { id: string; taxCents: number }[]
}

export const shown = (priced: ItemizedTicket): Shown => ({
  subTotalCents: priced.subTotalCents,
  discountCents: priced.discountCents,
  taxCents: priced.taxCents,
  totalCents: priced.totalCents,
  lines: priced.lines,
  delivery: priced.delivery,
  taxes: priced.taxes.map(({ id, taxCents }) => ({ id, taxCents })),
})

type Row = { cents: number; taxClass: string }

/** The expected price of an order, in the form of `shown`. */
export function expected({
  lines,
  discount,
  rewardCents = 0,
  tax,
  useDelivery,
  ...ticket
}: TicketToPrice): Shown {
  const rows: Row[][] = lines.map(({ unitCents, quantity, taxParts = [] }) => {
    const other = taxParts.map(({ taxClass, cents }) => ({ taxClass, cents: cents * quantity }))
    return [
      {
        taxClass: 'standard',
        cents: unitCents * quantity - other.reduce((sum, { cents }) => sum + cents, 0),
      },
      ...other,
    ]
  })
  const subTotalCents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const discountCents = Math.min(subTotalCents, promoCents(subTotalCents, discount) + rewardCents)
  const off = dealt(
    discountCents,
    rows.flat().map(({ cents }) => ({ over: BigInt(cents), under: 1n })),
  )
  let next = 0
  const rest = rows.map((row) => row.map((one) => ({ ...one, cents: one.cents - off[next++]! })))
  const deliveryCents = useDelivery && lines.length > 0 ? ticket.deliveryChargeCents : 0
  if (tax.delivery !== undefined) rest.push([{ taxClass: tax.delivery, cents: deliveryCents }])
  const bears = ({ taxClass }: Row, id: string): boolean =>
    (tax.classes.find((one) => one.id === taxClass) ?? tax.classes[0])!.rates.includes(id)
  const on = (row: readonly Row[], only?: string): Fraction =>
    total(
      row.flatMap((one) =>
        tax.rates
          .filter(({ id }) => bears(one, id) && (only === undefined || only === id))
          .map(({ rate }) => ({ ...fractionOf(rate), cents: BigInt(one.cents) }))
          .map(({ over, under, cents }) => ({ over: over * cents, under })),
      ),
    )
  const exact = rest.map((row) => on(row))
  const each = exact.map(halfUp)
  const taxCents = tax.rounding === 'line' ? each.reduce((sum, one) => sum + one, 0) : halfUp(total(exact))
  const shares = tax.rounding === 'line' ? each : dealt(taxCents, exact)
  const taxes = tax.rates.filter(({ id }) => rest.flat().some((row) => row.cents > 0 && bears(row, id)))
  const parts = dealt(
    taxCents,
    taxes.map(({ id }) => on(rest.flat(), id)),
  )
  return {
    subTotalCents,
    discountCents,
    taxCents,
    totalCents:
      subTotalCents - discountCents + taxCents + deliveryCents + (lines.length > 0 ? ticket.tipCents : 0),
    lines: lines.map(({ unitCents, quantity }, at) => ({
      subTotalCents: unitCents * quantity,
      discountCents: discountOf(rows, rest, at),
      taxCents: shares[at]!,
    })),
    delivery: { subTotalCents: deliveryCents, discountCents: 0, taxCents: shares[lines.length] ?? 0 },
    taxes: taxes.map(({ id }, at) => ({ id, taxCents: parts[at]! })),
  }
}

const discountOf = (rows: Row[][], rest: Row[][], at: number): number =>
  rows[at]!.reduce((sum, { cents }, part) => sum + cents - rest[at]![part]!.cents, 0)

const promoCents = (subTotalCents: number, discount: Discount | undefined): number =>
  discount === undefined
    ? 0
    : 'percent' in discount
      ? halfUp({ over: BigInt(subTotalCents * discount.percent), under: 100n })
      : discount.amountCents
