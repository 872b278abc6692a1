// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'

/** As much of the browser's event source as a page touches. */
class FakeEvents extends EventTarget {
  static opened: FakeEvents[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEvents.opened.push(this)
  }
  close(): void {
    this.closed = true
  }
}

beforeEach(() => {
  setMedia({})
  window.scrollTo = () => undefined
  document.body.replaceChildren()
  FakeEvents.opened = []
  vi.stubGlobal('EventSource', FakeEvents)
})
afterEach(() => vi.unstubAllGlobals())

const says = (part: string) => until(() => expect(document.body.textContent).toContain(part))
const open = async (net: OrdersNet, options: Parameters<typeof ordersPage>[2]) => {
  const made = await act(async () => await ordersPage(net, '/ticket/ticket-1', options))
  await show(made.page)
}

describe('an order that is looked at', () => {
  it('is read again when the restaurant says that something became of it, and not listened to when it is over', async () => {
    const net = new OrdersNet(placedOrder())
    await open(net, { extensions: ['order_events'] })
    await says('The kitchen has your order.')
    const source = await until(() => {
      expect(FakeEvents.opened).toHaveLength(1)
      return FakeEvents.opened[0]!
    })
    expect(source.url).toBe('/api/location/tavola-nyc/ticketorder/ticket-1/events')
    await act(async () => void source.dispatchEvent(new Event('open')))
    net.order = { ...net.order, status: 'Completed' }
    await act(async () => void source.dispatchEvent(new Event('ticket')))
    await says('Your order was handed over. Enjoy!')
    await until(() => expect(source.closed).toBe(true))
  })

  it('is read once more when the news overtakes an answer that is on its way', async () => {
    const net = new OrdersNet(placedOrder())
    let arrive = (): void => undefined
    net.onTheWay = new Promise((resolve) => (arrive = resolve))
    await open(net, { extensions: ['order_events'], held: placedOrder() })
    const source = await until(() => {
      expect(net.callsOf('/ticketorder/ticket-1')).toHaveLength(1)
      expect(FakeEvents.opened).toHaveLength(1)
      return FakeEvents.opened[0]!
    })
    await act(async () => void source.dispatchEvent(new Event('open')))
    net.order = { ...net.order, status: 'Preparing' }
    await act(async () => void source.dispatchEvent(new Event('ticket')))
    await act(async () => arrive())
    await says('Your order is being made.')
  })

  it('is not listened to where the restaurant offers no events', async () => {
    await open(new OrdersNet(placedOrder()), {})
    await says('The kitchen has your order.')
    expect(FakeEvents.opened).toEqual([])
  })

  it('of a member is not listened to, for events bear no credentials', async () => {
    await open(new OrdersNet(placedOrder()), { principal: 'ada', extensions: ['order_events'] })
    await says('The kitchen has your order.')
    expect(FakeEvents.opened).toEqual([])
  })
})
