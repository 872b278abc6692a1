// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
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
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, 'LarderSandboxPayments')
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
/** The order for six o'clock, while that time can be chosen and when it cannot. */
const forSix = (isFree: boolean, changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({
    items: [line({ modifiers: [] })],
    ready_date: '2026-11-20',
    ready_time: '6:00pm',
    settings: {
      ...snapshotOf().settings,
      available_order_ahead_time_slots_for_the_future: [
        {
          date: '2026-11-20',
          date_to_show: '11/20/2026',
          available_time_slots: [
            { enable: isFree, display: '6:00pm', value: '6:00pm' },
            { enable: true, display: '8:00pm', value: '8:00pm' },
          ],
        },
      ],
    },
    ...changes,
  })

const passed = 'The time you chose has passed'
const words = () => document.body.textContent
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)

/** Opens the payment step at a time of that evening, in the restaurant's time zone (UTC−5). */
async function openAt(time: string, options: OrderPageOptions = {}, date = '2026-11-20') {
  vi.setSystemTime(`${date}T${time}:00-05:00`)
  const made = await orderPage({ ticket: forSix(true), book, ...options })
  made.net.ticket = forSix(false)
  await show(made.page)
  await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
  return made
}

it('a time that passed while the order waited is said before anything is paid, and leads to the times that there are by now', async () => {
  const { net } = await openAt('18:20')
  expect(words()).toContain(passed)
  // The restaurant's clock decides: a wrong clock on the device keeps nobody from paying.
  expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false)
  await press(button('CHOOSE ANOTHER TIME'))
  await until(() => expect(find('s').textContent).toBe('6:00pm'))
  expect([...find<HTMLSelectElement>('select', 'Time').options].map((one) => one.text)).toEqual([
    'Choose a time',
    '8:00pm',
  ])
  expect(net.callsOf('/payment')).toEqual([])
})

it('a time that is still ahead is not mentioned', async () => {
  await openAt('17:20')
  expect(words()).not.toContain(passed)
})

it('a time that is past by a device’s clock that is a day ahead, and not by the restaurant’s, is not called past (T1)', async () => {
  const now = Date.parse('2026-11-21T17:20:00-05:00')
  noteServerDate('Fri, 20 Nov 2026 22:20:00 GMT', now)
  onTestFinished(() => void noteServerDate(new Date().toUTCString(), Date.now()))
  await openAt('17:20', {}, '2026-11-21')
  expect(words()).not.toContain(passed)
  expect(words()).toContain('Today, 6:00pm')
})

it('where a gift card has paid in part the payments come off first', async () => {
  const payment = {
    display_name: 'Gift card •••• 7896',
    display_amount: '$10.00',
    tip: '$0.00',
    tender_type: 'card' as const,
  }
  const totals = { ...noTotals, sub_total: '$16.00', total: '$16.00', due_non_tip: '$6.00', due: '$6.00' }
  const partPaid = { payments: [payment], totals }
  const made = await orderPage({ ticket: forSix(true, partPaid), book })
  made.net.ticket = forSix(false, partPaid)
  vi.setSystemTime('2026-11-20T18:20:00-05:00')
  await show(made.page)
  await until(() => expect(words()).toContain(passed))
  made.net.ticket = forSix(false)
  await press(button('REMOVE PAYMENTS'))
  await until(() => expect(find('form h2').textContent).toBe('When should it be ready?'))
})
