// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  document.body.replaceChildren()
})

it('one tap that pays and then places does not ask for another one in between, however slow the signal', async () => {
  const stripe = stripeWithout(() => ({
    on: (_event, listener) => listener({ complete: true, empty: false }),
  }))
  Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))
  keepStep('payment')
  const ticket = snapshotOf({ items: [line({ modifiers: [] })] })
  const margherita = dish('Margherita', {
    omnivore_id: 'dinner.pizza.margherita',
    omnivore: { price_per_unit: 1600 },
  })
  const { net, page } = await orderPage({
    ticket,
    book: { menus: [menu('Dinner', [category('Pizza', [margherita])])] },
  })
  await show(page)
  const place = () => find<HTMLButtonElement>('button', /^PLACE YOUR ORDER/)
  await until(() => expect(place().disabled).toBe(false))
  let arrive: () => void = () => undefined
  const onItsWay = new Promise<void>((resolve) => (arrive = resolve))
  net.say = async ({ path }) => {
    if (path === '/payment')
      net.ticket = {
        ...ticket,
        status: 'PaymentComplete',
        totals: { ...noTotals, sub_total: '$16.00', tax: '$1.42', total: '$17.42' },
      }
    if (path === '/submit') await onItsWay
    return undefined
  }
  await press(place())
  await until(() => expect(net.callsOf('/submit')).toHaveLength(1))
  await until(() => expect(find('[aria-label="Order summary"]').textContent).toContain('Total$17.42'))
  expect(document.body.textContent).not.toMatch(/One more tap|Everything is paid/)
  expect(find('button[type=submit]').textContent).toBe('One second…')
  net.ticket = { ...net.ticket, status: 'Submitted', name: '1042' }
  arrive()
  await until(() => expect(document.body.textContent).toContain('Confirmed'))
})
