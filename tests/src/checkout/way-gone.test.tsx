// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { alerts, book, button, ordered, settings, title } from '../support/checkout-page.tsx'
import { orderPage, refused } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { noTotals } from '../support/snapshots.ts'

/** The owner switches off an order type while an order uses it. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const words = 'This restaurant has no curbside pickup.'
const held = {
  ...ordered({
    use_curbside: true,
    recipient_first_name: 'Nora',
    recipient_last_name: 'Quill',
    recipient_email: 'nora@example.test',
    recipient_phone: '2125550177',
  }),
  settings: { ...settings, show_pickup_option: true },
}
const without = { ...held, settings: { ...held.settings, show_curbside_option: false } }

const open = async (step: CheckoutStep, ticket: typeof held) => {
  keepStep(step)
  const shown = await orderPage({ ticket, book, at: '/ordercheckout' })
  await show(shown.page)
  return shown
}
const checked = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[name="way"]:checked')].map(({ value }) => value)

it('is heard of when the order is placed, which leads to the ways that are left', async () => {
  const { net } = await open('payment', {
    ...held,
    totals: { ...noTotals, sub_total: '$16.00', discounts: '-$16.00' },
  })
  await title('Everything is paid')
  net.ticket = without
  net.say = ({ path }) =>
    path === '/submit' ? refused(422, 'bad_request', words, 'use_curbside') : undefined
  await press(button('PLACE YOUR ORDER'))
  await until(() => expect(alerts()).toEqual([words]))
  await press(button('CHOOSE ANOTHER WAY'))
  await title('How would you like it?')
  await until(() => expect(find('form').textContent).not.toContain('Curbside pickup'))
  expect(checked()).toEqual([])
  expect(button('CONTINUE').hasAttribute('disabled')).toBe(true)
})

it('is no answer that stands already: it is asked', async () => {
  await open('delivery', without)
  await title('How would you like it?')
  expect(checked()).toEqual([])
  expect(button('CONTINUE').hasAttribute('disabled')).toBe(true)
})
