import { describe, expect, it } from 'vitest'
import { isShippingRefundable, priceCardRefund } from '#contract/pricing/card-refund.ts'
import { cardActsOf } from '#contract/rules/card-acts.ts'
import type { CardRefundable } from '#contract/schemas/staff-card.ts'

const order = (changes: Partial<CardRefundable> = {}): CardRefundable => ({
  face_cents: 5000,
  discount_cents: 0,
  taken_cents: 0,
  unspent_cents: 5000,
  shipping_cents: 0,
  left_cents: 5000,
  ...changes,
})
const price = (changes: Partial<CardRefundable>, shipping = false) =>
  priceCardRefund(order(changes), { shipping })

describe('the refundable amount of an order for gift cards', () => {
  it('is what is unspent, and at most what was paid and not refunded yet', () => {
    expect(price({}).amountCents).toBe(5000)
    expect(price({ unspent_cents: 1200 })).toMatchObject({ faceCents: 1200, amountCents: 1200 })
    expect(price({ left_cents: 3000 })).toMatchObject({ faceCents: 5000, amountCents: 3000 })
    expect(price({ unspent_cents: 0 })).toMatchObject({ faceCents: 0, amountCents: 0 })
  })

  it('shares a discount over the whole face value, and adds up to the amount paid, to the cent, in any steps', () => {
    const discounted = { discount_cents: 333, left_cents: 4667 }
    expect(price({ ...discounted, unspent_cents: 2000 })).toMatchObject({
      amountCents: 1866,
      discountCents: 134,
    })
    let [taken, back, discount] = [0, 0, 0]
    for (const step of [1, 999, 1700, 2300]) {
      const part = price({ ...discounted, taken_cents: taken, unspent_cents: step, left_cents: 4667 - back })
      taken += step
      back += part.amountCents
      discount += part.discountCents
    }
    expect([taken, back, discount]).toEqual([5000, 4667, 333])
  })

  it('is exact to the cent even when the face value times the amount paid is more than a number holds', () => {
    const all = { face_cents: 95_869_437, unspent_cents: 94_251_649, left_cents: 95_869_437 }
    expect(price(all)).toMatchObject({ amountCents: 94_251_649, discountCents: 0 })
  })

  it('includes postage only when nothing was spent', () => {
    const posted = { shipping_cents: 500, left_cents: 5500 }
    expect(price(posted, true)).toMatchObject({ amountCents: 5500, shippingCents: 500 })
    expect(price(posted, false)).toMatchObject({ amountCents: 5000, shippingCents: 0 })
    expect(price({ ...posted, unspent_cents: 4000 }, true)).toMatchObject({
      amountCents: 4000,
      shippingCents: 0,
    })
    expect(isShippingRefundable(order(posted))).toBe(true)
    expect(isShippingRefundable(order({ ...posted, unspent_cents: 4999 }))).toBe(false)
  })
})

describe('what can be done with a gift card', () => {
  const card = {
    status: 'active',
    balance_cents: 2500,
    holds: [] as { cause: string; lost?: { taken_cents: number } }[],
    is_replaced: false,
  }
  const names = (changes: Partial<typeof card>): string[] =>
    Object.entries(cardActsOf({ ...card, ...changes }))
      .filter(([, can]) => can)
      .map(([name]) => name)

  it.each([
    ['that is valid', {}, ['hold', 'void', 'reissue']],
    ['with no balance', { balance_cents: 0 }, ['hold', 'void']],
    ['held by the staff', { status: 'frozen', holds: [{ cause: 'staff' }] }, ['release', 'void', 'reissue']],
    ['held for a dispute', { status: 'frozen', holds: [{ cause: 'dispute' }] }, ['hold', 'void']],
    [
      'held because a bank has taken back a part of its payment',
      { status: 'frozen', holds: [{ cause: 'dispute', lost: { taken_cents: 700 } }] },
      ['hold', 'release', 'void'],
    ],
    [
      'held for both reasons',
      { status: 'frozen', holds: [{ cause: 'dispute' }, { cause: 'staff' }] },
      ['release', 'void'],
    ],
    ['that is void', { status: 'disabled', balance_cents: 0 }, []],
    ['that is void, with money that came back', { status: 'disabled' }, ['void', 'reissue']],
    ['that was replaced by another', { status: 'disabled', is_replaced: true }, ['void']],
    ['that is not paid for', { status: 'pending' }, []],
  ])('%s', (_name, changes, can) => expect(names(changes)).toEqual(can))
})
