// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
})

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const items = [line({ modifiers: [] })]
const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
const reward = (id: string, name: string) => ({ id, name, amount_pretty: '$5.00', end: '12/31/2026' })

it('a slow reward says so on its own button, which takes no second press', async () => {
  keepStep('payment')
  const { page, net } = await orderPage({
    user: user({
      rewards: { is_rewards_on: true, reward: [reward('r1', 'A dessert'), reward('r2', 'A drink')] },
    }),
    book,
    ticket: snapshotOf({ items, reward_can_be_used: true }),
  })
  net.say = ({ path }) => (path === '/reward' ? 'never' : undefined)
  await show(page)
  const redeem = await until(() => find<HTMLButtonElement>('button:not(:disabled)', 'REDEEM A dessert'))
  await press(redeem)
  await until(() => expect(redeem.textContent).toBe('One second…'))
  expect([redeem.getAttribute('aria-busy'), redeem.getAttribute('aria-disabled')]).toEqual(['true', 'true'])
  expect(button('REDEEM A drink').textContent).toBe('REDEEM')
  await press(redeem)
  await until(() => expect(net.callsOf('/reward')).toHaveLength(1))
})

it('removing payments says so, too, while the answer is slow', async () => {
  keepStep('payment')
  const { page, net } = await orderPage({
    book,
    ticket: snapshotOf({
      items,
      payments: [{ display_name: 'Gift card', display_amount: '$10.00', tip: '$0.00', tender_type: 'card' }],
    }),
  })
  net.say = ({ path }) => (path === '/release' ? 'never' : undefined)
  await show(page)
  const release = await until(() => button('Take payments off'))
  await press(release)
  await until(() => expect(release.textContent).toBe('One second…'))
})
