// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '#contract/format-date.ts'
import { addDays, localTime } from '#contract/local-time.ts'
import { findNext, laneOf, lanesOf } from '#features/kitchen/lanes.ts'
import type { NetRequest } from '#lib/api/net.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { kitchenDevice, KitchenNet, kitchenOrder, kitchenPage } from '../support/kitchen.tsx'
import { choose, fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const lane = (title: string): HTMLElement => find('h2', new RegExp(`^${title}`)).closest('section')!
const numbersIn = (title: string): (string | null)[] =>
  [...lane(title).querySelectorAll('h3')].map((one) => one.textContent)
const said = (text: string | RegExp) =>
  until(() => expect(find('[role=alert], [role=status]', text)).toBeTruthy())

describe('the kitchen’s page', () => {
  it('is only for the staff: others are told so, and nothing is requested', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net, 'member'))
    await said('This page is for the restaurant’s staff.')
    expect(net.calls).toEqual([])
  })

  it('says that there are no orders', async () => {
    await show(kitchenPage(new KitchenNet()))
    await until(() => expect(document.body.textContent).toContain('Nothing new.'))
  })

  it('says that no new orders come where the server’s disk is full', async () => {
    const net = new KitchenNet()
    net.isFull = true
    await show(kitchenPage(net))
    await said(/No new orders can be taken.*The server’s disk is full/)
  })

  it('says which car a curbside order is for, also before its guest says that they are here', async () => {
    const car = {
      use_curbside: true,
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_color: 'blue',
      vehicle_license: 'LAR-1040',
    }
    const net = new KitchenNet()
    net.orders = [
      kitchenOrder('B-1001', { ...car, recipient_checked_in: true }),
      kitchenOrder('B-1002', car),
      kitchenOrder('B-1003', { use_curbside: true }),
    ]
    await show(kitchenPage(net))
    await until(() => expect(numbersIn('New')).toHaveLength(3))
    const [here, coming, unknown] = [...lane('New').querySelectorAll('li[data-here]')].map(
      ({ textContent }) => textContent,
    )
    // Above the order's number, and not again below it.
    expect(here!.split('blue Honda Civic, LAR-1040')).toHaveLength(2)
    expect(coming).toContain('Curbside: blue Honda Civic, LAR-1040')
    expect(unknown).toMatch(/Curbside(?!:)/)
  })

  it('shows orders by what is to be done, whoever is at the curb first', async () => {
    const net = new KitchenNet()
    const here = {
      recipient_checked_in: true,
      checked_in_at: '2026-11-20T23:25:00Z',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_color: 'blue',
    }
    net.orders = [
      kitchenOrder('B-1001'),
      kitchenOrder('B-1002', { status: 'Ready' }),
      kitchenOrder('B-1003', { status: 'Ready', ...here }),
      kitchenOrder('B-1004', { status: 'Queued', ready_time: '7:30pm', ready_date_display: '11/21/2026' }),
      kitchenOrder('B-1005', { status: 'Completed', ...here }),
    ]
    await show(kitchenPage(net))
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
    expect(numbersIn('Preparing')).toEqual([])
    expect(numbersIn('Ready')).toEqual(['B-1003', 'B-1002'])
    expect(numbersIn('Scheduled')).toEqual(['B-1004'])
    expect(numbersIn('Completed')).toEqual(['B-1005'])
    expect(lane('Ready').textContent).toContain('ARRIVED: blue Honda Civicsince 6:25pm')
    expect(lane('Completed').textContent).not.toContain('ARRIVED')
    expect(lane('Scheduled').textContent).toContain('For 11/21/2026 7:30pm')
  })

  it('says the day that an order is wanted on where that is not today', async () => {
    const net = new KitchenNet()
    const today = localTime(Date.now(), 'America/New_York').date
    const wanted = { status: 'Queued', ready_time: '7:30pm' }
    net.orders = [
      kitchenOrder('B-1001', { ...wanted, ready_date: today, ready_date_display: formatDate(today) }),
      kitchenOrder('B-1002', {
        ...wanted,
        ready_date: addDays(today, 1),
        ready_date_display: formatDate(addDays(today, 1)),
      }),
    ]
    await show(kitchenPage(net))
    await until(() => expect(numbersIn('Scheduled')).toEqual(['B-1001', 'B-1002']))
    const cards = [...lane('Scheduled').querySelectorAll('header')].map((one) => one.textContent)
    expect(cards).toEqual(['B-1001For 7:30pm', `B-1002For ${formatDate(addDays(today, 1))} 7:30pm`])
  })

  it('says which dish’s allergens are unknown: it does not look like one that is free of them', async () => {
    const net = new KitchenNet()
    const items = [
      line({ name: 'Special', allergens: { contains: [], free_from: [] } }),
      line({ index: 2, name: 'Olives', allergens: { contains: [], free_from: 'others' } }),
      line({ index: 3, name: 'Burrata', allergens: { contains: ['milk'], free_from: [] } }),
      line({ index: 4, name: 'Soup' }),
    ].map((one) => ({ ...one, modifiers: [] }))
    net.orders = [kitchenOrder('B-1001', { items })]
    await show(kitchenPage(net))
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
    const lines = find('h3', 'B-1001').closest('li')!.querySelectorAll('ul li')
    expect([...lines].map((one) => one.textContent)).toEqual([
      '1 × SpecialAllergens not known',
      '1 × Olives',
      '1 × BurrataContains milk. Other allergens not known',
      '1 × Soup',
    ])
  })

  it('says the day beside the time of an order that came in before today', async () => {
    const net = new KitchenNet()
    const at = new Date().toISOString()
    net.orders = [
      kitchenOrder('B-1001'),
      kitchenOrder('B-1002', { history: [{ status: 'Submitted', at, display: '6:05pm' }] }),
    ]
    await show(kitchenPage(net))
    await until(() => expect(numbersIn('New')).toHaveLength(2))
    await until(() =>
      expect([...lane('New').querySelectorAll('header p')].map((one) => one.textContent)).toEqual([
        'ASAP · placed 11/20/2026 6:00pm',
        'ASAP · placed 6:05pm',
      ]),
    )
  })

  it('polls every five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const net = new KitchenNet()
    await show(kitchenPage(net))
    await until(() => expect(net.calls).toHaveLength(1))
    net.orders = [kitchenOrder('B-1001')]
    await act(async () => vi.advanceTimersByTimeAsync(5100))
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
    vi.useRealTimers()
  })

  it('moves an order by its one button, says so, and keeps the keyboard’s place', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002')]
    await show(kitchenPage(net))
    const start = await until(() => find('button[aria-label="START: B-1001"]'))
    start.focus()
    await press(start)
    await until(() => expect(numbersIn('Preparing')).toEqual(['B-1001']))
    expect(net.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      url: '/api/location/bella-nyc/kitchen/orders/b-1001',
      body: { status: 'Preparing', seen: 'Submitted' },
    })
    await said('B-1001: Preparing')
    await until(() => expect(document.activeElement?.textContent).toMatch(/^New/))
    await press(find('button[aria-label="READY: B-1001"]'))
    await press(await until(() => find('button[aria-label="COMPLETE: B-1001"]')))
    await until(() => expect(numbersIn('Completed')).toEqual(['B-1001']))
  })

  it('says that somebody else has moved an order, and shows where it is now', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    await show(kitchenPage(net))
    const start = await until(() => find('button[aria-label="START: B-1001"]'))
    net.orders = [kitchenOrder('B-1001', { status: 'Ready' })]
    net.trouble = 'moved meanwhile'
    await press(start)
    await said(/on another screen/)
    await until(() => expect(numbersIn('Ready')).toEqual(['B-1001']))
    expect(numbersIn('New')).toEqual([])
  })

  it('asks before it cancels', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    await show(kitchenPage(net))
    await press(await until(() => find('button[aria-label="Cancel B-1001"]')))
    expect(find('dialog').textContent).toContain('is refunded to the guest')
    await press(find('dialog button', 'KEEP ORDER'))
    expect(net.calls.some(({ method }) => method === 'PUT')).toBe(false)
    await press(find('button[aria-label="Cancel B-1001"]'))
    await fill(find('dialog input.input'), 'No basil left')
    // No reason is preselected, because the guest reads it.
    await press(find('dialog button', 'CANCEL B-1001'))
    expect(find('dialog').textContent).toContain('Please choose a reason. The guest sees it, too.')
    expect(net.calls.some(({ method }) => method === 'PUT')).toBe(false)
    await choose(find('dialog select', 'Why'), 'sold_out')
    await press(find('dialog button', 'CANCEL B-1001'))
    await until(() => expect(numbersIn('New')).toEqual([]))
    expect(net.calls.at(-1)).toMatchObject({
      body: { status: 'Cancelled', seen: 'Submitted', reason: 'sold_out', note: 'No basil left' },
    })
  })

  it.each([
    { use_delivery: true, offered: true },
    { use_delivery: false, offered: false },
  ])(
    'offers that it cannot be delivered of a delivery alone: $use_delivery',
    async ({ use_delivery, offered }) => {
      const net = new KitchenNet()
      net.orders = [kitchenOrder('B-1001', { use_delivery })]
      await show(kitchenPage(net))
      await press(await until(() => find('button[aria-label="Cancel B-1001"]')))
      const { options } = find<HTMLSelectElement>('dialog select', 'Why')
      expect([...options].some(({ text }) => text === 'No delivery')).toBe(offered)
    },
  )

  it('keeps a cancellation with its note until it is answered, and ends it where the order is cancelled by then', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    await show(kitchenPage(net))
    await press(await until(() => find('button[aria-label="Cancel B-1001"]')))
    await choose(find('dialog select', 'Why'), 'sold_out')
    await fill(find('dialog input.input'), 'No basil left')
    net.trouble = 'offline'
    await press(find('dialog button', 'CANCEL B-1001'))
    await until(() =>
      expect(find('dialog [role=alert]').textContent).toContain('couldn’t tell whether this went through'),
    )
    expect(find<HTMLInputElement>('dialog input.input').value).toBe('No basil left')
    // The board reads the orders again after the change, and must have failed before the network is back.
    const again = await until(() => find('.button', 'Try again'))
    net.trouble = undefined
    net.orders = [kitchenOrder('B-1001', { status: 'Cancelled', cancelled_by: 'guest' })]
    await press(again)
    await until(() => find('dialog [role=status]', 'Order B-1001 is canceled.'))
    expect([...document.querySelectorAll('dialog footer button')].map((one) => one.textContent)).toEqual([
      'CLOSE',
    ])
  })

  it('shows what went wrong with a press where it is seen, and leaves the keyboard at its button', async () => {
    const seen: (string | null)[] = []
    const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent)
    })
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002')]
    await show(kitchenPage(net))
    const start = await until(() => find<HTMLButtonElement>('button[aria-label="START: B-1002"]'))
    let answer = (): void => undefined
    net.before = () => new Promise((resolve) => (answer = resolve))
    start.focus()
    await press(start)
    await until(() => expect(start.getAttribute('aria-disabled')).toBe('true'))
    expect(start.disabled).toBe(false)
    await press(find('button[aria-label="START: B-1001"]'))
    await press(find('button[aria-label="Cancel B-1001"]'))
    expect(document.querySelector('dialog')).toBeNull()
    net.before = undefined
    net.trouble = 'offline'
    await act(async () => answer())
    await until(() =>
      expect(seen).toEqual([expect.stringContaining('couldn’t tell whether this went through')]),
    )
    expect(document.activeElement).toBe(start)
    expect(net.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    into.mockRestore()
  })

  it('is switched off and on', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net))
    await press(await until(() => find('input[role=switch]')))
    await said(/New orders are on hold.*Guests can still order and pay\..*Their orders wait here/)
    expect(find('label', 'New orders go to the kitchen')).toBeTruthy()
    expect(net.isOn).toBe(false)
    await press(find('input[role=switch]'))
    await said('New orders go to the kitchen.')
    expect(net.isOn).toBe(true)
  })

  it('keeps what it read when the signal goes, says how old it is, and sends the same press under the same key', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    await show(kitchenPage(net))
    const start = await until(() => find('button[aria-label="START: B-1001"]'))
    net.trouble = 'offline'
    await press(start)
    await said(/No connection.*Last updated at/)
    expect(numbersIn('New')).toEqual(['B-1001'])
    net.trouble = undefined
    await press(find('button[aria-label="START: B-1001"]'))
    await until(() => expect(numbersIn('Preparing')).toEqual(['B-1001']))
    const [first, second] = net.calls.filter(({ method }) => method === 'PUT')
    expect(second).toEqual(first)
  })

  it('of a press whose answer was lost the error goes once the board shows it done: trying again would press the next button', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    const client = createQueryClient()
    await show(kitchenPage(net, 'owner', undefined, client))
    const readAgain = () =>
      act(
        async () =>
          await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('kitchen') }),
      )
    const alerts = () => document.querySelectorAll('[role=alert]').length
    net.trouble = 'answer lost'
    await press(await until(() => find('button[aria-label="START: B-1001"]')))
    await until(() => expect(net.calls.some(({ method }) => method === 'PUT')).toBe(true))
    await readAgain()
    await said('B-1001: Preparing')
    expect([numbersIn('Preparing'), alerts()]).toEqual([['B-1001'], 0])
    await press(find('button', 'PAUSE NEW ORDERS'))
    await press(find('dialog button', /^PAUSE/))
    await until(() => expect(net.pause).toBeDefined())
    await readAgain()
    await said(/New orders are paused\./)
    expect([document.querySelector('dialog'), alerts()]).toEqual([null, 0])
  })

  it('does not take a running pause for the longer one that was not sent, nor a press for done that was refused', async () => {
    const net = new KitchenNet()
    const until15 = new Date(Date.now() + 15 * 60_000).toISOString()
    net.pause = { until: until15, tells_reason: false }
    await show(kitchenPage(net))
    await press(await until(() => find('button', 'CHANGE')))
    net.trouble = 'offline'
    await press(find('dialog button', /^PAUSE/))
    await until(() =>
      expect(find('dialog [role=alert]').textContent).toContain('couldn’t tell whether this went through'),
    )
    expect(net.pause?.until).toBe(until15)
    net.trouble = undefined
    await press(find('dialog button', /^PAUSE/))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(net.pause?.until).not.toBe(until15)
  })

  it('after a newer read the same press is another one: what got no answer may have been undone since', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net))
    const isOn = await until(() => find('input[role=switch]'))
    net.trouble = 'offline'
    await press(isOn)
    await said(/No connection.*Last updated at/)
    net.trouble = undefined
    await press(find('button', 'Try again'))
    await until(() => expect(document.body.textContent).not.toContain('No connection'))
    await press(find('input[role=switch]'))
    await until(() => expect(net.isOn).toBe(false))
    const [first, second] = net.calls.filter(({ method }) => method === 'PUT')
    expect(second?.body).toEqual(first?.body)
    expect(second?.key).not.toBe(first?.key)
  })

  it('says at once that it cannot be read, and reads again when asked', async () => {
    const net = new KitchenNet()
    net.trouble = 'offline'
    await show(kitchenPage(net))
    await said(/No connection/)
    net.trouble = undefined
    net.orders = [kitchenOrder('B-1001')]
    await press(find('button', 'Try again'))
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
  })
})

describe('lanes', () => {
  const due = (promised_at: string) => ({ promised_at })

  it('lists what is not begun by when it is due, and then by when it was placed; whoever is at the curb stays first', () => {
    const orders = [
      kitchenOrder('next-week', { ...due('2026-11-28T17:00:00Z'), status: 'Queued', ready_time: '12:00pm' }),
      kitchenOrder('evening', { ...due('2026-11-21T00:30:00Z') }),
      kitchenOrder('tomorrow', { ...due('2026-11-21T16:30:00Z'), status: 'Queued', ready_time: '11:30am' }),
      kitchenOrder('here', { ...due('2026-11-21T01:00:00Z'), recipient_checked_in: true }),
      kitchenOrder('soon', { ...due('2026-11-20T23:05:00Z') }),
      kitchenOrder('soon, placed after', { ...due('2026-11-20T23:05:00Z') }),
      kitchenOrder('does not say'),
      kitchenOrder('begun', { ...due('2026-11-21T02:00:00Z'), status: 'Preparing' }),
      kitchenOrder('begun after', { ...due('2026-11-20T23:00:00Z'), status: 'Preparing' }),
    ]
    const lanes = lanesOf(orders)
    const names = (lane: keyof typeof lanes) => lanes[lane].map(({ name }) => name)
    expect(names('new')).toEqual(['here', 'does not say', 'soon', 'soon, placed after', 'evening'])
    expect(names('later')).toEqual(['tomorrow', 'next-week'])
    expect(names('preparing')).toEqual(['begun', 'begun after'])
  })

  it('puts an order that waits only for the kitchen among the new ones, and one of an unknown state, too', () => {
    expect(laneOf(kitchenOrder('B-1', { status: 'Queued' }))).toBe('new')
    expect(laneOf(kitchenOrder('B-1', { status: 'Plated' }))).toBe('new')
    expect(lanesOf([]).new).toEqual([])
  })

  it('leads from each to the next, and back from the last', () => {
    const next = (status: string) => findNext(kitchenOrder('B-1', { status }))?.status
    expect(['Submitted', 'Queued', 'Preparing', 'Ready', 'Completed'].map(next)).toEqual([
      'Preparing',
      'Preparing',
      'Ready',
      'Completed',
      'Ready',
    ])
  })
})

describe('who may do what in the kitchen', () => {
  const tabletKey = 'larder:kitchen-tablet:bella-nyc'
  afterEach(() => localStorage.removeItem(tabletKey))
  const withOrder = (): KitchenNet => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    return net
  }

  it.each([
    ['kitchen', 0],
    ['manager', 1],
  ])('%s: cancelling and the switch are a manager’s', async (role, count) => {
    await show(kitchenPage(withOrder(), role))
    await until(() => find('button[aria-label="START: B-1001"]'))
    expect(document.querySelectorAll('button[aria-label="Cancel B-1001"]')).toHaveLength(count)
    expect(document.querySelectorAll('input[role=switch]')).toHaveLength(count)
  })

  it('a tablet reads and moves with its own token, whoever is signed in beside it', async () => {
    localStorage.setItem(tabletKey, JSON.stringify({ token: 'tablet.abc', name: 'Pass' }))
    const net = withOrder()
    await show(kitchenPage(net, 'member'))
    await press(await until(() => find('button[aria-label="START: B-1001"]')))
    await until(() => expect(numbersIn('Preparing')).toEqual(['B-1001']))
    expect(new Set(net.calls.map(({ bearer }) => bearer))).toEqual(new Set(['Bearer tablet.abc']))
    expect(document.querySelectorAll('button[aria-label="Cancel B-1001"]')).toHaveLength(0)
  })

  it('a tablet that was signed out from afar shows no orders any more, and has forgotten its token', async () => {
    localStorage.setItem(tabletKey, JSON.stringify({ token: 'tablet.abc', name: 'Pass' }))
    const net = withOrder()
    net.trouble = 'signed out'
    await show(kitchenPage(net, 'member'))
    await said('This page is for the restaurant’s staff.')
    expect(localStorage.getItem(tabletKey)).toBeNull()
  })

  it('a tablet that was signed out from afar goes on with a new code at once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    localStorage.setItem(tabletKey, JSON.stringify({ token: 'tablet.old', name: 'Pass' }))
    class CodeNet extends KitchenNet {
      override async send(request: NetRequest) {
        const answer = await super.send(request)
        const signedIn = { token: 'tablet.new', name: 'Pass' }
        return request.url === '/api/kitchen/tablet' ? { ...answer, text: JSON.stringify(signedIn) } : answer
      }
    }
    const net = new CodeNet()
    net.orders = [kitchenOrder('B-1001')]
    await show(kitchenDevice(net).page)
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
    net.trouble = 'signed out'
    await act(async () => vi.advanceTimersByTimeAsync(5100))
    await said(/This tablet was signed out/)
    net.trouble = undefined
    await fill(find('input[name=tablet-code]'), '12345678')
    await press(find('button', 'SIGN THIS TABLET IN'))
    await until(() => expect(net.calls.at(-1)?.bearer).toBe('Bearer tablet.new'))
    await until(() => expect(numbersIn('New')).toEqual(['B-1001']))
    expect(localStorage.getItem(tabletKey)).toContain('tablet.new')
    vi.useRealTimers()
  })

  it.each([
    [true, 'Orders still show under this tablet’s own sign-in.'],
    [false, 'Please sign in again, or enter a code for this tablet.'],
  ])(
    'a manager whose session ends is told so (tablet: %s), and a tablet goes on',
    async (isTablet, words) => {
      if (isTablet) localStorage.setItem(tabletKey, JSON.stringify({ token: 'tablet.abc', name: 'Pass' }))
      const net = withOrder()
      const { page, session } = kitchenDevice(net, 'manager')
      session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' })
      await show(page)
      await until(() => find('button[aria-label="Cancel B-1001"]'))
      await act(async () => session.set({ state: 'guest' }))
      await said(/You are signed out/)
      expect(document.body.textContent).toContain(words)
      if (!isTablet) return void find('button', 'SIGN THIS TABLET IN')
      await until(() => find('button[aria-label="START: B-1001"]'))
      expect(net.calls.at(-1)?.bearer).toBe('Bearer tablet.abc')
      expect(document.querySelector('button[aria-label="Cancel B-1001"]')).toBeNull()
    },
  )
})
