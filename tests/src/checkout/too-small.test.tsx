// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { card, user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
const owing = (due: string) =>
  snapshotOf({
    items: [line({ modifiers: [] })],
    totals: { ...noTotals, sub_total: '$16.00', total: due, due_non_tip: due, due },
  })
const words = () => document.body.textContent
const place = () => find<HTMLButtonElement>('button', /^PLACE YOUR ORDER/)

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  Object.assign(globalThis, {
    LarderSandboxPayments: () =>
      stripeWithout(() => ({ on: (_event, listener) => listener({ complete: true, empty: false }) })),
  })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

describe('an amount that is too small for a payment card', () => {
  it('says so in place of the card’s fields, and leads to the tip', async () => {
    const { page, net } = await orderPage({ ticket: owing('$0.22'), book })
    await show(page)
    await until(() => expect(words()).toContain('$0.22 is below the credit card minimum'))
    expect(words()).toContain('The minimum for credit cards is $0.50.')
    expect(place().disabled).toBe(true)
    await press(find('button', 'ADD A TIP'))
    await until(() => find('h2', /tip/i))
    expect(net.callsOf('/payment')).toEqual([])
  })

  it('has the gift card removed before the tip, when one is on the order', async () => {
    const payments = [
      { display_name: 'Gift card', display_amount: '$17.20', tip: '$0.00', tender_type: 'card' },
    ] as const
    const { page, net } = await orderPage({ ticket: { ...owing('$0.22'), payments: [...payments] }, book })
    await show(page)
    await until(() => expect(words()).toContain('$0.22 is below the credit card minimum'))
    expect(words()).toContain('To change your order, first remove its payments.')
    expect(words()).not.toContain('ADD A TIP')
    net.ticket = owing('$17.42')
    await press(find('button', 'REMOVE PAYMENTS'))
    await until(() => expect(find('form h2').textContent).toBe('Add a tip?'))
    expect(net.callsOf('/release')).toHaveLength(1)
  })

  it('is $0.49 and not $0.50', async () => {
    const { page } = await orderPage({ ticket: owing('$0.50'), book })
    await show(page)
    await until(() => expect(place().disabled).toBe(false))
    expect(words()).not.toContain('too little')
  })

  it('a gift card with less on it than it has to leave says why it pays nothing', async () => {
    const { page } = await orderPage({
      ticket: owing('$0.50'),
      book,
      user: user(),
      cards: [card({ balance: 45 })],
    })
    await show(page)
    await press(await until(() => find('button', 'GIFT CARD')))
    await until(() => expect(words()).toContain('This card’s balance is too low: $0.50 or more must be left'))
  })
})
