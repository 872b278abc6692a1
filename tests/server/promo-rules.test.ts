import { describe, expect, it } from 'vitest'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import { missingForPromoCents } from '#contract/rules/promo.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { findPromoProblem, promoNotice } from '#server/modules/promo/rules.ts'
import { dinnerTime, fixtureMerchants, tavola } from './support/larder.ts'

/** A restaurant with a code for orders of at least $20.00, and one for half off. */
const restaurant = merchantDirectory(readMerchants(fixtureMerchants, { allowMissingPictures: true }))
  .list()
  .find(({ location }) => location.id === tavola.location)!
const withCode = (appliesTo: 'orders' | 'gift_cards') => ({
  ...restaurant,
  promoCodes: [
    { code: 'EDGE', discount: { percent: 50 }, minimumCents: 2000, appliesTo: [appliesTo] },
    { code: 'HALF', discount: { percent: 50 }, minimumCents: 0, appliesTo: [appliesTo] },
  ],
})

describe('a promo code, to the cent', () => {
  it.each([
    [1999, 1],
    [2000, 0],
    [2001, 0],
  ])('of %i cents where 2000 are asked for, %i are missing', (subTotalCents, missing) => {
    expect(missingForPromoCents(2000, subTotalCents)).toBe(missing)
    const purchase = { scope: 'orders' as const, subTotalCents }
    const merchant = withCode('orders')
    const small = 'This promo code is for orders of $20.00 or more.'
    expect(findPromoProblem(merchant, 'EDGE', purchase, dinnerTime)).toBe(missing === 0 ? undefined : small)
    expect(promoNotice(merchant, 'EDGE', purchase, dinnerTime)).toBe(
      missing === 0 ? undefined : 'Add $0.01 more to keep EDGE.',
    )
  })

  it.each([
    ['the least that a card is charged for', 0, undefined],
    ['a cent less', 2, 'This promo code cannot pay for a whole gift card. Please choose a larger amount.'],
  ])('leaves a gift card to be paid for: %s', (_name, less, problem) => {
    const subTotalCents = 2 * minimumCardChargeCents - less
    const purchase = { scope: 'gift_cards' as const, subTotalCents }
    expect(findPromoProblem(withCode('gift_cards'), 'HALF', purchase, dinnerTime)).toBe(problem)
  })
})
