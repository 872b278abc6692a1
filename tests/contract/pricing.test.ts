import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRate } from '#contract/rates.ts'
import { priceLine } from '#contract/pricing/line.ts'
import { emptySelection, modifiersOf, selectionOf } from '#contract/pricing/selection.ts'
import { choice, dish, section, value } from '../src/support/menus.tsx'
import { singleRate } from '#contract/pricing/tax.ts'
import {
  discountCentsOf,
  presetTipCents,
  priceTicket,
  rewardTakenCents,
  type TicketToPrice,
} from '#contract/pricing/ticket.ts'
import { listItemProblems } from '#contract/rules/item.ts'
import { idsOf, itemWithSelection } from './menu-items.ts'

const cents = fc.integer({ min: 0, max: 50_000 })
const line = fc.record({ unitCents: cents, quantity: fc.integer({ min: 1, max: 10 }) })
const ticket: fc.Arbitrary<TicketToPrice> = fc.record({
  lines: fc.array(line, { maxLength: 20 }),
  discount: fc.option(
    fc.oneof(fc.record({ percent: fc.integer({ min: 1, max: 100 }) }), fc.record({ amountCents: cents })),
    { nil: undefined },
  ),
  rewardCents: fc.option(cents, { nil: undefined }),
  tax: fc.constantFrom('0', '0.08875', '0.1025', '0.06').map(singleRate),
  useDelivery: fc.boolean(),
  deliveryChargeCents: cents,
  tipCents: cents,
  paid: fc.record({ nonTipCents: cents, tipCents: cents }),
})

describe('a ticket’s price', () => {
  it('has lines that sum to its subtotal, a discount within it, tax half-up on what is left, and no negative due', () =>
    fc.assert(
      fc.property(ticket, (one) => {
        const priced = priceTicket(one)
        const sum = one.lines.reduce((total, { unitCents, quantity }) => total + unitCents * quantity, 0)
        expect(priced.subTotalCents).toBe(sum)
        expect(priced.discountCents).toBeGreaterThanOrEqual(0)
        expect(priced.discountCents).toBeLessThanOrEqual(sum)
        expect(priced.taxCents).toBe(applyRate(sum - priced.discountCents, one.tax.rates[0]!.rate))
        expect(priced.deliveryCents).toBe(
          one.useDelivery && one.lines.length > 0 ? one.deliveryChargeCents : 0,
        )
        expect(priced.totalCents).toBe(
          sum - priced.discountCents + priced.taxCents + priced.deliveryCents + priced.tipCents,
        )
        expect(priced.dueNonTipCents).toBeGreaterThanOrEqual(0)
        expect(priced.dueTipCents).toBeGreaterThanOrEqual(0)
        expect(priced.dueCents).toBe(priced.dueNonTipCents + priced.dueTipCents)
      }),
    ))

  it('has nothing due once everything is paid', () =>
    fc.assert(
      fc.property(ticket, (one) => {
        const due = priceTicket({ ...one, paid: { nonTipCents: 0, tipCents: 0 } })
        expect(
          priceTicket({ ...one, paid: { nonTipCents: due.dueNonTipCents, tipCents: due.dueTipCents } })
            .dueCents,
        ).toBe(0)
      }),
    ))

  it('takes promo code and reward together off the subtotal, the code first, and never more than there is', () =>
    fc.assert(
      fc.property(ticket, (one) => {
        const priced = priceTicket(one)
        const promoCents = Math.min(priced.subTotalCents, discountCentsOf(priced.subTotalCents, one.discount))
        const rewardCents = rewardTakenCents(priced.subTotalCents, one.discount, one.rewardCents ?? 0)
        expect(promoCents + rewardCents).toBe(priced.discountCents)
        expect(rewardCents).toBeGreaterThanOrEqual(0)
        expect(rewardCents).toBeLessThanOrEqual(one.rewardCents ?? 0)
        expect(priced.totalCents).toBeGreaterThanOrEqual(priced.tipCents)
      }),
    ))

  it('is the sum of its payments, however it is split: no cent is made or lost', () =>
    fc.assert(
      fc.property(
        ticket,
        fc.array(fc.tuple(fc.nat(40_000), fc.nat(5000)), { maxLength: 8 }),
        (one, splits) => {
          const paid = { nonTipCents: 0, tipCents: 0 }
          const { totalCents } = priceTicket({ ...one, paid })
          const due = () => priceTicket({ ...one, paid })
          // Like gift cards: each pays what it can of the amount due, and of the order before the tip.
          for (const [nonTipCents, tipCents] of splits) {
            const left = due()
            paid.nonTipCents += Math.min(nonTipCents, left.dueNonTipCents)
            paid.tipCents += Math.min(tipCents, left.dueTipCents)
            expect(paid.nonTipCents + paid.tipCents + due().dueCents).toBe(totalCents)
          }
          const rest = due()
          paid.nonTipCents += rest.dueNonTipCents
          paid.tipCents += rest.dueTipCents
          expect(due().dueCents).toBe(0)
          expect(paid.nonTipCents + paid.tipCents).toBe(totalCents)
        },
      ),
    ))

  it('is the sum of its parts for whole orders and for their lines one by one', () =>
    fc.assert(
      fc.property(ticket, (one) => {
        const whole = priceTicket(one)
        const alone = one.lines.map((single) => priceTicket({ ...one, lines: [single] }).subTotalCents)
        expect(alone.reduce((sum, part) => sum + part, 0)).toBe(whole.subTotalCents)
        expect(
          whole.subTotalCents - whole.discountCents + whole.taxCents + whole.deliveryCents + whole.tipCents,
        ).toBe(whole.totalCents)
      }),
    ))

  it('equals an order calculated by hand', () => {
    const priced = priceTicket({
      lines: [
        { unitCents: 2700, quantity: 2 },
        { unitCents: 1955, quantity: 1 },
      ],
      discount: { percent: 10 },
      tax: singleRate('0.08875'),
      useDelivery: true,
      deliveryChargeCents: 450,
      tipCents: 1103,
      paid: { nonTipCents: 0, tipCents: 0 },
    })
    // 73.55 − 7.36 = 66.19; tax 5.874 → 5.87; + 4.50 + 11.03
    expect(priced).toMatchObject({
      subTotalCents: 7355,
      discountCents: 736,
      taxCents: 587,
      totalCents: 8759,
      dueNonTipCents: 7656,
      dueTipCents: 1103,
      dueCents: 8759,
    })
  })

  it.each([
    [7355, 10, 736],
    [7355, 15, 1103],
    [7355, 20, 1471],
  ])('presets a tip on %d of %d%% as %d', (subTotal, percent, tip) =>
    expect(presetTipCents(subTotal, percent)).toBe(tip),
  )
})

describe('a line', () => {
  it('sends modifiers that read back as the same selection', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item, selection }) => {
        const sent = modifiersOf(item, selection)
        const read = selectionOf(item, sent)
        expect(read.unknown).toEqual([])
        expect(modifiersOf(item, read.selection)).toEqual(sent)
        expect(priceLine(item, read.selection)).toEqual(priceLine(item, selection))
      }),
    ))

  it('is answered with exactly the ids that it was sent with', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item, selection }) => {
        const { modifiers } = priceLine(item, selection)
        expect(
          modifiers
            .map((one) => one.modifier)
            .filter(Boolean)
            .toSorted(),
        ).toEqual(idsOf(item, selection).toSorted())
      }),
    ))

  it('costs the price of the item and of its choices, without those that come with the dish', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item, selection }) => {
        const { unitCents, modifiers } = priceLine(item, selection)
        expect(unitCents).toBeGreaterThanOrEqual(
          item.omnivore.price_per_unit + modifiers.reduce((sum, one) => sum + one.price, 0),
        )
      }),
    ))

  it('says what it does not know instead of dropping it', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item, selection }) => {
        expect(
          selectionOf(item, [...modifiersOf(item, selection), { modifier: 'never-heard-of' }]).unknown,
        ).toEqual(['never-heard-of'])
      }),
    ))

  it('is read back where two choices of a dish offer the same', () => {
    const meat = choice([value('Brisket'), value('Turkey')])
    const platter = dish('Platter', { custom_options: [section('Meat', { choices: [meat, meat] })] })
    const ids = meat.values.map(({ omnivore_id }) => omnivore_id[0]!)
    for (const picked of [
      [0, 0],
      [0, 1],
      [1, 1],
    ]) {
      const sent = picked.map((place) => ({ modifier: ids[place]! }))
      const { selection, unknown } = selectionOf(platter, sent)
      expect([modifiersOf(platter, selection), unknown]).toEqual([sent, []])
    }
  })

  it('has no problem while every required choice has its default', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item }) => {
        expect(listItemProblems(item, emptySelection)).toEqual([])
      }),
    ))
})
