import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from '#contract/pricing/allocate.ts'
import { singleRate } from '#contract/pricing/tax.ts'
import { type ItemizedTicket, priceTicket, type TicketToPrice } from '#contract/pricing/ticket.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { fromSeed } from '../support/seeded-random.ts'
import { expected, shown } from './tax-oracle.ts'

/** Rates like Chicago's: liquor bears one tax more than food, groceries only the city's, and exempt items none. */
const chicago: TaxRules = {
  rates: [
    { id: 'state', name: 'Illinois', rate: '0.0625' },
    { id: 'city', name: 'Chicago', rate: '0.0125' },
    { id: 'restaurant', name: 'Restaurant', rate: '0.005' },
    { id: 'liquor', name: 'Liquor', rate: '0.08875' },
  ],
  classes: [
    { id: 'standard', rates: ['state', 'city', 'restaurant'] },
    { id: 'liquor', rates: ['state', 'city', 'restaurant', 'liquor'] },
    { id: 'grocery', rates: ['city'] },
    { id: 'exempt', rates: [] },
  ],
  delivery: 'grocery',
  rounding: 'order',
}

const order = (some: Partial<TicketToPrice>): ItemizedTicket =>
  priceTicket({
    lines: [],
    tax: chicago,
    useDelivery: false,
    deliveryChargeCents: 0,
    tipCents: 0,
    paid: { nonTipCents: 0, tipCents: 0 },
    ...some,
  })

const of = (unitCents: number, taxClass?: string, quantity = 1): TicketToPrice['lines'][number] => ({
  unitCents,
  quantity,
  ...(taxClass !== undefined && { taxParts: [{ taxClass, cents: unitCents }] }),
})

describe('tax', () => {
  it('is by each dish’s class, and says what each tax comes to', () => {
    // 20.00 at 8 %, 9.00 at 16.875 %, 5.00 at 1.25 %, 4.00 at nothing: 1.60 + 1.51875 + 0.0625 = 3.18125.
    const priced = order({ lines: [of(2000), of(900, 'liquor'), of(500, 'grocery'), of(400, 'exempt')] })
    expect(priced.taxCents).toBe(318)
    expect(priced.lines.map(({ taxCents }) => taxCents)).toEqual([160, 152, 6, 0])
    expect(priced.taxes).toMatchObject([
      { id: 'state', taxableCents: 2900, taxCents: 181 },
      { id: 'city', taxableCents: 3400, taxCents: 42 },
      { id: 'restaurant', taxableCents: 2900, taxCents: 15 },
      { id: 'liquor', taxableCents: 900, taxCents: 80 },
    ])
  })

  it('is by a choice’s own class for what the choice costs', () => {
    // A brunch of 18.00 with a mimosa of 7.00 in it, twice: 36.00 at 8 %, 14.00 at 16.875 %.
    const [line] = order({
      lines: [{ unitCents: 2500, quantity: 2, taxParts: [{ taxClass: 'liquor', cents: 700 }] }],
    }).lines
    expect(line).toEqual({ subTotalCents: 5000, discountCents: 0, taxCents: 524 })
  })

  it('is the standard one for a class that the location does not have', () =>
    expect(order({ lines: [of(1000, 'tobacco')] }).taxCents).toBe(80))

  it('is on the delivery where that has a class, and not where it has none', () => {
    const delivered = { lines: [of(1000)], useDelivery: true, deliveryChargeCents: 600 }
    expect(order(delivered)).toMatchObject({ taxCents: 88, delivery: { subTotalCents: 600, taxCents: 8 } })
    expect(order({ ...delivered, tax: { ...chicago, delivery: undefined } })).toMatchObject({
      taxCents: 80,
      delivery: { subTotalCents: 600, taxCents: 0 },
    })
    expect(order({ ...delivered, lines: [] })).toMatchObject({ taxCents: 0, totalCents: 0 })
  })

  it('is rounded once an order, or once a line, as the location says', () => {
    // Three times 1.06 at 8 %: 8.48 cents each, 25.44 together.
    const lines = [of(106), of(106), of(106)]
    expect(order({ lines })).toMatchObject({ taxCents: 25 })
    expect(order({ lines }).lines.map(({ taxCents }) => taxCents)).toEqual([9, 8, 8])
    const byLine = order({ lines, tax: { ...chicago, rounding: 'line' } })
    expect(byLine).toMatchObject({ taxCents: 24 })
    expect(byLine.lines.map(({ taxCents }) => taxCents)).toEqual([8, 8, 8])
  })

  it('is computed on each dish after its share of the discount', () => {
    const priced = order({ lines: [of(1000), of(1000, 'exempt')], discount: { percent: 50 } })
    expect(priced).toMatchObject({ discountCents: 1000, taxCents: 40 })
    expect(priced.lines.map(({ discountCents }) => discountCents)).toEqual([500, 500])
    expect(order({ lines: [of(1000)], rewardCents: 5000 })).toMatchObject({
      discountCents: 1000,
      taxCents: 0,
    })
  })

  it('refuses an invalid rate', () =>
    expect(() => order({ lines: [of(100)], tax: singleRate('8%') })).toThrow(
      new RangeError('not a rate: 8%'),
    ))
})

describe('cents that are distributed', () => {
  it('are all given out, to those with a weight, each within a cent of its exact share', () =>
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n })), (total, weights) => {
        const sum = weights.reduce((all, weight) => all + weight, 0n)
        if (sum === 0n) return
        const shares = allocate(total, weights)
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
        shares.forEach((share, at) => {
          const off = BigInt(share) * sum - BigInt(total) * weights[at]!
          expect(off < sum && -off < sum).toBe(true)
          expect(weights[at] === 0n && share > 0).toBe(false)
        })
      }),
    ))

  it('are all distributed, unless there is nobody to get them', () => {
    expect(allocate(0, [0n, 0n])).toEqual([0, 0])
    expect(() => allocate(1, [0n])).toThrow(RangeError)
  })
})

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/** The shares of lines, delivery and taxes add up to the whole, and no line has a larger discount than its price. */
function addsUp({ lines, delivery, taxes, ...priced }: ItemizedTicket): boolean {
  const rows = [...lines, delivery]
  return (
    sumOf(rows.map((row) => row.subTotalCents)) === priced.subTotalCents + priced.deliveryCents &&
    sumOf(rows.map((row) => row.discountCents)) === priced.discountCents &&
    sumOf(rows.map((row) => row.taxCents)) === priced.taxCents &&
    sumOf(taxes.map((part) => part.taxCents)) === priced.taxCents &&
    rows.every((row) => row.discountCents <= row.subTotalCents && row.taxCents >= 0)
  )
}

const orders = countOf('orders taxed by class')

describe(`${orders} orders by any classes, codes, rewards and roundings`, () => {
  const drawRules = (roll: (below: number) => number): TaxRules => {
    const rates = Array.from({ length: 1 + roll(4) }, (_, at) => ({
      id: `rate-${at}`,
      name: `Rate ${at}`,
      rate: ['0', '0.0625', '0.08875', '0.0125', '0.10750001', '0.005', '0.1', '1'][roll(8)]!,
    }))
    const classes = ['standard', 'liquor', 'grocery', 'exempt'].slice(0, 1 + roll(4)).map((id) => ({
      id,
      rates: id === 'exempt' ? [] : rates.map((one) => one.id).filter(() => roll(3) > 0),
    }))
    const delivery = roll(2) === 0 ? undefined : classes[roll(classes.length)]!.id
    return { rates, classes, delivery, rounding: roll(2) === 0 ? 'order' : 'line' }
  }
  const drawOrder = (roll: (below: number) => number): TicketToPrice => {
    const dearest = [30, 1500, 20_000][roll(3)]!
    return {
      lines: Array.from({ length: roll(6) }, () => {
        const unitCents = roll(dearest)
        const ownCents = roll(unitCents + 1)
        const taxParts = [
          { taxClass: ['standard', 'liquor', 'exempt', 'unheard-of'][roll(4)]!, cents: ownCents },
          { taxClass: 'grocery', cents: unitCents - ownCents },
        ].slice(0, roll(3))
        return { unitCents, quantity: 1 + roll(10), taxParts }
      }),
      discount: [undefined, { percent: 1 + roll(100) }, { amountCents: roll(4000) }][roll(3)],
      rewardCents: roll(2) === 0 ? undefined : roll(3000),
      tax: drawRules(roll),
      useDelivery: roll(2) === 0,
      deliveryChargeCents: roll(1500),
      tipCents: roll(5000),
      paid: { nonTipCents: 0, tipCents: 0 },
    }
  }

  it('sum to the exact fractions, and their parts to the whole, to the cent', { timeout: 300_000 }, () =>
    fromSeed((roll) => {
      for (let count = 0; count < orders; count++) {
        const one = drawOrder(roll)
        const priced = priceTicket(one)
        const said = JSON.stringify(shown(priced))
        const right = JSON.stringify(expected(one))
        if (said !== right || !addsUp(priced))
          throw new Error(`${JSON.stringify(one)}: ${said}, and by hand ${right}`)
      }
    }),
  )
})
