// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { observeCardOrder } from '#db/observe.ts'
import { keepReviewVisit } from '#lib/query/card-order-marks.ts'
import { keepJustPlaced } from '#lib/query/just-placed.ts'
import { type CardPayBody, payForCards } from '#lib/payments/pay.ts'
import { cardOrder, cardOrderPage, CardOrdersNet, cart } from '../support/card-order-page.tsx'
import { OrdersNet, ordersPage, placedOrder, said } from '../support/orders.tsx'
import { find, leavePage, setMedia, show, until } from '../support/screen.tsx'

/** Another tab signs out at the very moment when this one has paid: the database is emptied, and the guest still sees what they paid for (U3). */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const words = () => document.body.textContent
const away = <T,>(work: () => Promise<T>): Promise<T> => act(async () => await work())

describe('an order', () => {
  it('is confirmed when its answer comes after the confirmation was opened and its copy is gone (U3)', async () => {
    const made = await away(() => ordersPage(new OrdersNet(placedOrder()), '/ordersubmit'))
    made.session.set({ state: 'loading' })
    await show(made.page)
    await away(async () => keepJustPlaced('ticket', placedOrder()))
    await away(async () => made.session.set({ state: 'guest' }))
    await until(() => expect(find('[data-order-number]').textContent).toBe('1042'))
    expect(made.router.state.location.pathname).toBe('/ordersubmit')
    // After the page is left, nothing is shown to whoever opens the address next.
    await leavePage()
    const { page, router } = await away(() => ordersPage(new OrdersNet(placedOrder()), '/ordersubmit'))
    await show(page)
    await until(() => expect(router.state.location.pathname).toBe('/order'))
  })

  it('stays confirmed when its member has signed out in another tab and can no longer read it (U3)', async () => {
    const net = new OrdersNet(placedOrder())
    const made = await away(() => ordersPage(net, '/ordersubmit', { principal: 'ada' }))
    await away(async () => keepJustPlaced('ticket', placedOrder()))
    await show(made.page)
    await until(() => expect(find('[data-order-number]').textContent).toBe('1042'))
    net.trouble = (path) =>
      path.startsWith('/ticketorder/ticket-1') ? said(404, 'Not found.', 'not_found') : undefined
    await away(async () => made.session.set({ state: 'guest' }))
    const asked = net.callsOf('/ticketorder/ticket-1').length
    await away(async () => await made.client.invalidateQueries())
    await until(() => expect(net.callsOf('/ticketorder/ticket-1').length).toBeGreaterThan(asked))
    await until(() => expect(find('[data-order-number]').textContent).toBe('1042'))
    expect(find('section', 'Status').textContent).not.toContain('can’t find this order')
    // What it would be refused is not offered.
    expect(words()).toContain('You have signed out. Log in to follow or change this order.')
    expect(words()).not.toMatch(/VIEW RECEIPT|CANCEL ORDER|EDIT/)
  })
})

describe('gift cards', () => {
  const buyer = { buyer_first_name: 'Ada', buyer_last_name: 'Guest', buyer_email: 'ada@example.com' }
  const paid = { amount: 50, payment_token: 'pm', ...buyer }

  it('that were bought are shown as placed, and no other order is begun (U3)', async () => {
    const net = new CardOrdersNet()
    const items = [{ index: 1, item: 'giftcard' as const, price: 50, quantity: 1 }]
    const { page, router, db, services } = await cardOrderPage(net, '/flow/SendEmail', {
      row: { type: 'SendEmail', step: 4, snapshot: cardOrder({ type: 'SendEmail', items }) },
    })
    await router.load()
    keepReviewVisit(router.state.location.state.__TSR_key ?? router.state.location.href)
    await show(page)
    await until(() => find('form h2'))
    net.order = { ...net.order, status: 'Completed' }
    services.whilePaying = async (pay) => {
      const result = await pay()
      await db.cardOrders.clear()
      return result
    }
    const what: CardPayBody = { payable: 'card-order', kind: 'checkout', body: paid }
    await away(() => payForCards(services, 'order-1', what, undefined))
    // Like the screen, whose own subscription began earlier.
    await away(
      () =>
        new Promise<void>((heard) => {
          observeCardOrder(db, 'tavola-nyc', 'guest').subscribe((seen) => seen ?? heard())
        }),
    )
    await until(() => find('h2', 'Your order is placed'))
    expect(net.calls.filter(({ path }) => path === '/card/order/start')).toEqual([])
  })

  it('by mail are thanked for, with their receipt (U3)', async () => {
    const net = new CardOrdersNet()
    const { page, db, services } = await cardOrderPage(net, '/thankyou', { withCart: true })
    net.say = ({ method }) =>
      method === 'PUT' ? { status: 200, json: { physical_order: cart({ status: 'Completed' }) } } : undefined
    services.whilePaying = async (pay) => {
      const result = await pay()
      await db.physicalOrders.clear()
      return result
    }
    const body = { ...cart(), status: 'Submit' as const, ...paid }
    const what = { payable: 'posted-order', kind: 'checkout', body } as unknown as CardPayBody
    await away(() => payForCards(services, 'cart-1', what, undefined))
    await show(page)
    await until(() => expect(find('h1').textContent).toBe('Thank you for your order'))
    expect(find('a', 'VIEW RECEIPT').getAttribute('href')).toContain('cart-1')
  })
})
