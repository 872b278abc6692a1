// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { card, user } from '../support/account.ts'
import { addTartufo } from '../support/changes.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { inAct, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
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
const settings = {
  ...snapshotOf().settings,
  available_order_ahead_time_slots_for_the_future: [
    {
      date: '2026-11-20',
      date_to_show: 'Today',
      available_time_slots: [{ enable: true, display: '6:00 PM', value: '6:00pm' }],
    },
  ],
}
const ordered = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({
    items: [line({ modifiers: [] })],
    settings,
    recipient_first_name: 'Ada',
    recipient_last_name: 'Lovelace',
    recipient_email: 'ada@example.com',
    recipient_phone: '2125550100',
    ...changes,
  })

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const alerts = () => [...document.querySelectorAll('[role=alert] p')].map((one) => one.textContent)
const taken = 'This time has just been taken.'

/** A restaurant that delays its answers to changes of the order, and then refuses them. `isPatient`: a step waits for the answer. */
async function openSlow(options: OrderPageOptions = {}, isPatient = false) {
  const made = await orderPage({ ticket: ordered(), book, ...options })
  let refuse = (): void => undefined
  const late = new Promise<void>((resolve) => (refuse = resolve))
  made.net.say = async ({ method }) => {
    if (method !== 'PUT') return undefined
    await late
    return refused(422, 'invalid', taken, 'ready_time_v2')
  }
  const waiting = async () => {
    void made.services.flush()
    return { state: 'waiting' }
  }
  if (!isPatient) Object.assign(made.services, { outcomeOf: waiting })
  await show(made.page)
  await until(() => find('form'))
  return { ...made, refuse: () => inAct(async () => refuse()) }
}

describe('an answer that is refused after its step has gone on', () => {
  it('is shown on the guest’s current step, and its own step is asked again', async () => {
    keepStep('time')
    const { active, refuse } = await openSlow()
    await press(button('CONTINUE'))
    await title('Payment')
    await refuse()
    await until(() => expect(alerts()).toEqual([taken]))
    await title('When should it be ready?')
    await press(button('Dismiss'))
    await until(() => expect(alerts()).toEqual([]))
    expect((await active())?.row.refusals).toEqual([])
  })

  it('is over once its step is answered again', async () => {
    keepStep('time')
    const { active, refuse, net, services } = await openSlow()
    const { outcomeOf } = services
    await press(button('CONTINUE'))
    await title('Payment')
    await refuse()
    await title('When should it be ready?')
    net.say = () => undefined
    Object.assign(services, { outcomeOf })
    await press(button('CONTINUE'))
    await title('Payment')
    await until(() => expect(alerts()).toEqual([]))
    expect((await active())?.row.refusals).toEqual([])
  })

  it('keeps a partly paid order from being placed until it is read', async () => {
    const change = { kind: 'ticket.update' as const, body: { ready_time_v2: '6:00pm' } }
    await openSlow({
      ticket: ordered({ status: 'PaymentComplete' }),
      row: { refusals: [{ opId: 'op-1', change, messages: [taken], refusedAt: 1 }] },
    })
    await title('Everything is paid')
    expect([alerts(), button('PLACE YOUR ORDER').disabled]).toEqual([[taken], true])
    await press(button('Dismiss'))
    await until(() => expect(button('PLACE YOUR ORDER').disabled).toBe(false))
  })

  it('also explains beside the button why nothing can be placed, and how to continue', async () => {
    const change = { kind: 'ticket.update' as const, body: { ready_time_v2: '6:00pm' } }
    await openSlow({
      ticket: ordered({ status: 'PaymentComplete' }),
      row: { refusals: [{ opId: 'op-1', change, messages: [taken], refusedAt: 1 }] },
    })
    await title('Everything is paid')
    expect(find('form').textContent).toContain(`Before you pay${taken}`)
    await press(find('form button', 'OK, GOT IT'))
    await until(() => expect(button('PLACE YOUR ORDER').disabled).toBe(false))
    expect(alerts()).toEqual([])
  })

  it('names a refused dish, and allows no payment until it is read', async () => {
    const change = addTartufo('t')
    keepStep('payment')
    const { active } = await openSlow({
      ticket: ordered({ status: 'PaymentComplete' }),
      row: { refusals: [{ opId: 'op-1', change, messages: ['This is sold out.'], refusedAt: 1 }] },
    })
    await title('Everything is paid')
    expect([alerts(), button('PLACE YOUR ORDER').disabled]).toEqual([['Tartufo: This is sold out.'], true])
    await press(button('Dismiss'))
    await until(() => expect(button('PLACE YOUR ORDER').disabled).toBe(false))
    expect((await active())?.row.refusals).toEqual([])
  })

  it('leads nowhere for a dish, and to the step of an answer', async () => {
    const time = { kind: 'ticket.update' as const, body: { ready_time_v2: '6:00pm' } }
    keepStep('tip')
    const dishRefused = { opId: 'op-1', change: addTartufo('t'), messages: ['Sold out.'], refusedAt: 1 }
    const { db } = await openSlow({ row: { refusals: [dishRefused] } })
    await title('Add a tip?')
    expect(alerts()).toEqual(['Tartufo: Sold out.'])
    const refusals = [dishRefused, { opId: 'op-2', change: time, messages: [taken], refusedAt: 2 }]
    await inAct(() => db.tickets.update('draft', { refusals }))
    await title('When should it be ready?')
    expect(alerts()).toEqual(['Tartufo: Sold out.', taken])
  })

  it('leads to the order when its only dish was refused, to be read there', async () => {
    const change = addTartufo('t')
    const made = await orderPage({
      ticket: ordered({ items: [] }),
      book,
      row: { refusals: [{ opId: 'op-1', change, messages: ['Sold out.'], refusedAt: 1 }] },
    })
    await show(made.page)
    await until(() => expect(alerts()).toEqual(['Tartufo: Sold out.']))
    expect(made.router.state.location.pathname).toBe('/ordercart')
  })

  it('says nothing in checkout of another order, and asks its first step as ever', async () => {
    const tip = { kind: 'ticket.tip' as const, tipCents: 300 }
    const { db } = await openSlow({
      row: {
        refusals: [{ opId: 'op-1', change: tip, messages: ['Too late.'], refusedAt: 1, ofOther: true }],
      },
    })
    await title('How would you like it?')
    expect(alerts()).toEqual([])
    expect((await inAct(() => db.tickets.get('draft')))?.refusals).toHaveLength(1)
  })

  it('leads to no step that is still ahead', async () => {
    keepStep('time')
    const tip = { kind: 'ticket.tip' as const, tipCents: 300 }
    await openSlow({
      row: { refusals: [{ opId: 'op-1', change: tip, messages: ['Too much.'], refusedAt: 1 }] },
    })
    await until(() => expect(alerts()).toEqual(['Too much.']))
    await title('When should it be ready?')
  })

  it('also keeps gift cards and rewards from paying until it is read', async () => {
    const reward = { id: 'r1', name: 'A dessert', amount_pretty: '$5.00', end: '12/31/2026' }
    keepStep('payment')
    const refusal = { opId: 'op-1', change: addTartufo('t'), messages: ['Sold out.'], refusedAt: 1 }
    await openSlow({
      ticket: ordered({ reward_can_be_used: true }),
      user: user({ rewards: { is_rewards_on: true, reward: [reward] } }),
      cards: [card({ balance: 1000 })],
      row: { refusals: [refusal] },
    })
    await press(button('GIFT CARD'))
    const own = 'PAY $10.00 WITH THIS CARD'
    await until(() =>
      expect([button(own).disabled, button('REDEEM A dessert').disabled]).toEqual([true, true]),
    )
    await press(find('input', 'Use another card number'))
    await fill(find('input', 'Gift card number'), '6006491234567896')
    expect(button('PAY WITH THIS CARD').disabled).toBe(true)
    await press(button('Dismiss'))
    await until(() => expect(button('PAY WITH THIS CARD').disabled).toBe(false))
    expect(button('REDEEM A dessert').disabled).toBe(false)
  })

  it('is said to who went back while it was on its way, and its step is asked again', async () => {
    keepStep('time')
    const { active, refuse, net } = await openSlow({}, true)
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await until(() => expect(net.calls.some(({ method }) => method === 'PUT')).toBe(true))
    await press(button('BACK'))
    await title('How would you like it?')
    await refuse()
    await until(() => expect(alerts()).toEqual([taken]))
    expect((await active())?.row.refusals).toHaveLength(1)
    net.say = () => undefined
    await press(find('input', /^Curbside pickup/))
    await press(button('CONTINUE'))
    await title('When should it be ready?')
  })

  it('is said where the step did not hear what became of it', async () => {
    keepStep('time')
    const { refuse, services } = await openSlow()
    Object.assign(services, {
      async outcomeOf() {
        void services.flush()
        throw new Error('the store went away')
      },
    })
    await press(button('CONTINUE'))
    await until(() => expect(alerts()).toHaveLength(1))
    await refuse()
    await until(() => expect(alerts()).toContain(taken))
  })
})
