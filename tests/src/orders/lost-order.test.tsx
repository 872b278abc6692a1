// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { OrdersNet, ordersPage, placedOrder, said } from '../support/orders.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)

const held = placedOrder({
  status: 'Submitted',
  may_cancel: true,
  order_key: 'key-1',
  success_message: { header: 'Thank you!', message: 'We are making it for you.' },
})
const backups = [
  { made: 'before it was begun', trouble: () => said(404, 'We could not find this order.', 'not_found') },
  ...['Open', 'PaymentComplete', 'Expired'].map((status) => ({
    made: `before it was placed: ${status}`,
    trouble: () => ({ status: 200, json: { ticket_order: { ...held, status } } }),
  })),
]
const screens = ['/ticket/ticket-1', '/ticket/ticket-1?action=checkin', '/ordersubmit']

it.each(backups.flatMap((backup) => screens.map((at) => ({ ...backup, at }))))(
  'an order that the restaurant lost, since its data is of a backup made $made, is not waited for: $at',
  async ({ trouble, at }) => {
    const net = new OrdersNet(held)
    net.trouble = trouble
    const opened = await act(async () => await ordersPage(net, at, { held }))
    const { again } = await show(opened.page)
    await until(() => expect(document.body.textContent).toContain('The restaurant can’t find this order.'))
    expect(find('a[href^="tel:"]').textContent).toBe('(212) 555-0100')
    expect(document.body.textContent).not.toMatch(
      /It refreshes automatically|The kitchen has not started|not placed|START A NEW|Thank you|making it/,
    )
    expect(textOf('ol li, [aria-label="When and where"]')).toEqual([])
    const offered = [...textOf('button'), ...textOf('a')].join()
    expect(offered).toContain('ORDER AGAIN')
    expect(offered).not.toMatch(/I'M HERE|EDIT DETAILS|VIEW RECEIPT|Cancel order|Tell me when/)
    // The same holds without a signal.
    await again(null)
    net.trouble = () => 'offline'
    await again((await act(async () => await ordersPage(net, at, { name: opened.name }))).page)
    await until(() => expect(document.body.textContent).toContain('The restaurant can’t find this order.'))
  },
)

it('an order that was lost and is there again is waited for', async () => {
  const net = new OrdersNet(held)
  net.trouble = backups[0]!.trouble
  const opened = await act(async () => await ordersPage(net, '/ticket/ticket-1', { held }))
  const { again } = await show(opened.page)
  await until(() => expect(document.body.textContent).toContain('The restaurant can’t find this order.'))
  await again(null)
  net.trouble = undefined
  await again((await act(async () => await ordersPage(net, '/ticket/ticket-1', { name: opened.name }))).page)
  await until(() => expect(document.body.textContent).toContain('The kitchen has your order.'))
})
