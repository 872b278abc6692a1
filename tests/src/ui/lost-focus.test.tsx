// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionList } from '#features/account/components/session-list.tsx'
import { TransactionList } from '#features/account/components/transaction-list.tsx'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { screenId } from '#lib/paint/go-to-screen.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { PromoCodeEntry } from '#shared/forms/promo-code-entry.tsx'
import { SearchResults } from '#shared/menu-search/search-results.tsx'
import { transaction, user } from '../support/account.ts'
import { cardOrder, cardOrderPage, CardOrdersNet } from '../support/card-order-page.tsx'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

/** A button that disappears with its question must not lose the focus. */

const theScreen = 'The screen'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  document.body.replaceChildren()
  const screen = document.createElement('main')
  screen.id = screenId
  screen.tabIndex = -1
  screen.textContent = theScreen
  document.body.append(screen)
})

const showOrder = async (at: string, options: OrderPageOptions) =>
  await show((await orderPage({ at, ...options })).page)
const refusal = {
  opId: 'op',
  change: { kind: 'item.remove' as const, lineId: 'b' },
  messages: ['It stays.'],
  refusedAt: 1,
}
const vehicle = {
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_color: 'White',
  vehicle_license: 'A 1',
}
const past = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    placedOrder({ id: `t-${from + at}`, name: String(from + at), status: 'Completed' }),
  )

/** Two devices, of which one can be signed out. */
class SessionsNet implements Net {
  sessions = [
    { id: 'own', device: 'Chrome on Mac', current: true },
    { id: 'lost', device: 'Safari on iPhone', current: false },
  ].map((one) => ({ ...one, signed_in_at: '2026-11-20T12:00:00Z', last_seen_at: '2026-11-20T12:00:00Z' }))
  async send({ method }: NetRequest) {
    if (method !== 'GET') this.sessions = this.sessions.filter(({ current }) => current)
    return {
      status: 200,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify({ sessions: this.sessions }),
    }
  }
}

type Case = {
  /** The button's name. */
  name: string
  at: string
  open: () => Promise<unknown>
  /** Text in the element that gets the focus, unless it is the screen. */
  lands?: string
}

const cases: Case[] = [
  {
    name: 'Remove Gift card',
    at: 'the cart of posted cards',
    open: async () =>
      await show((await cardOrderPage(new CardOrdersNet(), '/cart', { withCart: true })).page),
  },
  {
    name: 'Remove code',
    at: 'checkout',
    async open() {
      keepStep('promo')
      const pizza = dish('Margherita', {
        omnivore_id: 'dinner.pizza.margherita',
        omnivore: { price_per_unit: 1600 },
      })
      await showOrder('/ordercheckout', {
        ticket: snapshotOf({ items: [line({ modifiers: [] })], promo_code: 'PIZZA' }),
        book: { menus: [menu('Dinner', [category('Pizza', [pizza])])] },
      })
    },
  },
  {
    name: 'Remove code',
    at: 'the checkout of gift cards',
    async open() {
      const net = new CardOrdersNet()
      const snapshot = cardOrder({ type: 'Purchase', promo_code: 'PIZZA' })
      await show(
        (await cardOrderPage(net, '/flow/Purchase', { row: { snapshot, type: 'Purchase', step: 2 } })).page,
      )
    },
  },
  {
    name: 'Dismiss',
    at: 'what the restaurant refused',
    open: () => showOrder('/ordercart', { row: { refusals: [refusal] } }),
  },
  {
    name: 'No, thank you',
    at: 'an order that the restaurant has not any more',
    open: () =>
      showOrder('/ordercart', {
        row: {
          lost: [
            {
              line: ticketRow({}).snapshot!.items[0] as never,
              shown: { name: 'Water', unitCents: 100, modifiers: [] },
            },
          ],
        },
      }),
  },
  {
    name: "I'M HERE",
    at: 'the curb',
    async open() {
      const net = new OrdersNet(placedOrder(vehicle))
      // What happens later: not-told-yet.test.tsx.
      net.trouble = () => (net.calls.at(-1)!.method === 'PUT' ? 'offline' : undefined)
      await show((await ordersPage(net, '/ticket/ticket-1?action=checkin')).page)
    },
    lands: 'The restaurant does not know yet',
  },
  {
    name: 'Show more',
    at: 'the last page of one’s orders',
    async open() {
      const net = new OrdersNet(placedOrder())
      net.pages = [past(1, 20), past(21, 2)]
      await show((await ordersPage(net, '/tickethistory', { principal: 'ada' })).page)
    },
    lands: 'Order 21',
  },
  {
    name: 'SHOW ALL (8)',
    at: 'one’s transactions',
    async open() {
      const value = Array.from({ length: 8 }, (_, at) => transaction({ description: `Lunch ${at + 1}` }))
      const services = { readTransactions: async () => ({ value, savedAt: 1 }) }
      await show(sitePage({ '/': () => <TransactionList /> }, { user: user(), services }).page)
    },
    lands: 'Lunch 7',
  },
  {
    name: 'Show all 45',
    at: 'the search',
    async open() {
      const dishes = Array.from({ length: 45 }, (_, at) => dish(`Pizza ${at + 1}`))
      const book = { menus: [menu('Dinner', [category('Pizza', dishes)])] }
      const results = () => (
        <SearchResults
          mode="order"
          text="pizza"
          onCount={() => undefined}
          onClear={() => undefined}
          onPause={() => undefined}
        />
      )
      await show(sitePage({ '/': results }, { book }).page)
    },
    lands: 'Pizza 41',
  },
  {
    name: 'Sign out Safari on iPhone',
    at: 'the devices of an account',
    async open() {
      const copy = siteCopy()
      copy.location.api_extensions = ['sessions']
      await show(
        sitePage({ '/': () => <SessionList /> }, { user: user(), copy, net: new SessionsNet() }).page,
      )
    },
    lands: 'Where you are signed in',
  },
]

it.each(cases)('$name of $at leaves the focus on the page', async ({ name, open, lands = theScreen }) => {
  await open()
  const button = await until(() => find('button', name))
  button.focus()
  await press(button)
  await until(() => expect(button.isConnected).toBe(false))
  await until(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.textContent).toContain(lands)
})

it('APPLY keeps the focus while the code is looked up, and asks once', async () => {
  const onApply = vi.fn<() => void>()
  const entry = (busy: boolean) => (
    <PromoCodeEntry code="PIZZA" onType={() => undefined} onApply={onApply} isRefused={false} busy={busy} />
  )
  const { again } = await show(entry(false))
  const apply = find<HTMLButtonElement>('button', 'APPLY')
  apply.focus()
  await press(apply)
  await again(entry(true))
  await press(apply)
  expect(onApply).toHaveBeenCalledOnce()
  // A browser takes the focus from a disabled button; jsdom does not.
  expect([apply.disabled, apply.getAttribute('aria-disabled')]).toEqual([false, 'true'])
})

it('Try again keeps the focus while a gift card cannot be started, and when it fails once more', async () => {
  const net = new CardOrdersNet()
  const error = { message: 'No cards today.' }
  const refused = { status: 200, json: { card_order: { ...cardOrder(), has_error: true, error } } }
  net.say = () => refused
  await show((await cardOrderPage(net, '/flow/SendPhysical', {})).page)
  const again = await until(() => find('button', 'Try again'))
  let answer = (_said: typeof refused): void => undefined
  net.say = () => new Promise((resolve) => (answer = resolve))
  again.focus()
  await press(again)
  await until(() => expect(again.textContent).toBe('Trying again…'))
  await act(async () => answer(refused))
  await until(() => expect(again.textContent).toBe('Try again'))
  expect([again.isConnected, document.activeElement]).toEqual([true, again])
})
