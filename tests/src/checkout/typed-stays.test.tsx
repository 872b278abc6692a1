// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '#lib/errors/app-error.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { card, user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { inAct, type OrderNet, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

/** Details typed for the payment stay, whatever arrives late. */

const pizza = dish('Margherita', {
  omnivore_id: 'dinner.pizza.margherita',
  omnivore: { price_per_unit: 1600 },
})
const book = { menus: [menu('Dinner', [category('Pizza', [pizza])])] }

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  Object.assign(globalThis, { LarderSandboxPayments: () => stripeWithout(() => ({ on: () => undefined })) })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

const open = async ({ say, ...options }: OrderPageOptions & { say?: OrderNet['say'] } = {}) => {
  const ticket = snapshotOf({ items: [line({ modifiers: [] })] })
  const made = await orderPage({ ticket, book, ...options })
  if (say) made.net.say = say
  await show(made.page)
  await until(() => find('h2', 'Payment'))
  return made
}
const words = () => document.body.textContent
const numberField = () => find<HTMLInputElement>('input[name=gift-card-number]')
const visa = { id: 'pm_saved', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2034 }
/** The guest returns from another app. */
const comeBack = () => inAct(async () => void window.dispatchEvent(new Event('visibilitychange')))

it('keeps what is typed into the card’s fields when saved cards load late', async () => {
  let mounted = 0
  Object.assign(globalThis, {
    LarderSandboxPayments: () =>
      stripeWithout(() => ({
        on: (_event, listener) => {
          mounted += 1
          listener({ complete: false, empty: false })
        },
      })),
  })
  const saved = { stripe_customer_id: 'cus_1', payment_sources: [visa] }
  let asked = 0
  await open({
    user: user(),
    say: ({ path }) => {
      if (path !== '/payment/ephemeralkey') return undefined
      asked += 1
      return asked === 1 ? refused(503, 'unavailable', 'Later.') : { status: 200, json: saved }
    },
  })
  await until(() => expect(mounted).toBeGreaterThan(0))
  const before = mounted
  await comeBack()
  await until(() => expect(find<HTMLInputElement>('input', 'Another card').checked).toBe(true))
  expect([asked, mounted]).toEqual([2, before])
})

it('a number that is being typed stays when the member’s own cards load after all', async () => {
  const { net, services, client } = await open({ user: user() })
  const { readCards } = services
  services.readCards = async () => await Promise.reject(new AppError('offline', 'no answer'))
  await press(find('button', 'GIFT CARD'))
  await until(() => expect(words()).toContain('We couldn’t load your gift cards'))
  await fill(numberField(), '4000 12')
  const field = numberField()
  services.readCards = async (show) => ({ ...(await readCards(show)), value: [card({ balance: 1000 })] })
  await inAct(() => client.refetchQueries())
  await until(() => expect(words()).toContain('Balance $10.00'))
  expect([numberField() === field, field.value, net.callsOf('/redeemcard')]).toEqual([true, '4000 12', []])
})
