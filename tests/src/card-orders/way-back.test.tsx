// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { keepReviewVisit } from '#lib/query/card-order-marks.ts'
import { cardOrder, cardOrderPage, CardOrdersNet } from '../support/card-order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'

/** Leaving the review of a bought gift, and going BACK to it. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

it('a gift that was paid for is still shown after BACK from a page that the review linked to @ST-34', async () => {
  const net = new CardOrdersNet()
  const placed = cardOrder({
    type: 'SendEmail',
    status: 'Completed',
    recipient_first_name: 'Rosa',
    gift: { state: 'sent', can_change: true },
  })
  const { page, router, db } = await cardOrderPage(net, '/flow/SendEmail', {
    row: { type: 'SendEmail', step: 5, snapshot: placed },
  })
  await router.load()
  keepReviewVisit(router.state.location.state.__TSR_key ?? router.state.location.href)
  await show(page)
  await until(() => find('h2', 'Your order is placed'))

  await act(async () => router.history.push('/sent'))
  await until(() => expect(document.querySelector('form h2')).toBeNull())
  await act(async () => router.history.back())
  await until(() => find('h2', 'Your order is placed'))
  expect(await db.cardOrders.toArray()).toMatchObject([
    { orderId: 'order-1', snapshot: { status: 'Completed' } },
  ])
  expect(net.calls.filter(({ path }) => path === '/card/order/start')).toEqual([])
})

it('an address that leads to no gift says how to go on', async () => {
  const net = new CardOrdersNet()
  net.say = () => ({
    status: 404,
    json: { message: 'Not found', code: 'not_found', errors: [{ message: 'Not found' }] },
  })
  const { page } = await cardOrderPage(net, '/sent')
  await show(page)
  await until(() => expect(document.body.textContent).toContain('Check that you copied the whole link'))
  expect(document.body.textContent).not.toContain('in your account')
  expect(find('a', 'Return Home').getAttribute('href')).toBe('/')
  // The restaurant's features are known once its location is loaded.
  await until(() => find('a[href^="tel:"]'))
})

const withoutEmail = {
  cards: { digital: { enable: true, send_card_by_email: false, send_card_by_text: true } },
}

it('a kind of card order that is switched off is not offered, with a way on, and nothing is asked for', async () => {
  const net = new CardOrdersNet()
  const { page } = await cardOrderPage(net, '/flow/SendEmail', { settings: withoutEmail })
  await show(page)
  await until(() => find('h1', 'Not offered here'))
  expect(document.querySelector('[role=alert]')).toBeNull()
  await until(() => find('a', 'SEND CARD VIA TEXT'))
  expect(find('a', 'SEND CARD VIA TEXT').getAttribute('href')).toBe('/mycards/send/SendText/0')
  expect(document.body.textContent).not.toContain('SEND CARD VIA EMAIL')
  await until(() => find('a', '(212) 555-0100'))
  expect(find('a', '(212) 555-0100').getAttribute('href')).toMatch(/^tel:/)
  expect(net.calls).toEqual([])
})

it('a gift that was paid for is still shown where its kind is switched off meanwhile', async () => {
  const snapshot = cardOrder({ type: 'SendEmail', status: 'Completed', recipient_first_name: 'Rosa' })
  const { page, router } = await cardOrderPage(new CardOrdersNet(), '/flow/SendEmail', {
    row: { type: 'SendEmail', step: 5, snapshot },
    settings: withoutEmail,
  })
  await router.load()
  keepReviewVisit(router.state.location.state.__TSR_key ?? router.state.location.href)
  await show(page)
  await until(() => find('h2', 'Your order is placed'))
})

it('a request that the server no longer offers is not repeated', async () => {
  const net = new CardOrdersNet()
  net.say = ({ path }) =>
    path === '/card/order/start'
      ? {
          status: 403,
          json: { message: 'Not offered', code: 'not_offered', errors: [{ message: 'Not offered' }] },
        }
      : undefined
  const { page } = await cardOrderPage(net, '/flow/SendEmail')
  await show(page)
  await until(() => find('h1', 'Not offered here'))
  expect(document.body.textContent).not.toContain('Try again')
})
