// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage, refused } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
})

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const buttons = () => [...document.querySelectorAll('button')].map((one) => one.ariaLabel ?? one.textContent)
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

/** The payment step of a member with two rewards, at a restaurant that gives this answer to every REDEEM. */
async function openRefusing(answer: ReturnType<typeof refused>) {
  keepStep('payment')
  const made = await orderPage({
    user: user({
      rewards: { is_rewards_on: true, reward: [reward('r1', 'A dessert'), reward('r2', 'A drink')] },
    }),
    book,
    ticket: snapshotOf({ items: [line({ modifiers: [] })], reward_can_be_used: true }),
  })
  made.net.say = ({ path }) => (path === '/reward' ? answer : undefined)
  await show(made.page)
  await until(() => find<HTMLButtonElement>('button:not(:disabled)', 'REDEEM A dessert'))
  return made
}

it('a reward that the restaurant refuses has its reason in the place of its button, and the others keep theirs', async () => {
  const reason = 'This reward is already used for another order.'
  await openRefusing(refused(409, 'changed_meanwhile', reason, 'reward_id'))
  button('REDEEM A dessert').focus()
  await press(button('REDEEM A dessert'))
  await until(() => expect(find('li', /^A dessert/).textContent).toContain(reason))
  expect(buttons()).not.toContain('REDEEM A dessert')
  expect(button('REDEEM A drink').disabled).toBe(false)
  // The keyboard's focus stays at the reward instead of going back to the page's beginning.
  expect(document.activeElement).toBe(find('li', /^A dessert/))
})

it('a refusal for another reason leaves a reward its button', async () => {
  await openRefusing(refused(409, 'sold_out', 'Margherita is sold out.'))
  await press(button('REDEEM A dessert'))
  await until(() => expect(find('[role=alert]').textContent).toContain('Margherita is sold out.'))
  expect(button('REDEEM A dessert').disabled).toBe(false)
})
