import { singleRate } from '#contract/pricing/tax.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'
import { fromSeed } from '../support/seeded-random.ts'
import { describe, expect, it } from 'vitest'
import { giftCardShares } from '#contract/pricing/tender.ts'
import {
  earnedCentsLeft,
  inRefundOrder,
  isWholeRest,
  priceRefund,
  type RefundChoice,
} from '#contract/pricing/refund.ts'
import { shareLines } from '#contract/pricing/shares.ts'
import { priceTicket } from '#contract/pricing/ticket.ts'
import type { Refundable } from '#contract/schemas/refund.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { wholeRest } from '../support/whole-rest.ts'

/** Two kinds of dishes, paid by a gift card and a payment card. */
const order = (changes: Partial<Refundable> = {}): Refundable => ({
  lines: [
    { index: 0, quantity: 3, refunded: 0, cents: 1000, earned_cents: 919 },
    { index: 4, quantity: 1, refunded: 0, cents: 500, earned_cents: 459 },
  ],
  delivery_cents: 300,
  tip_cents: 200,
  tenders: [
    {
      id: 'visa',
      display_name: 'Visa ending in 4242',
      tender_type: 'credit_card',
      order_cents: 800,
      tip_cents: 200,
    },
    { id: 'gift', display_name: 'Gift card •••• 1234', tender_type: 'card', order_cents: 1000, tip_cents: 0 },
  ],
  ...changes,
})
const nothing = { lines: [], delivery: false, tipCents: 0 }

describe('a refund of a part of an order', () => {
  it('goes to the gift card first, then to the payment card, the tip to what paid for the tip', () => {
    const { totalCents, parts } = priceRefund(order(), {
      lines: [
        { index: 0, quantity: 3 },
        { index: 4, quantity: 1 },
      ],
      delivery: false,
      tipCents: 150,
    })
    expect(totalCents).toBe(1650)
    expect(parts).toEqual([
      {
        paymentId: 'gift',
        displayName: 'Gift card •••• 1234',
        tenderType: 'card',
        nonTipCents: 1000,
        tipCents: 0,
      },
      {
        paymentId: 'visa',
        displayName: 'Visa ending in 4242',
        tenderType: 'credit_card',
        nonTipCents: 500,
        tipCents: 150,
      },
    ])
  })

  it('is rounded so that the dishes of a line come to the line, one after the other or together', () => {
    const one = { ...nothing, lines: [{ index: 0, quantity: 1 }] }
    const steps = [0, 1, 2].map(
      (refunded) =>
        priceRefund(
          order({ lines: [{ index: 0, quantity: 3, refunded, cents: 1000, earned_cents: 919 }] }),
          one,
        ).totalCents,
    )
    expect(steps).toEqual([333, 333, 334])
  })

  it.each([
    ['a dish that is not on it', { ...nothing, lines: [{ index: 7, quantity: 1 }] }],
    ['more of a dish than there is', { ...nothing, lines: [{ index: 4, quantity: 2 }] }],
    [
      'more of a dish than there is, in two rows',
      {
        ...nothing,
        lines: [
          { index: 4, quantity: 1 },
          { index: 4, quantity: 1 },
        ],
      },
    ],
    ['less than one dish', { ...nothing, lines: [{ index: 0, quantity: -1 }] }],
    ['more tip than was paid', { ...nothing, tipCents: 201 }],
    ['a negative tip', { ...nothing, tipCents: -1 }],
  ])('is refused: %s', (_name, choice) => expect(() => priceRefund(order(), choice)).toThrow(RangeError))

  it('includes no more tip than is left, whatever its tenders have', () => {
    const some = order({ tip_cents: 100 })
    expect(() => priceRefund(some, { ...nothing, tipCents: 101 })).toThrow(RangeError)
    expect(priceRefund(some, { ...nothing, tipCents: 100 })).toMatchObject({ tipCents: 100 })
  })

  it('is never more than its tenders have left', () => {
    const [visa, gift] = order().tenders
    const poor = order({ tenders: [{ ...visa!, order_cents: 100 }, gift!] })
    const whole = priceRefund(order(), wholeRest(order()))
    const rest = priceRefund(poor, wholeRest(poor))
    expect(rest.nonTipCents).toBe(100 + gift!.order_cents)
    expect(rest.refundedOutsideCents).toBe(whole.nonTipCents - rest.nonTipCents)
    expect(whole.refundedOutsideCents).toBe(0)
  })

  it('leaves nothing if and only if it is the whole rest', () => {
    const rest = wholeRest(order())
    expect(isWholeRest(order(), rest)).toBe(true)
    expect(isWholeRest(order(), { ...rest, tipCents: 199 })).toBe(false)
    expect(isWholeRest(order(), { ...rest, delivery: false })).toBe(false)
    expect(isWholeRest(order(), { ...rest, lines: rest.lines.slice(1) })).toBe(false)
  })

  it('includes its share of discounts and tax: remaining cents go to those that lost most by rounding', () => {
    const shares = shareLines(
      [
        { unitCents: 1000, quantity: 1 },
        { unitCents: 500, quantity: 2 },
        { unitCents: 1, quantity: 1 },
      ],
      { discountCents: 101, taxCents: 169 },
    )
    expect(shares).toEqual([
      { subTotalCents: 1000, discountCents: 51, taxCents: 84 },
      { subTotalCents: 1000, discountCents: 50, taxCents: 85 },
      { subTotalCents: 1, discountCents: 0, taxCents: 0 },
    ])
  })

  it('has none when nothing costs anything', () =>
    expect(shareLines([{ unitCents: 0, quantity: 2 }], { discountCents: 0, taxCents: 0 })).toEqual([
      { subTotalCents: 0, discountCents: 0, taxCents: 0 },
    ]))
})

const orders = countOf('orders that go back in parts')

describe('what keeps the points of an order', () => {
  it.each([
    { name: 'all of it, where nobody took anything', earned: 3200, kept: 0, taken: 0, left: 3200 },
    { name: 'half of it, where half was taken', earned: 3200, kept: 1742, taken: 1742, left: 1600 },
    { name: 'nothing, where all was taken', earned: 3200, kept: 0, taken: 3484, left: 0 },
    { name: 'whole cents, rounded down', earned: 1000, kept: 2, taken: 1, left: 666 },
  ])('is $name', ({ earned, kept, taken, left }) =>
    expect(earnedCentsLeft({ earnedCents: earned, keptCents: kept, takenCents: taken })).toBe(left),
  )
})

describe(`${orders} orders that are refunded in parts`, () => {
  type Roll = (below: number) => number

  const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
  /** `expect` alone would take most of the time. */
  const same = <T>(one: T, other: T, what: string): void => {
    if (one !== other) expect(one, what).toBe(other)
  }

  const sales = { id: 'sales', name: 'Sales tax', rate: '0.0625' }
  const drinks = { id: 'drinks', name: 'Drinks tax', rate: '0.09' }
  const classes = [
    { id: 'standard', rates: ['sales'] },
    { id: 'wine', rates: ['sales', 'drinks'] },
  ]
  const rules: TaxRules[] = [
    ...['0', '0.08875', '0.1'].map((rate) => ({
      ...singleRate(rate),
      classes: [...singleRate(rate).classes, { id: 'wine', rates: [] }],
    })),
    { rates: [sales, drinks], classes, delivery: 'standard', rounding: 'order' },
    { rates: [sales, drinks], classes, delivery: 'wine', rounding: 'line' },
  ]

  /** A priced order, with the amounts that a gift card and a payment card have paid. */
  function drawPaid(roll: Roll): { order: Refundable; paidCents: number } {
    const dearest = [60, 900, 12_000][roll(3)]!
    const lines = Array.from({ length: 1 + roll(5) }, () => ({
      unitCents: roll(dearest),
      quantity: 1 + roll(10),
    })).map((line) => ({
      ...line,
      taxParts: roll(3) === 0 ? [{ taxClass: 'wine', cents: roll(line.unitCents + 1) }] : [],
    }))
    const priced = priceTicket({
      lines,
      discount: [undefined, { percent: 1 + roll(100) }, { amountCents: roll(dearest) }][roll(3)],
      rewardCents: roll(2) * roll(700),
      tax: rules[roll(rules.length)]!,
      useDelivery: roll(2) === 0,
      deliveryChargeCents: 399,
      tipCents: roll(900),
      tipPercent: [undefined, 10, 15, 20][roll(4)],
      paid: { nonTipCents: 0, tipCents: 0 },
    })
    const { dueNonTipCents, dueTipCents } = priced
    const gift = giftCardShares(
      { dueNonTipCents, dueTipCents, mayTip: roll(2) === 0 },
      roll(priced.dueCents + 2),
    )
    const shares = priced.lines
    const tenders = [
      { id: 'gift', tender_type: 'card' as const, order_cents: gift.amountCents, tip_cents: gift.tipCents },
      {
        id: 'visa',
        tender_type: 'credit_card' as const,
        order_cents: dueNonTipCents - gift.amountCents,
        tip_cents: dueTipCents - gift.tipCents,
      },
    ].map((tender) => ({ ...tender, display_name: tender.id }))
    for (const part of ['discountCents', 'taxCents'] as const)
      same(sumOf([...shares, priced.delivery].map((share) => share[part])), priced[part], part)
    return {
      paidCents: priced.totalCents,
      order: {
        lines: shares.map(({ subTotalCents, discountCents, taxCents }, index) => ({
          index,
          quantity: lines[index]!.quantity,
          refunded: 0,
          cents: subTotalCents - discountCents + taxCents,
          earned_cents: subTotalCents - discountCents,
        })),
        delivery_cents: priced.deliveryCents + priced.delivery.taxCents,
        tip_cents: priced.tipCents,
        tenders,
      },
    }
  }

  const drawChoice = ({ lines, delivery_cents, tip_cents }: Refundable, roll: Roll): RefundChoice => ({
    lines: lines
      .map(({ index, quantity, refunded }) => ({ index, quantity: roll(quantity - refunded + 1) }))
      .filter(({ quantity }) => quantity > 0),
    delivery: delivery_cents > 0 && roll(3) === 0,
    tipCents: roll(tip_cents + 1),
  })

  /** The order after a refund, as the server stores it. */
  function after(before: Refundable, choice: RefundChoice): Refundable {
    const { parts, deliveryCents } = priceRefund(before, choice)
    return {
      lines: before.lines.map((line) => ({
        ...line,
        refunded: line.refunded + (choice.lines.find(({ index }) => index === line.index)?.quantity ?? 0),
      })),
      delivery_cents: before.delivery_cents - deliveryCents,
      tip_cents: before.tip_cents - choice.tipCents,
      tenders: before.tenders.map((tender) => {
        const part = parts.find(({ paymentId }) => paymentId === tender.id)
        return {
          ...tender,
          order_cents: tender.order_cents - (part?.nonTipCents ?? 0),
          tip_cents: tender.tip_cents - (part?.tipCents ?? 0),
        }
      }),
    }
  }

  it(
    'never give a tender more than it paid, and sum to what was paid, to the cent',
    () => fromSeed(giveBack),
    120_000,
  )

  function giveBack(roll: Roll): void {
    let partial = 0
    for (let count = 0; count < orders; count++) {
      const { order: paid, paidCents } = drawPaid(roll)
      let [left, backCents, earnedCents] = [paid, 0, 0]
      for (let step = roll(4); step > 0; step--) {
        const choice = drawChoice(left, roll)
        const priced = priceRefund(left, choice)
        const next = after(left, choice)
        same(
          sumOf(priced.parts.map(({ nonTipCents, tipCents }) => nonTipCents + tipCents)),
          priced.totalCents,
          'parts',
        )
        // The payment card gets its part of the order back only after the gift card has got all of its own.
        const [gift, visa] = inRefundOrder(next.tenders)
        if (visa!.order_cents < left.tenders[1]!.order_cents)
          same(gift!.order_cents, 0, 'the gift card first')
        for (const { order_cents, tip_cents } of next.tenders)
          same(Math.min(order_cents, tip_cents, 0), 0, 'never more than was paid')
        backCents += priced.totalCents
        earnedCents += priced.earnedCents
        if (priced.totalCents > 0 && priced.totalCents < paidCents) partial++
        left = next
      }
      const rest = wholeRest(left)
      const last = priceRefund(left, rest)
      same(isWholeRest(left, rest), true, 'the whole rest')
      same(backCents + last.totalCents, paidCents, 'all that was paid')
      same(
        earnedCents + last.earnedCents,
        sumOf(paid.lines.map((line) => line.earned_cents)),
        'all that earned points',
      )
      const { tenders } = after(left, rest)
      same(sumOf(tenders.map(({ order_cents, tip_cents }) => order_cents + tip_cents)), 0, 'nothing left')
    }
    expect(partial).toBeGreaterThan(orders / 2)
  }
})
