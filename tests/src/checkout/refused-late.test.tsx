// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { inAct, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  window.scrollTo = () => undefined
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

/** A restaurant that takes its time over changes of the order, and then refuses them. */
async function openSlow(options: OrderPageOptions = {}) {
  const made = await orderPage({ ticket: ordered(), book, ...options })
  let refuse = (): void => undefined
  const late = new Promise<void>((resolve) => (refuse = resolve))
  made.net.say = async ({ method }) => {
    if (method !== 'PUT') return undefined
    await late
    return refused(422, 'invalid', taken, 'ready_time_v2')
  }
  Object.assign(made.services, {
    outcomeOf: async () => {
      void made.services.flush()
      return { state: 'waiting' }
    },
  })
  await show(made.page)
  await until(() => find('form'))
  return { ...made, refuse: () => inAct(async () => refuse()) }
}

describe('an answer that is refused after its step has gone on', () => {
  it('is said where the guest is by then, and its step is asked again', async () => {
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

  it('is over when its step is answered anew', async () => {
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

  it('keeps an order that is paid in part from being placed until it is read', async () => {
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
})
