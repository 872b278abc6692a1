// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LarderDatabase } from '#db/database.ts'
import { findNotified } from '#db/notified-orders.ts'
import type { Push } from '#lib/ports/browser-push.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, type OrdersOptions, ordersPage, placedOrder } from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const publicKey = `B${'k'.repeat(86)}`
const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) }

/** A browser's push that a test controls, with a record of the requests. */
class FakePush implements Push {
  allowed: 'missing' | NotificationPermission = 'default'
  /** The person's answer when permission is asked. */
  says: NotificationPermission = 'granted'
  endpoint: string | undefined
  addresses = 1
  asked = 0
  isBroken = false
  /** The push service cannot be reached, and the browser goes on trying. */
  isSilent = false

  permission = async () => this.allowed
  async ask() {
    this.asked++
    this.allowed = this.says
    return this.says
  }
  find = async () => this.endpoint
  async subscribe(key: string) {
    if (this.isBroken || key !== publicKey)
      throw new Error('Registration failed - push service not available')
    if (this.isSilent) await new Promise(() => undefined)
    this.endpoint ??= `https://push.example.com/${this.addresses}`
    return { endpoint: this.endpoint, keys }
  }
  giveUp = async (endpoint: string) => {
    if (this.endpoint === endpoint) this.endpoint = undefined
    this.addresses++
  }
  drop = async () => void (this.endpoint = undefined)
}

/** A restaurant that offers push. */
class PushNet extends OrdersNet {
  /** The order keys with which the device identified itself. */
  orderKeys: (string | undefined)[] = []
  /** The push service has ended the address, as the restaurant has learned. */
  isEnded = false
  override async send(request: Parameters<OrdersNet['send']>[0]) {
    const { pathname } = new URL(request.url, 'https://tavola.example')
    const answer = await super.send(request)
    if (pathname.endsWith('/push') && request.method === 'PUT')
      this.orderKeys.push(request.headers['x-order-key'])
    const json = pathname.endsWith('/push')
      ? request.method === 'GET'
        ? { public_key: publicKey }
        : { notified: true }
      : pathname.endsWith('/push/off')
        ? { notified: false }
        : pathname.endsWith('/push/find')
          ? { notified: !this.isEnded }
          : undefined
    return json && answer.status === 200 ? { ...answer, text: JSON.stringify(json) } : answer
  }
}

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const path = '/ticketorder/ticket-1/push'
const text = () => document.body.textContent
const line = () => until(() => find('button', /Tell me when/))
/** Reads within `act`, while the page continues. */
const heldAt = (db: LarderDatabase) => act(() => findNotified(db, who, 'ticket-1'))
const offers = { extensions: ['order_push'] }

describe('Tell me when it’s ready', () => {
  let push: FakePush
  let net: PushNet
  beforeEach(() => {
    push = new FakePush()
    net = new PushNet(placedOrder())
  })
  const open = async (options: OrdersOptions = {}, at = '/ticket/ticket-1') => {
    const made = await act(() => ordersPage(net, at, { ...offers, held: net.order, push, ...options }))
    await show(made.page)
    await until(() => expect(text()).toContain('1042'))
    return made
  }
  const subscriptions = () => net.callsOf(path).filter(({ method }) => method === 'PUT')
  const settled = () => until(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())

  it('asks for permission only after a tap; then this device is notified, also after the page is opened again', async () => {
    const { db, name } = await open()
    const button = await line()
    expect([push.asked, net.callsOf(path)]).toEqual([0, []])
    await press(button)
    await until(() => expect(text()).toContain('We’ll notify this device.'))
    expect(push.asked).toBe(1)
    expect(subscriptions()).toMatchObject([{ body: { endpoint: 'https://push.example.com/1', keys } }])
    expect(await heldAt(db)).toBe('https://push.example.com/1')
    // The same element, so that a keyboard's focus stays where it was.
    expect(find('button', 'Turn off')).toBe(button)

    // Open a second page beside the first.
    await open({ name })
    await until(() => expect(text()?.match(/We’ll notify this device\./g)).toHaveLength(2))
    expect([push.asked, subscriptions()]).toMatchObject([1, [{}]])
  })

  it('does not go on promising notifications that the push service has ended, and gets another address for the next', async () => {
    const { db, name } = await open()
    await press(await line())
    await until(() => expect(text()).toContain('We’ll notify this device.'))
    net.isEnded = true
    document.body.replaceChildren()
    await open({ name })
    await until(() => expect(text()).toContain('This device no longer gets notifications about this order.'))
    expect(text()).not.toContain('We’ll notify this device.')
    expect(await heldAt(db)).toBeUndefined()
    net.isEnded = false
    await press(await line())
    await until(() => expect(text()).toContain('We’ll notify this device.'))
    expect(await heldAt(db)).toBe('https://push.example.com/2')
  })

  it('says so of an order that is ready, too, and offers nothing for it', async () => {
    const { name } = await open()
    await press(await line())
    await until(() => expect(text()).toContain('We’ll notify this device.'))
    net.isEnded = true
    net.order = placedOrder({ status: 'Ready' })
    document.body.replaceChildren()
    await open({ name, held: net.order })
    await until(() => expect(text()).toContain('This device no longer gets notifications about this order.'))
    expect(document.querySelector('button[aria-busy]')).toBeNull()
  })

  it('proves with the order’s key that it is the guest’s own', async () => {
    await open({ held: placedOrder({ order_key: 'the key of this order' }) })
    await press(await line())
    await until(() => expect(net.orderKeys).toEqual(['the key of this order']))
  })

  it('is not offered for an order that nobody waits for any more', async () => {
    net.order = placedOrder({
      status: 'Preparing',
      history: [],
      ready_date: '2026-01-02',
      ready_time: '6:30pm',
    })
    await open()
    await until(() => expect(text()).toContain('This is a past order.'))
    expect(text()).not.toContain('Tell me when')
  })

  it('is turned off with a tap', async () => {
    const { db } = await open()
    await press(await line())
    await press(await until(() => find('button', 'Turn off')))
    await line()
    expect(text()).not.toContain('We’ll notify')
    expect(net.callsOf(`${path}/off`)).toMatchObject([
      { method: 'POST', body: { endpoint: 'https://push.example.com/1' } },
    ])
    expect(await heldAt(db)).toBeUndefined()
  })

  it('says in one sentence what to do where notifications are blocked', async () => {
    push.says = 'denied'
    await open()
    await press(await line())
    await until(() =>
      expect(text()).toContain(
        'Notifications are blocked for this site. To get them, allow them in your browser’s settings.',
      ),
    )
    expect(() => find('button', /Tell me|Turn off/)).toThrow('no button')
    expect(net.callsOf(path)).toEqual([])
  })

  it('stays as it is when the permission dialog is dismissed', async () => {
    push.says = 'default'
    await open()
    await press(await line())
    await settled()
    expect([find('button', /Tell me/).textContent, net.callsOf(path)]).toEqual([
      'Tell me when it’s ready',
      [],
    ])
  })

  it('needs a signal, and says so', async () => {
    const { db } = await open()
    const button = await line()
    net.trouble = (called) => (called.includes('/push') ? 'offline' : undefined)
    await press(button)
    await until(() => expect(text()).toContain('You’re offline. This needs a signal.'))
    expect(await heldAt(db)).toBeUndefined()
    net.trouble = undefined
    await press(find('button', /Tell me/))
    await until(() => expect(text()).toContain('We’ll notify this device.'))
    expect(text()).not.toContain('This needs a signal')
  })

  it('promises an email when the browser’s push service gives no address', async () => {
    push.isBroken = true
    await open()
    await press(await line())
    await until(() => expect(text()).toContain('This did not work on this device. We’ll email you instead.'))
  })

  it('shows at once that it was tapped, and promises an email when the push service stays silent', async () => {
    push.isSilent = true
    await open()
    const button = await line()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await press(button)
    await until(() => expect(button.textContent).toBe('One moment…'))
    await act(async () => void (await vi.advanceTimersByTimeAsync(21_000)))
    await until(() => expect(text()).toContain('This did not work on this device. We’ll email you instead.'))
    expect(button.textContent).toBe('Tell me when it’s ready')
  })

  it('is offered again when the browser has lost its address', async () => {
    const { name } = await open()
    await press(await line())
    await until(() => find('button', 'Turn off'))
    push.endpoint = undefined
    await open({ name })
    expect((await line()).textContent).toBe('Tell me when it’s ready')
  })

  it('mentions the delivery if it is delivered', async () => {
    net = new PushNet(placedOrder({ use_delivery: true, use_curbside: false }))
    await open()
    expect((await line()).textContent).toBe('Tell me when it’s on its way')
  })

  it.each<[string, () => OrdersOptions]>([
    ['the browser has no push', () => ((push.allowed = 'missing'), {})],
    ['the restaurant’s server sends none', () => ({ extensions: [] })],
    ['it is ready', () => ((net = new PushNet(placedOrder({ status: 'Ready' }))), {})],
    ['it was canceled', () => ((net = new PushNet(placedOrder({ status: 'Cancelled' }))), {})],
  ])('is not there where %s', async (_where, set) => {
    await open(set())
    await until(() => find('a', 'Return Home'))
    await settled()
    expect(() => find('button', /Tell me/)).toThrow('no button')
    expect(push.asked).toBe(0)
  })
})
