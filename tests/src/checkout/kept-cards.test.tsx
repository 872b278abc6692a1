// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteReachability } from '#lib/ports/reachability.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { type OrderNet, orderPage, refused } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

/** A member's payment card is saved when they ask for it, and removed when they ask for it. */

const pizza = dish('Margherita', {
  omnivore_id: 'dinner.pizza.margherita',
  omnivore: { price_per_unit: 1600 },
})
const book = { menus: [menu('Dinner', [category('Pizza', [pizza])])] }
const visa = { id: 'pm_visa', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2034 }
const amex = { id: 'pm_amex', brand: 'American Express', last4: '0005', exp_month: 1, exp_year: 2033 }
const customerWith = (...sources: object[]) => ({
  status: 200,
  json: { stripe_customer_id: 'cus_1', payment_sources: sources },
})

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  const stripe = stripeWithout(() => ({
    on: (_event, listener) => listener({ complete: true, empty: false }),
  }))
  Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
})
afterEach(() => {
  act(() => noteReachability('reachable'))
  Reflect.deleteProperty(globalThis, 'LarderSandboxPayments')
})

const open = async (say: OrderNet['say'], extensions: string[] = ['saved_cards'], who = user()) => {
  const ticket = snapshotOf({ items: [line({ modifiers: [] })] })
  const made = await orderPage({ ticket, book, user: who, copy: { api_extensions: extensions } })
  made.net.say = say
  await show(made.page)
  await until(() => find('h2', 'Payment'))
  return made
}
const words = () => document.body.textContent
const keep = () => find<HTMLInputElement>('input[name=keep_card]')
const paid = async ({ net }: Awaited<ReturnType<typeof open>>): Promise<unknown> => {
  const place = () => find<HTMLButtonElement>('button', /^PLACE YOUR ORDER/)
  await until(() => expect(place().disabled).toBe(false))
  await press(place())
  await until(() => expect(net.callsOf('/payment')).toHaveLength(1))
  return net.callsOf('/payment')[0]!.body
}
const typing: OrderNet['say'] = ({ path }) =>
  path === '/payment/ephemeralkey' ? customerWith() : path === '/payment' ? 'never' : undefined

it('keeps a typed card where the member ticks it, and only there', async () => {
  const first = await open(typing)
  expect((await until(keep)).checked).toBe(false)
  expect(await paid(first)).toMatchObject({ stripe_customer_id: 'cus_1', keep_card: false })
})

it('says that a typed card is to be kept', async () => {
  const made = await open(typing)
  await press(await until(keep))
  expect(await paid(made)).toMatchObject({ stripe_customer_id: 'cus_1', keep_card: true })
})

it('asks nobody, and sends what the specification has, where the API does not know of it', async () => {
  const made = await open(typing, [])
  const body = await paid(made)
  expect(body).toMatchObject({ stripe_customer_id: 'cus_1' })
  expect(body).not.toHaveProperty('keep_card')
  expect(document.querySelector('input[name=keep_card]')).toBeNull()
})

it('says nothing about saving for a card that is saved already', async () => {
  const made = await open(({ path }) =>
    path === '/payment/ephemeralkey' ? customerWith(visa) : path === '/payment' ? 'never' : undefined,
  )
  await until(() => find('input', /Visa ending in 4242/))
  expect(document.querySelector('input[name=keep_card]')).toBeNull()
  expect(await paid(made)).not.toHaveProperty('keep_card')
})

it('removes the chosen card after a question; then the next one is chosen', async () => {
  let removals = 0
  const { net } = await open(({ path, method }) => {
    if (path === '/payment/ephemeralkey') return customerWith(visa, amex)
    if (method !== 'DELETE') return undefined
    removals += 1
    return removals === 1
      ? refused(503, 'payment_unavailable', 'Your card cannot be removed just now. Please try again.')
      : customerWith(amex)
  })
  await press(await until(() => find('button', 'Remove Visa ending in 4242')))
  await press(find('dialog button', 'KEEP IT'))
  await press(find('button', 'Remove Visa ending in 4242'))
  await press(find('dialog button', 'REMOVE THE CARD'))
  await until(() => expect(find('dialog [role=alert]').textContent).toContain('cannot be removed just now'))
  expect(words()).toContain('Visa ending in 4242')
  await press(find('dialog button', 'REMOVE THE CARD'))
  await until(() => expect(words()).toContain('Visa ending in 4242 is removed.'))
  expect(document.activeElement?.textContent).toBe('Visa ending in 4242 is removed.')
  expect(find<HTMLInputElement>('input', /American Express ending in 0005/).checked).toBe(true)
  expect(net.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/user/savedcards/pm_visa',
    '/api/user/savedcards/pm_visa',
  ])
})

it('removes nothing without a signal', async () => {
  await open(({ path }) => (path === '/payment/ephemeralkey' ? customerWith(visa) : undefined))
  const remove = await until(() => find<HTMLButtonElement>('button', 'Remove Visa ending in 4242'))
  expect(remove.disabled).toBe(false)
  await act(async () => noteReachability('unreachable'))
  await until(() => expect(remove.disabled).toBe(true))
})
