import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftCardShares, minimumCardChargeCents } from '#contract/pricing/tender.ts'

describe('what a gift card pays of an order', () => {
  const due = (dueNonTipCents: number, dueTipCents = 0, mayTip = false) => ({
    dueNonTipCents,
    dueTipCents,
    mayTip,
  })

  it.for([
    ['everything due except the tip', due(2000, 300), 5000, { amountCents: 2000, tipCents: 0 }],
    ['its balance', due(2000), 1200, { amountCents: 1200, tipCents: 0 }],
    ['the tip where that is allowed', due(2000, 300, true), 2100, { amountCents: 2000, tipCents: 100 }],
    [
      'less than its balance, when the rest would be too small for a payment card',
      due(2000),
      1980,
      { amountCents: 1950, tipCents: 0 },
    ],
    ['less of the tip first', due(2000, 300, true), 2280, { amountCents: 2000, tipCents: 250 }],
    [
      'less than is due, when the tip alone would be too small for a payment card',
      due(2000, 30),
      5000,
      { amountCents: 1980, tipCents: 0 },
    ],
    [
      'its balance, for an order that is too small for a payment card anyway',
      due(40),
      10,
      { amountCents: 10, tipCents: 0 },
    ],
  ] as const)('%s', ([, what, balance, shares]) => {
    expect(giftCardShares(what, balance)).toEqual(shares)
  })

  it('never leaves an amount that cannot be paid, and never takes more than the balance or what is due', () => {
    const cents = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.boolean(),
        fc.option(cents, { nil: undefined }),
        (dueNonTipCents, dueTipCents, mayTip, balanceCents) => {
          const { amountCents, tipCents } = giftCardShares(
            { dueNonTipCents, dueTipCents, mayTip },
            balanceCents,
          )
          const left = dueNonTipCents + dueTipCents - amountCents - tipCents
          expect(
            Math.min(amountCents, tipCents, dueNonTipCents - amountCents, dueTipCents - tipCents),
          ).toBeGreaterThanOrEqual(0)
          expect(amountCents + tipCents).toBeLessThanOrEqual(balanceCents ?? Infinity)
          expect(mayTip || tipCents === 0).toBe(true)
          const isChargeable = dueNonTipCents + dueTipCents >= minimumCardChargeCents
          expect(!isChargeable || left === 0 || left >= minimumCardChargeCents).toBe(true)
        },
      ),
      { numRuns: 20_000 },
    )
  })
})
