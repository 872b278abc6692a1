import { describe, expect, it } from 'vitest'
import { singleRate } from '#contract/pricing/tax.ts'
import { priceTicket } from '#contract/pricing/ticket.ts'
import { isUntriedCode, keepPromoText, missingForPromoCents } from '#contract/rules/promo.ts'
import { findTipProblem, isUnusualTip, maximumTipCents } from '#contract/rules/tip.ts'

describe('how much a tip can be', () => {
  it.each([
    [0, 10_000],
    [5250, 10_000],
    [10_000, 10_000],
    [10_001, 10_001],
    [84_000, 84_000],
  ])('on a subtotal of %i cents: %i', (subTotal, most) => {
    expect(maximumTipCents(subTotal)).toBe(most)
    expect(findTipProblem(most, subTotal)).toBeUndefined()
    expect(findTipProblem(most + 1, subTotal)).toMatch(/^A tip on this order can be \$[\d,.]+ at most\./)
  })

  it.each([
    [1000, 500, false],
    [1001, 2002, false],
    [1001, 2001, true],
    [4500, 5250, true],
    [2000, 10_000, false],
  ])('a tip of %i cents on %i is unusual: %s', (tip, subTotal, unusual) => {
    expect(isUnusualTip(tip, subTotal)).toBe(unusual)
  })
})

describe('a tip that is a share', () => {
  const ticket = {
    tax: singleRate('0'),
    useDelivery: false,
    deliveryChargeCents: 0,
    tipCents: 700,
    paid: { nonTipCents: 0, tipCents: 0 },
  }
  const lines = [{ unitCents: 2345, quantity: 3 }]

  it('is of the subtotal, before discounts, half-up to the cent', () => {
    expect(priceTicket({ ...ticket, lines, tipPercent: 15 }).tipCents).toBe(1055)
    expect(priceTicket({ ...ticket, lines, tipPercent: 15, discount: { percent: 50 } }).tipCents).toBe(1055)
    expect(priceTicket({ ...ticket, lines }).tipCents).toBe(700)
  })

  it('and one that is an amount are nothing on an empty ticket, as all of it is', () => {
    for (const tipPercent of [undefined, 20])
      expect(
        priceTicket({ ...ticket, lines: [], tipPercent, useDelivery: true, deliveryChargeCents: 450 }),
      ).toMatchObject({
        tipCents: 0,
        totalCents: 0,
        dueCents: 0,
      })
  })
})

describe('the amount that is missing for a promo code', () => {
  it('is what is missing of its minimum', () => {
    expect(missingForPromoCents(2000, 1600)).toBe(400)
    expect(missingForPromoCents(2000, 2000)).toBe(0)
    expect(keepPromoText('FIVEOFF', 2000, 1600)).toBe('Add $4.00 more to keep FIVEOFF.')
    expect(keepPromoText('FIVEOFF', 2000, 2000)).toBeUndefined()
    // Free dishes, or none.
    expect(keepPromoText('FIVEOFF', 2000, 0)).toBeUndefined()
  })

  it.each([
    ['', [], false],
    ['  ', [], false],
    ['welcome10', ['WELCOME10', ''], false],
    ['WELCOME10', ['', ''], true],
    [' nope ', ['', 'NOPE'], false],
    ['OTHER', ['WELCOME10', 'NOPE'], true],
  ])('a code typed as "%s" with %j known is untried: %s', (typed, known, untried) => {
    expect(isUntriedCode(typed, known)).toBe(untried)
  })
})
