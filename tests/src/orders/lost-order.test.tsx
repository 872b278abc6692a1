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

it.each(['/ticket/ticket-1', '/ticket/ticket-1?action=checkin', '/ordersubmit'])(
  'an order that the restaurant lost, since its data is of an older backup, is not waited for: %s',
  async (at) => {
    const held = placedOrder({ status: 'Submitted', may_cancel: true, order_key: 'key-1' })
    const net = new OrdersNet(held)
    net.trouble = () => said(404, 'We could not find this order.', 'not_found')
    await show((await act(async () => await ordersPage(net, at, { held }))).page)
    await until(() => expect(document.body.textContent).toContain('The restaurant can’t find this order.'))
    expect(find('a[href^="tel:"]').textContent).toBe('(212) 555-0100')
    expect(document.body.textContent).not.toMatch(/It refreshes automatically|The kitchen has not started/)
    expect(textOf('ol li, [aria-label="When and where"]')).toEqual([])
    const offered = [...textOf('button'), ...textOf('a')].join()
    expect(offered).toContain('ORDER AGAIN')
    expect(offered).not.toMatch(/I'M HERE|EDIT DETAILS|VIEW RECEIPT|Cancel order|Tell me when/)
  },
)
