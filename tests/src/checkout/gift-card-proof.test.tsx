// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'
import { Solver } from '../support/solver.ts'
import { stripeWithout } from '../support/stripe.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  vi.stubGlobal('Worker', Solver)
  vi.stubGlobal('LarderSandboxPayments', () => stripeWithout(() => ({ on: () => undefined })))
  return () => vi.unstubAllGlobals()
})

const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const words = () => document.body.textContent

describe('a gift card by its number, once wrong ones were typed', () => {
  it('asks for a human check and pays with its answer, which counts once @AT-14', async () => {
    const { net, page } = await orderPage({ ticket: snapshotOf({ items: [line({ modifiers: [] })] }), book })
    await show(page)
    await until(() => find('h2', 'Payment'))
    await press(button('GIFT CARD'))
    await fill(find('input[name=gift-card-number]'), '6006491234567896')
    expect(words()).not.toContain('I’m not a robot')
    const asking = 'Please show us first that you are a person, and then try again.'
    net.say = ({ path }) =>
      path.endsWith('/challenge')
        ? { status: 200, json: { challenge: {} } }
        : path === '/importandredeemcard'
          ? refused(403, 'verification_required', asking, 'recaptcha_confirmation')
          : undefined
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(words()).toContain(asking))
    // The guest did nothing wrong: the text says what to do, without an error or a reference.
    expect([...document.querySelectorAll('[role=status]')].map((one) => one.textContent)).toContain(
      `Please confirm you’re not a robot${asking}`,
    )
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(words()).not.toContain('Reference')
    expect(button('PAY WITH THIS CARD').disabled).toBe(true)
    await press(find('input[type=checkbox]', 'I’m not a robot'))
    await until(() => expect(button('PAY WITH THIS CARD').disabled).toBe(false))
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(net.callsOf('/importandredeemcard')).toHaveLength(2))
    expect(net.callsOf('/importandredeemcard').map(({ body }) => body)).toEqual([
      { card_number: '6006491234567896', amount: 17.42 },
      { card_number: '6006491234567896', amount: 17.42, recaptcha_confirmation: 'a person' },
    ])
    await until(() => expect(button('PAY WITH THIS CARD').disabled).toBe(true))
  })
})
