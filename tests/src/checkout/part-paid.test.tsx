// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { card, user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

/** The provider's script, with fields that are complete as soon as they appear. */
const stripe = stripeWithout(() => ({
  on: (_event, listener) => listener({ complete: true, empty: false }),
}))

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
const settings: TicketOrder['settings'] = {
  ...snapshotOf().settings,
  available_order_ahead_time_slots_for_the_future: [
    {
      date: '2026-11-20',
      date_to_show: 'Today',
      available_time_slots: [{ enable: true, display: '6:30 PM', value: '6:30pm' }],
    },
  ],
}
const open = snapshotOf({ items: [line({ modifiers: [] })], settings })
const partPaid: TicketOrder = {
  ...open,
  payments: [
    { display_name: 'Gift card •••• 7896', display_amount: '$10.00', tip: '$0.00', tender_type: 'card' },
  ],
  totals: {
    ...noTotals,
    sub_total: '$16.00',
    tax: '$1.42',
    total: '$17.42',
    due_non_tip: '$7.42',
    due: '$7.42',
  },
}
const taken = 'This time has just been taken. Please choose another.'

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const words = () => document.body.textContent

/** An order partly paid by a gift card, whose payment of the rest is refused because of its time. */
const refuseTime = (options: OrderPageOptions = {}) =>
  refuse(refused(422, 'invalid', taken, 'ready_time_v2'), taken, options)

/** The same order with this answer to the payment. */
async function refuse(said: ReturnType<typeof refused>, message: string, options: OrderPageOptions = {}) {
  const made = await orderPage({ ticket: partPaid, book, ...options })
  made.net.say = ({ path }) => (path === '/payment' ? said : undefined)
  await show(made.page)
  await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
  await press(button(/^PLACE YOUR ORDER/))
  await until(() => expect(words()).toContain(message))
  return made
}

describe('where the keyboard goes on after a payment of a part, whose button is gone', () => {
  const pressByKey = async (name: string): Promise<void> => {
    const own = await until(() => button(name))
    await until(() => expect(own.disabled).toBe(false))
    await act(async () => own.focus())
    await press(own)
  }

  it('is among the gift cards, when the card that paid has nothing left', async () => {
    const [used, other] = [card({ balance: 1000 }), card({ id: 'other', balance: 5000 })]
    const { net, world } = await orderPage({ ticket: open, book, user: user(), cards: [used, other] }).then(
      async (made) => {
        await show(made.page)
        return made
      },
    )
    await press(await until(() => button('GIFT CARD')))
    net.ticket = partPaid
    world.cards = [{ ...used, balance: 0 }, other]
    await pressByKey('PAY $10.00 WITH THIS CARD')
    await until(() => button('PAY $7.42 WITH THIS CARD'))
    expect(document.activeElement?.contains(button('PAY $7.42 WITH THIS CARD'))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  it('is at the payment’s heading, when a reward was redeemed', async () => {
    const reward = { id: 'r1', name: 'A dessert', amount_pretty: '$8.00', end: '12/31/2026' }
    const withRewards = user({ rewards: { is_rewards_on: true, reward: [reward] } as never })
    const { net, page } = await orderPage({
      ticket: { ...open, reward_can_be_used: true },
      book,
      user: withRewards,
    })
    await show(page)
    net.ticket = {
      ...partPaid,
      payments: [{ display_name: 'A dessert', display_amount: '$8.00', tip: '$0.00', tender_type: 'reward' }],
    }
    await pressByKey('REDEEM A dessert')
    await until(() => expect(words()).toContain('Reward redeemed for $8.00'))
    await until(() => expect(document.activeElement).toBe(find('form h2')))
  })
})

describe('an order that is paid in part and whose time is gone', () => {
  it('has its payments removed with one tap, which leads to the time step (B16)', async () => {
    const { net } = await refuseTime()
    expect(words()).toContain('To change your order, first remove its payments.')
    net.ticket = open
    await press(button('REMOVE PAYMENTS'))
    await until(() => expect(find('form h2').textContent).toBe('When should it be ready?'))
    expect(net.callsOf('/release')).toHaveLength(1)
  })

  it('says whom to call where a restaurant takes no payment off', async () => {
    await refuseTime({ copy: { api_extensions: [] } })
    expect(words()).toContain('Part of this order is paid, so it cannot be changed here. Please call')
    expect(words()).not.toContain('CHOOSE ANOTHER TIME')
  })
})

describe('an order that is paid in part and has a dish that is sold out', () => {
  const gone = 'Margherita is sold out today. We are sorry! Please choose something else.'

  it('has its payments removed with one tap, which leads to the order (B16)', async () => {
    const { net } = await refuse(refused(409, 'sold_out', gone, 'items.1'), gone)
    expect(words()).not.toContain('REVIEW YOUR ORDER')
    net.ticket = open
    await press(button('REMOVE PAYMENTS'))
    await until(() => expect(words()).toContain('Review order'))
    expect(net.callsOf('/release')).toHaveLength(1)
  })

  it('leads to the dishes at once while nothing is paid', async () => {
    await refuse(refused(409, 'sold_out', gone, 'items.1'), gone, { ticket: open })
    await press(button('REVIEW YOUR ORDER'))
    await until(() => expect(words()).toContain('Review order'))
  })
})

describe('an order that a member pays for in part', () => {
  it('says that a reward can be redeemed once the gift card is removed', async () => {
    const rewards = {
      is_rewards_on: true,
      reward: [{ id: 'r1', name: 'A dessert', amount_pretty: '$5.00', end: '12/31/2026' }],
    }
    const ticket = { ...partPaid, reward_can_be_used: false }
    await show((await orderPage({ ticket, book, user: user({ rewards }) })).page)
    await until(() => expect(button('REDEEM A dessert').disabled).toBe(true))
    expect(words()).toContain('To use a reward, remove the payments first.')
    expect(button('Take payments off')).toBeTruthy()
  })

  it('says why a gift card leaves the minimum of a credit card', async () => {
    const { net, page } = await orderPage({ ticket: open, book })
    await show(page)
    await press(await until(() => button('GIFT CARD')))
    await fill(find('input[name=gift-card-number]'), '6006491234567896')
    const totals = { ...partPaid.totals, due_non_tip: '$0.50', due: '$0.50' }
    net.ticket = { ...partPaid, payments: [{ ...partPaid.payments[0]!, display_amount: '$16.92' }], totals }
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(words()).toContain('Gift card •••• 7896 pays $16.92.'))
    expect(words()).toContain('That is the credit card minimum: the rest stays on the gift card.')
  })

  it('a card that was reloaded elsewhere shows its current balance, and pays that', async () => {
    const own = (balance: number) => card({ balance })
    const { net, world, page } = await orderPage({ ticket: open, book, user: user(), cards: [own(1000)] })
    await show(page)
    await press(await until(() => button('GIFT CARD')))
    await until(() => button('PAY $10.00 WITH THIS CARD'))
    const said = 'The amount due is now $17.42, and there is $15.00 on this gift card.'
    net.say = ({ path }) => (path === '/redeemcard' ? refused(409, 'price_changed', said) : undefined)
    world.cards = [own(1500)]
    await press(button('PAY $10.00 WITH THIS CARD'))
    await until(() => expect(find('[role=alert]').textContent).toContain(`${said}Balance is now $15.00.`))
    await until(() => button('PAY $15.00 WITH THIS CARD'))
  })
})
