// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { putBackMs } from '#contract/rules/put-back.ts'
import { pollMs } from '#features/orders/queries.ts'
import { setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'

/** The parts of the browser's event source that a page uses. */
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
  it('is read again when the restaurant reports a change, and is not listened to once it is finished', async () => {
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

  it('is read once more when the event overtakes an answer that is under way', async () => {
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

  it('is live again when it was handed over by mistake and put back, also on a page that stayed open', async () => {
    const history = (status: string, at: number) => ({
      status,
      at: new Date(at).toISOString(),
      display: '6:00pm',
    })
    const over = placedOrder({ status: 'Completed', history: [history('Completed', Date.now() - 60_000)] })
    const net = new OrdersNet(over)
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await open(net, { extensions: ['order_events'], held: over })
    await says('Your order was handed over. Enjoy!')
    await until(() => expect(net.callsOf('/ticketorder/ticket-1')).toHaveLength(1))
    expect(FakeEvents.opened).toEqual([])
    net.order = { ...over, status: 'Ready', history: [...over.history!, history('Ready', Date.now())] }
    await act(async () => void vi.advanceTimersByTime(pollMs))
    await says('Your order is ready.')
    await until(() => expect(FakeEvents.opened).toHaveLength(1))
  })

  it('is not requested again and again when nobody can put it back any more', async () => {
    const at = new Date(Date.now() - putBackMs).toISOString()
    const over = placedOrder({
      status: 'Completed',
      history: [{ status: 'Completed', at, display: '6:00pm' }],
    })
    const net = new OrdersNet(over)
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await open(net, {})
    await says('Your order was handed over. Enjoy!')
    await act(async () => void vi.advanceTimersByTime(10 * pollMs))
    expect(net.callsOf('/ticketorder/ticket-1')).toHaveLength(1)
  })

  it('is not listened to where the restaurant offers no events', async () => {
    await open(new OrdersNet(placedOrder()), {})
    await says('The kitchen has your order.')
    expect(FakeEvents.opened).toEqual([])
  })

  it('of a member is not listened to, because event streams have no credentials', async () => {
    await open(new OrdersNet(placedOrder()), { principal: 'ada', extensions: ['order_events'] })
    await says('The kitchen has your order.')
    expect(FakeEvents.opened).toEqual([])
  })
})
