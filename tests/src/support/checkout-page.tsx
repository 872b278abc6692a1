import { expect } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { category, dish, menu } from './menus.tsx'
import { type OrderNet, orderPage, type OrderPageOptions } from './order-page.tsx'
import { find, show, until } from './screen.tsx'
import { line, snapshotOf } from './snapshots.ts'

/** Checkout with a Margherita on the order, available today at 6pm or tomorrow at noon. */

export const plain = line({ modifiers: [] })
export const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
export const slots: TicketOrder['settings']['available_order_ahead_time_slots_for_the_future'] = [
  {
    date: '2026-11-20',
    date_to_show: 'Today',
    available_time_slots: [
      { enable: true, display: '6:00 PM', value: '6:00pm' },
      { enable: false, display: '6:30 PM', value: '6:30pm' },
    ],
  },
  {
    date: '2026-11-21',
    date_to_show: 'Tomorrow',
    available_time_slots: [{ enable: true, display: '12:00 PM', value: '12:00pm' }],
  },
]
export const settings = { ...snapshotOf().settings, available_order_ahead_time_slots_for_the_future: slots }
export const ordered = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({ items: [plain], settings, ...changes })

/** Opens checkout at its next step. */
export async function openCheckout({ say, ...options }: OrderPageOptions & { say?: OrderNet['say'] } = {}) {
  const made = await orderPage({ ticket: ordered(), book, ...options })
  if (say) made.net.say = say
  await show(made.page)
  await until(() => find('form'))
  return made
}

export const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
export const words = () => document.body.textContent
export const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
export const alerts = () => [...document.querySelectorAll('[role=alert] p')].map((one) => one.textContent)
