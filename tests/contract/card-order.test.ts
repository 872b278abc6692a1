import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CardOrderToPrice, priceCardOrder } from '#contract/pricing/card-order.ts'
import {
  type CardOrderProgress,
  cardOrderSteps,
  findGiftCents,
  findQuantity,
  invalidField,
  isCardOrderOffered,
  isPhysicalOrderOffered,
  listBuyerProblems,
  listRecipientProblems,
  listShippingProblems,
  listCardOrderSteps,
  nextCardOrderStep,
  quantityLimits,
} from '#contract/rules/card-order.ts'
import { emptyRecipient } from '#contract/rules/contact.ts'
import { cardOrderTypes } from '#contract/schemas/card-order.ts'
import type { Settings } from '#contract/schemas/location.ts'

const cents = fc.integer({ min: 100, max: 1_000_000 })
const order: fc.Arbitrary<CardOrderToPrice> = fc.record({
  items: fc.array(fc.record({ priceCents: cents, quantity: fc.integer({ min: 1, max: 10_000 }) }), {
    maxLength: 5,
  }),
  discount: fc.option(
    fc.oneof(fc.record({ percent: fc.integer({ min: 1, max: 100 }) }), fc.record({ amountCents: cents })),
    { nil: undefined },
  ),
  shippingCents: fc.integer({ min: 0, max: 5000 }),
  paidCents: fc.constant(0),
})

describe('what an order for gift cards comes to', () => {
  it('is its rows less a discount that is within them, with shipping once and only when there is something to post', () =>
    fc.assert(
      fc.property(order, (one) => {
        const priced = priceCardOrder(one)
        const sum = one.items.reduce((total, { priceCents, quantity }) => total + priceCents * quantity, 0)
        expect(priced.subTotalCents).toBe(sum)
        expect(priced.discountCents).toBeGreaterThanOrEqual(0)
        expect(priced.discountCents).toBeLessThanOrEqual(sum)
        expect(priced.shippingCents).toBe(one.items.length === 0 ? 0 : one.shippingCents)
        expect(priced.totalCents).toBe(sum - priced.discountCents + priced.shippingCents)
        expect(priced.dueCents).toBe(priced.totalCents)
        expect(priceCardOrder({ ...one, paidCents: priced.totalCents }).dueCents).toBe(0)
      }),
    ))

  it('is worked out by hand for one that was', () => {
    const items = [
      { priceCents: 2550, quantity: 2 },
      { priceCents: 10_000, quantity: 1 },
    ]
    expect(priceCardOrder({ items, discount: { percent: 10 }, shippingCents: 495, paidCents: 0 })).toEqual({
      subTotalCents: 15_100,
      discountCents: 1510,
      shippingCents: 495,
      totalCents: 14_085,
      dueCents: 14_085,
    })
  })
})

describe('the steps of a card order', () => {
  it('are those of the specification, for each type @GC-17 @GC-18 @GC-19 @GC-20 @GC-21', () => {
    expect(cardOrderSteps).toEqual({
      Purchase: ['program', 'amount', 'promo', 'payment', 'review'],
      Reload: ['amount', 'promo', 'payment', 'review'],
      SendText: ['program', 'amount', 'promo', 'phone', 'message', 'payment', 'review'],
      SendEmail: ['program', 'amount', 'promo', 'email', 'message', 'payment', 'review'],
      SendPhysical: ['physical', 'preview', 'promo', 'address', 'message', 'payment', 'review'],
    })
  })

  it('leave out the promo code where the restaurant takes none', () => {
    const settings = (enable: boolean): Settings => ({
      consumer_application_settings: {},
      promo_codes: { enable },
    })
    for (const type of cardOrderTypes) {
      expect(listCardOrderSteps(type, settings(true))).toEqual(cardOrderSteps[type])
      expect(listCardOrderSteps(type, settings(false))).toEqual(
        cardOrderSteps[type].filter((step) => step !== 'promo'),
      )
    }
    const steps = listCardOrderSteps('SendEmail', settings(false))
    expect(steps[nextCardOrderStep(progress({ program: true, items: true }), steps)]).toBe('email')
  })

  const progress = (changes: Partial<CardOrderProgress>): CardOrderProgress => ({
    type: 'SendEmail',
    program: false,
    items: false,
    promo: false,
    recipient: false,
    message: false,
    ...changes,
  })
  it.each([
    ['nothing', progress({}), 'program'],
    ['a program', progress({ program: true }), 'amount'],
    ['an amount', progress({ program: true, items: true }), 'promo'],
    ['a promo code', progress({ program: true, items: true, promo: true }), 'email'],
    ['a recipient', progress({ program: true, items: true, recipient: true }), 'message'],
    ['a message', progress({ program: true, items: true, recipient: true, message: true }), 'payment'],
    ['a message without a recipient', progress({ program: true, items: true, message: true }), 'email'],
    ['a purchase', progress({ type: 'Purchase', program: true, items: true }), 'promo'],
    ['a reload', progress({ type: 'Reload', program: true }), 'amount'],
    ['a posted card', progress({ type: 'SendPhysical', program: true, items: true }), 'preview'],
  ])('go on after %s @GC-22', (_name, one, step) =>
    expect(cardOrderSteps[one.type][nextCardOrderStep(one)]).toBe(step),
  )

  it('never go past a missing answer, nor out of the table', () =>
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom(...cardOrderTypes),
          program: fc.boolean(),
          items: fc.boolean(),
          promo: fc.boolean(),
          recipient: fc.boolean(),
          message: fc.boolean(),
        }),
        (one) => {
          const steps = cardOrderSteps[one.type]
          const before = steps.slice(0, nextCardOrderStep(one))
          expect(one.items || !before.some((step) => step === 'amount' || step === 'physical')).toBe(true)
          expect(one.recipient || !before.some((step) => ['phone', 'email', 'address'].includes(step))).toBe(
            true,
          )
          expect(before).not.toContain('payment')
        },
      ),
    ))
})

describe('amounts and quantities', () => {
  it.each([25, 50, 75, 100, 125, 150])('take the preset %d @BC-12 @VA-04', (amount) => {
    expect(findGiftCents(String(amount))).toBe(amount * 100)
  })

  it.each([
    ['1', 100],
    ['10000', 1_000_000],
    ['25.5', 2550],
    ['0.99', undefined],
    ['0', undefined],
    ['', undefined],
    ['10000.01', undefined],
    ['25.555', undefined],
    ['-5', undefined],
    ['1e3', undefined],
  ])('take the price %s as %s @VA-04 @VA-05 @VA-10 @BC-12', (typed, cents) =>
    expect(findGiftCents(typed)).toBe(cents),
  )

  it('count 1 to 10 of a card by post, up to 10000 of a row under review, digits only @VA-05 @VA-10 @BC-12', () => {
    expect(
      ['1', '10', '11', '0', '', '2.5', '-1'].map((typed) =>
        findQuantity(typed, quantityLimits.physicalCards),
      ),
    ).toEqual([1, 10, undefined, undefined, undefined, undefined, undefined])
    expect(['10000', '10001'].map((typed) => findQuantity(typed, quantityLimits.order))).toEqual([
      10_000,
      undefined,
    ])
  })
})

describe('who a gift goes to, and who buys it', () => {
  const ada = { ...emptyRecipient, recipient_first_name: 'Ada', recipient_last_name: 'Guest' }
  const home = {
    ...ada,
    recipient_address: '1 Main Street',
    recipient_city: 'New York',
    recipient_state: 'NY',
    recipient_zip: '10011',
  }

  it('needs names and ten digits of a phone, or names and an email @VA-20', () => {
    expect(listRecipientProblems('SendText', emptyRecipient)).toEqual({
      recipient_first_name: invalidField('first name'),
      recipient_last_name: invalidField('last name'),
      recipient_phone: 'Please enter a valid phone number',
    })
    expect(listRecipientProblems('SendText', { ...ada, recipient_phone: '(212) 555-0147' })).toEqual({})
    expect(listRecipientProblems('SendText', { ...ada, recipient_phone: '212555014' })).not.toEqual({})
    expect(listRecipientProblems('SendEmail', { ...ada, recipient_email: 'ada@' })).toEqual({
      recipient_email: 'Please enter a valid email address',
    })
    expect(listRecipientProblems('SendEmail', { ...ada, recipient_email: 'ada@example.com' })).toEqual({})
    expect(listRecipientProblems('Purchase', emptyRecipient)).toEqual({})
  })

  it('needs an address to post to, and no email or phone @VA-19 @VA-06 @GC-28', () => {
    expect(Object.keys(listShippingProblems(emptyRecipient))).toEqual([
      'recipient_first_name',
      'recipient_last_name',
      'recipient_address',
      'recipient_city',
      'recipient_state',
      'recipient_zip',
    ])
    expect(listShippingProblems(emptyRecipient).recipient_zip).toBe('Please enter a valid zip')
    expect(listShippingProblems(home)).toEqual({})
    expect(
      Object.keys(
        listShippingProblems({ ...home, recipient_zip: '1001', recipient_email: 'x', recipient_phone: '12' }),
      ),
    ).toEqual(['recipient_zip', 'recipient_email', 'recipient_phone'])
  })

  it('needs a guest’s names and email @VA-18', () => {
    expect(listBuyerProblems({ buyer_first_name: ' ', buyer_last_name: '', buyer_email: 'x' })).toEqual({
      buyer_first_name: 'Please enter a valid first name',
      buyer_last_name: 'Please enter a valid last name',
      buyer_email: 'Please enter a valid email address',
    })
    expect(
      listBuyerProblems({
        buyer_first_name: 'Ada',
        buyer_last_name: 'Guest',
        buyer_email: 'ada@example.com',
      }),
    ).toEqual({})
  })
})

describe('what a location offers', () => {
  it('is what its settings switch on, and nothing below a switch that is off @EN-10', () => {
    const management = { buy_card: true, reload_card: true }
    const digital = {
      enable: true,
      send_card_by_text: true,
      send_card_by_email: false,
      card_management: management,
    }
    const none: Settings = { consumer_application_settings: {} }
    const offered = (cards: Settings['cards']) =>
      cardOrderTypes.filter((type) => isCardOrderOffered({ ...none, cards }, type))
    expect(offered({ digital })).toEqual(['Purchase', 'Reload', 'SendText'])
    expect(offered({ digital: { ...digital, enable: false } })).toEqual([])
    expect(offered({ physical: { enable: true, send_card_by_mail: true } })).toEqual(['SendPhysical'])
    expect(offered(undefined)).toEqual([])
    expect([
      isPhysicalOrderOffered({ ...none, cards: { physical: { enable: true } } }),
      isPhysicalOrderOffered(none),
    ]).toEqual([true, false])
  })
})
