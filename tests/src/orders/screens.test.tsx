// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { carMakes } from '#contract/reference-data.ts'
import { findPlaced, savePlaced } from '#db/placed-orders.ts'
import { choose, fill, find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { OrdersNet, type OrdersOptions, ordersPage, placedOrder, said } from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom neither scrolls nor draws.
  document.body.replaceChildren()
})

const open = async (net: OrdersNet, at: string, options: OrdersOptions = {}) => {
  const made = await away(() => ordersPage(net, at, options))
  await show(made.page)
  return made
}
/** Awaits other work while the page continues rendering. */
const away = <T,>(work: () => Promise<T>): Promise<T> => act(async () => await work())
const text = () => document.body.textContent
const says = (part: string | RegExp) => until(() => expect(text()).toMatch(part))
const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)
const linksOf = (part: string) => [...document.querySelectorAll(part)].map((a) => a.getAttribute('href'))
const button = (name: string | RegExp) => until(() => find('button', name))
const queued = (changes = {}) => placedOrder({ status: 'Queued', history: [], ...changes })

describe('an order of long ago that nobody marked as handed over', () => {
  const past = () =>
    placedOrder({
      status: 'Submitted',
      history: [],
      ready_date: '2026-01-02',
      ready_time: '6:30pm',
      ready_time_display: '6:30pm',
      use_curbside: true,
    })

  it("is a past one: it is awaited no more, and offers no I'M HERE", async () => {
    const net = new OrdersNet(past())
    await open(net, '/ticket/ticket-1')
    await says('This is a past order.')
    expect(text()).not.toContain('Any minute now')
    expect(text()).not.toContain("I'M HERE")
  })

  it('does not let a guest say that they are here for it', async () => {
    await open(new OrdersNet(past()), '/ticket/ticket-1?action=checkin')
    await says('Nothing to pick up at the curb')
    expect(textOf('button')).not.toContain("I'M HERE")
  })

  it('says no more that somebody is brought it', async () => {
    await open(new OrdersNet({ ...past(), recipient_checked_in: true }), '/ticket/ticket-1?action=checkin')
    await says('Nothing to pick up at the curb')
    expect(text()).not.toContain('We will bring it out to you')
  })

  it('is not being made on the page that said so', async () => {
    const order = { ...past(), status: 'Preparing' }
    await open(new OrdersNet(order), '/ordersubmit', { held: order })
    await says('This is a past order.')
    expect(document.querySelector('h1')?.textContent).toBe('Order 1042')
  })
})

describe('the confirmation', () => {
  it('leads to the menu where no order is stored @MO-15 @RT-10', async () => {
    const { router } = await open(new OrdersNet(placedOrder()), '/ordersubmit')
    await until(() => expect(router.state.location.pathname).toBe('/order'))
  })

  it('shows items, totals, time and contact, with links home and to the receipt @MO-15', async () => {
    await open(new OrdersNet(placedOrder()), '/ordersubmit', { held: placedOrder() })
    await until(() => expect(find('[data-order-number]').textContent).toBe('1042'))
    expect(textOf('aside li')).toEqual(['1 × Margherita12 inch$16.00'])
    expect(text()).toContain('Total$17.42')
    expect(text()).toContain('Curbside pickup')
    expect(text()).toContain('(212) 555-0147')
    // A typo in the address can be seen here and corrected with EDIT DETAILS.
    expect(text()).toContain('Emailada@example.com')
    expect(find('a', 'Return Home').getAttribute('href')).toBe('/')
    expect(find('a', 'VIEW RECEIPT').getAttribute('href')).toBe(
      '/receipt?type=ticket_order&object_id=ticket-1',
    )
    expect(find('a', "I'M HERE").getAttribute('href')).toBe('/ticket/ticket-1?action=checkin')
    await quiet()
  })

  it("shows first when and where, in how long, and offers I'M HERE when it is time @MO-15", async () => {
    // More than ten minutes ahead, at whatever time this test runs.
    const day = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
    const later = placedOrder({ ready_date: day, ready_time: '12:00pm', ready_time_display: '12:00pm' })
    await open(new OrdersNet(later), '/ordersubmit', { held: later })
    await says('1 Main Street')
    const when = find('section[aria-label="When and where"]')
    expect(when.textContent).toMatch(/^Ready .*12:00pm/)
    expect(find('section a', 'Directions').getAttribute('href')).toContain(
      'destination=Tavola%2C+1+Main+Street',
    )
    expect(textOf('a')).not.toContain("I'M HERE")
    await says('It shows up 10 minutes before your order is ready.')
    await leavePage()
    const ready = placedOrder({ ...later, status: 'Ready' })
    await open(new OrdersNet(ready), '/ordersubmit', { held: ready })
    await says('Ready now')
    expect(find('a', "I'M HERE").getAttribute('href')).toBe('/ticket/ticket-1?action=checkin')
  })

  it('keeps typed changes without a signal, and sends them under one key until they are accepted @MO-15 @ST-15 @AT-18', async () => {
    const net = new OrdersNet(queued())
    const { db } = await open(net, '/ordersubmit', { held: queued() })
    await press(await button('EDIT DETAILS'))
    await fill(find('input', 'First name'), 'Grace')
    await choose(find('select'), 'Honda')
    net.trouble = (path) => (path.endsWith('/delivery') ? 'offline' : undefined)
    await press(find('button', 'SAVE'))
    await says('We couldn’t tell whether this went through.')
    expect(find<HTMLInputElement>('input', 'First name').value).toBe('Grace')
    net.trouble = undefined
    await press(find('button', 'SAVE'))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    const calls = net.callsOf('/ticketorder/ticket-1/delivery')
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect(calls.at(-1)!.body).toMatchObject({
      recipient_first_name: 'Grace',
      vehicle_make: 'Honda',
      recipient_phone: '2125550147',
    })
    await says('Grace Guest')
    const kept = await away(() =>
      findPlaced(db, { locationId: 'tavola-nyc', principal: 'guest' }, 'ticket-1'),
    )
    expect(kept!.row.ticket).toMatchObject({ recipient_first_name: 'Grace', vehicle_make: 'Honda' })
  })

  it('is not closed while it is sent, and says nothing of an earlier try when it is opened again', async () => {
    const net = new OrdersNet(queued())
    await open(net, '/ordersubmit', { held: queued() })
    await press(await button('EDIT DETAILS'))
    net.trouble = (path) => (path.endsWith('/delivery') ? 'offline' : undefined)
    await press(find('button', 'SAVE'))
    await says('We couldn’t tell whether this went through.')
    await press(find('button', 'CANCEL'))
    await press(await button('EDIT DETAILS'))
    expect(textOf('[role=alert]')).toEqual([])
    net.trouble = (path) => (path.endsWith('/delivery') ? 'never' : undefined)
    await press(find('button', 'SAVE'))
    await until(() => find('button', 'SAVING'))
    expect(find<HTMLButtonElement>('button', 'CANCEL').disabled).toBe(true)
  })

  it('stays with what is typed when the kitchen takes the order, and says what the restaurant says', async () => {
    const net = new OrdersNet(queued())
    const { db } = await open(net, '/ordersubmit', { held: queued() })
    await press(await button('EDIT DETAILS'))
    await fill(find('input', 'First name'), 'Grace')
    const taken = placedOrder()
    net.order = taken
    await away(() => savePlaced(db, { locationId: 'tavola-nyc', principal: 'guest' }, taken, Date.now() + 1))
    await says('The kitchen has your order.')
    expect(find<HTMLInputElement>('input', 'First name').value).toBe('Grace')
    const message = 'The kitchen has begun with this order.'
    net.trouble = (path) =>
      path.endsWith('/delivery')
        ? { status: 409, json: { message, code: 'conflict', errors: [] } }
        : undefined
    await press(find('button', 'SAVE'))
    await until(() => expect(textOf('[role=alert]')).toEqual([message]))
    await press(find('button', 'CANCEL'))
    await until(() => expect(textOf('button')).not.toContain('EDIT DETAILS'))
  })

  it('shows a refusal in an order that is answered with 200, and stores nothing of it @EN-25 @ER-05', async () => {
    const net = new OrdersNet(queued())
    const { db } = await open(net, '/ordersubmit', { held: queued() })
    await press(await button('EDIT DETAILS'))
    await fill(find('input', 'First name'), 'Grace')
    const refused = { ...queued(), error: { message: 'The driver has left.' } }
    net.trouble = (path) =>
      path.endsWith('/delivery') ? { status: 200, json: { ticket_order: refused } } : undefined
    await press(find('button', 'SAVE'))
    await says('The driver has left.')
    const kept = await away(() =>
      findPlaced(db, { locationId: 'tavola-nyc', principal: 'guest' }, 'ticket-1'),
    )
    expect(kept!.row.ticket.recipient_first_name).not.toBe('Grace')
  })

  it('reports errors at their fields and sends nothing @MO-15', async () => {
    const brought = queued({ use_delivery: true, use_curbside: false })
    const net = new OrdersNet(brought)
    await open(net, '/ordersubmit', { held: brought })
    await press(await button('EDIT DETAILS'))
    await press(find('button', 'SAVE'))
    // Street, city, state, zip.
    await until(() =>
      expect(textOf('dialog p').filter((one) => one === 'Please enter a valid info')).toHaveLength(4),
    )
    expect(document.activeElement?.getAttribute('name')).toBe('recipient_address')
    expect(net.callsOf('/ticketorder/ticket-1/delivery')).toEqual([])
  })

  it('may keep its zip code outside of the area, and no other', async () => {
    const home = {
      recipient_address: '1 Main Street',
      recipient_city: 'New York',
      recipient_state: 'NY',
      recipient_zip: '10011',
    }
    const { settings } = queued()
    const brought = queued({
      use_delivery: true,
      use_curbside: false,
      ...home,
      settings: { ...settings, delivery_zips: ['10014'] },
    })
    const net = new OrdersNet(brought)
    await open(net, '/ordersubmit', { held: brought })
    await press(await button('EDIT DETAILS'))
    await fill(find('input', 'Zip'), '99501')
    await press(find('button', 'SAVE'))
    await until(() => expect(textOf('dialog p')).toContain('We don’t deliver to 99501 yet.'))
    expect(net.callsOf('/ticketorder/ticket-1/delivery')).toEqual([])
    await fill(find('input', 'Zip'), '10011')
    await press(find('button', 'SAVE'))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    expect(net.callsOf('/ticketorder/ticket-1/delivery').at(-1)!.body).toMatchObject(home)
  })

  it.each([
    { what: 'is with the kitchen', changes: { status: 'Submitted' } },
    { what: 'is more than a day away', changes: { ready_date: '2099-01-01', ready_time: '6:30pm' } },
    { what: 'is past', changes: { ready_date: '2020-01-01', ready_time: '6:30pm' } },
  ])('offers no change of an order that $what @ST-15 @BC-20', async ({ changes }) => {
    await open(new OrdersNet(queued(changes)), '/ordersubmit', { held: queued(changes) })
    await until(() => expect(find('a', 'VIEW RECEIPT')).toBeTruthy())
    await quiet()
    expect(textOf('button')).not.toContain('EDIT DETAILS')
  })
})

/** Waits until the requests have been answered. */
const quiet = () => until(() => expect(find('[role=status]')).toBeTruthy())

describe('an order at its address', () => {
  it('follows the kitchen live, in words and steps with their times, and shows its age without a signal @MO-16 @EN-30', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const history = [
      { status: 'Queued', at: minutesAgo(70), display: '5:00pm' },
      { status: 'Submitted', at: minutesAgo(10), display: '6:00pm' },
      { status: 'Preparing', at: minutesAgo(5), display: '6:05pm' },
    ]
    const net = new OrdersNet(placedOrder({ status: 'Preparing', history }))
    const first = await open(net, '/ticket/ticket-1')
    await says('Your order is being made.')
    expect(textOf('ol li').map((one) => one?.replace(/ \(.*\)$/, ''))).toEqual([
      'Ordered, done5:00pm',
      'Being made, now6:05pm',
      'Ready, still to come',
      'Picked up, still to come',
    ])
    expect(find('[aria-current=step]').textContent).toContain('Being made')
    net.trouble = () => 'offline'
    await leavePage()
    await open(net, '/ticket/ticket-1', { name: first.name })
    await says('Your order is being made.')
    await says('Can’t reach the restaurant. Last update just now.')
  })

  it('says when it is not there, and offers the phone when it cannot be read', async () => {
    const net = new OrdersNet(placedOrder())
    net.trouble = () => said(404, 'We could not find this order.', 'not_found')
    await open(net, '/ticket/ticket-1')
    await says('We could not find this order.')
    await until(() =>
      expect(linksOf('.container a:not([target])')).toEqual(['/order', '/', 'tel:+12125550100']),
    )
    await leavePage()
    net.trouble = () => 'offline'
    await open(net, '/ticket/ticket-1')
    await says('This order isn’t saved on this device yet')
    expect(find('a', '(212) 555-0100').getAttribute('href')).toBe('tel:+12125550100')
  })
})

describe('an order that is not there', () => {
  it.each([
    ['order', '/ticket/ticket-1'],
    ['receipt', '/receipt?type=ticket_order&object_id=ticket-1'],
  ])('has a guest sign in, and come back: the %s of a member', async (_what, at) => {
    const net = new OrdersNet(placedOrder())
    net.trouble = () => said(404, 'We could not find this order.', 'not_found')
    const { router } = await open(net, at, { accountsOn: true })
    await press(await button('SIGN IN'))
    await until(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toMatchObject({ from: at })
  })

  it('asks no member to sign in', async () => {
    const net = new OrdersNet(placedOrder())
    net.trouble = () => said(404, 'We could not find this order.', 'not_found')
    await open(net, '/ticket/ticket-1', { accountsOn: true, principal: 'ada' })
    await says('We could not find this order.')
    expect(textOf('button')).not.toContain('SIGN IN')
  })

  it.each([
    ['that lets its menu be read', { read_only_menu: { enable: true } }, ['/menus', '/', 'tel:+12125550100']],
    ['that offers nothing online', {}, ['tel:+12125550100', '/']],
  ])('begins no order at a restaurant %s', async (_what, meals, left) => {
    const net = new OrdersNet(placedOrder())
    net.trouble = () => said(404, 'We could not find this order.', 'not_found')
    await open(net, '/ticket/ticket-1', { meals })
    await until(() => expect(linksOf('.container a:not([target])')).toEqual(left))
  })
})

describe('arriving at the curb', () => {
  const at = '/ticket/ticket-1?action=checkin'
  /** Taps, and lets the page run outside of `act`, as in a browser, until `then` is done. */
  const tap = async (then: () => Promise<void>): Promise<void> => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
    try {
      find('button', "I'M HERE").click()
      await then()
    } finally {
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    }
  }
  const patience = { timeout: 20_000 }
  const reads = (part: string) => vi.waitFor(() => expect(text()).toContain(part), patience)
  // Leaving a field changes the form, so that runs in `act`, too.
  const fillCar = async () => {
    await choose(find('select', 'Car make'), 'Honda')
    await away(() => fill(find('input', 'Model'), 'Civic'))
    await away(() => fill(find('input', 'Color'), 'White'))
    await away(() => fill(find('input', 'License plate'), 'ABC 1234'))
  }

  it('has the restaurant’s text, or the usual one @EN-37 @RT-12', async () => {
    const value = { header: 'Under the tracks?', details: 'Crack a window.' }
    await open(new OrdersNet(placedOrder()), at, { configurations: [{ name: 'ready_to_pick_up', value }] })
    await says('Under the tracks?Crack a window.')
    await leavePage()
    await open(new OrdersNet(placedOrder()), at)
    await says('Here for your order?')
    expect(find('button', "I'M HERE")).toBeTruthy()
  })

  it('asks for make, model, color and license, the make from a list @MO-16 @EN-55 @VA-13', async () => {
    const net = new OrdersNet(placedOrder({ vehicle_color: 'White' }))
    await open(net, at)
    await press(await button("I'M HERE"))
    await until(() =>
      expect(textOf('form p').filter((one) => one === 'Please enter a valid info')).toHaveLength(3),
    )
    expect(textOf('select option').slice(1)).toEqual(carMakes)
    expect(find<HTMLInputElement>('input', 'Color').value).toBe('White')
    expect(document.activeElement?.getAttribute('name')).toBe('vehicle_make')
    expect(net.calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  const told = {
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_color: 'White',
    vehicle_license: 'ABC 1234',
  }

  it('does not ask again for a car that was given at checkout, and offers to change it @MO-16', async () => {
    const net = new OrdersNet(placedOrder(told))
    await open(net, at)
    await button("I'M HERE")
    expect(textOf('input, select')).toEqual([])
    expect(find('ul', 'Your car').textContent).toBe('CarWhite Honda Civic, ABC 1234Change')
    await press(await button('Change car'))
    expect(document.activeElement?.getAttribute('name')).toBe('vehicle_make')
    await fill(find('input', 'License plate'), 'XYZ 9')
    await tap(() => reads('The restaurant knows that you are here'))
    expect(net.calls.find(({ method }) => method === 'PUT')!.body).toMatchObject({
      ...told,
      recipient_checked_in: true,
      vehicle_license: 'XYZ 9',
    })
  })

  it('sends a car that was given at checkout with one tap @MO-16', async () => {
    const net = new OrdersNet(placedOrder(told))
    await open(net, at)
    await button("I'M HERE")
    await tap(() => reads('The restaurant knows that you are here'))
    expect(net.calls.find(({ method }) => method === 'PUT')!.body).toMatchObject(told)
  })

  it('says that it is waiting until the restaurant knows; then the car is read-only and the button is gone @ST-16 @MO-16 @AT-09', async () => {
    const net = new OrdersNet(placedOrder())
    const { flush, db } = await open(net, at)
    await button("I'M HERE")
    net.trouble = () => 'offline'
    await fillCar()
    await tap(async () => {
      await reads('The restaurant does not know yet')
      expect(find('a', '(212) 555-0100').getAttribute('href')).toBe('tel:+12125550100')
      expect(text()).not.toContain("I'M HERE")
      await vi.waitFor(
        async () => expect(await db.outbox.toArray()).toMatchObject([{ attempts: 1 }]),
        patience,
      )
      net.trouble = undefined
      await db.outbox.toCollection().modify({ notBefore: 0 })
      await flush()
      await reads('The restaurant knows that you are here')
    })
    expect(net.calls.find(({ method }) => method === 'PUT')!.body).toMatchObject({
      recipient_checked_in: true,
      vehicle_license: 'ABC 1234',
    })
    expect(text()).toContain('License plateABC 1234')
    expect([textOf('input'), textOf('select'), textOf('button[type=submit]')]).toEqual([[], [], []])
  })

  it('shows why it was refused, and can be tapped again', async () => {
    const net = new OrdersNet(placedOrder())
    await open(net, at)
    await button("I'M HERE")
    const handedOver = said(409, 'Order 1042 is handed over already.', 'already_submitted')
    net.trouble = () => (net.calls.at(-1)!.method === 'PUT' ? handedOver : undefined)
    await fillCar()
    await tap(() => reads('Order 1042 is handed over already.'))
    expect(find('button', "I'M HERE")).toBeTruthy()
  })

  it('is not for a delivered order', async () => {
    await open(new OrdersNet(placedOrder({ use_delivery: true, use_curbside: false })), at)
    await says('This order is being delivered.')
    expect(textOf('button[type=submit]')).toEqual([])
  })
})

describe('the order history', () => {
  const member = { principal: 'ada' }
  const past = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      placedOrder({ id: `t-${from + at}`, name: String(from + at), status: 'Completed' }),
    )
  const numbers = () => textOf('ul[aria-label="Your orders"] h2')

  it('is "Coming Soon!" where it is off @RT-35 @EN-12', async () => {
    const net = new OrdersNet(placedOrder())
    await open(net, '/tickethistory', { ...member, historyOn: false })
    await says('Coming Soon!')
    expect(net.callsOf('/ticketorder/history')).toEqual([])
  })

  it('promises no orders where a restaurant accepts none online @RT-35', async () => {
    await open(new OrdersNet(placedOrder()), '/tickethistory', { ...member, historyOn: false, meals: {} })
    await says('Coming Soon!')
    await says('Your orders will be listed here once Tavola takes them online. Until then, call or visit us.')
    await until(() => find('a[href^="tel:"]'))
    expect(text()).not.toContain('Your past orders will show up here.')
  })

  it('says of an order that was had when that was, in words', async () => {
    const net = new OrdersNet(placedOrder())
    const at = '2026-11-19T23:30:00Z'
    net.pages = [
      [
        placedOrder({ status: 'Completed', history: [{ status: 'Completed', at, display: '6:30pm' }] }),
        placedOrder({
          id: 't-2',
          status: 'Completed',
          history: [],
          use_delivery: true,
          pretty_date: '01/02/2025',
        }),
        placedOrder({ id: 't-3', status: 'Preparing', history: [], pretty_date: '11/28/2026' }),
      ],
    ]
    await open(net, '/tickethistory', member)
    await says('Picked up Thu, Nov 19, 2026')
    await says('Delivered Thu, Jan 2, 2025')
    await says('11/28/2026 · Your order is being made.')
    expect(text()).not.toContain('handed over')
  })

  it('shows a page, and more on request; without a signal the pages seen before @AT-18', async () => {
    const net = new OrdersNet(placedOrder())
    net.pages = [past(1, 20), past(21, 2)]
    const { name } = await open(net, '/tickethistory', member)
    await until(() => expect(numbers()).toHaveLength(20))
    await press(find('button', 'Show more'))
    await until(() => expect(numbers()).toHaveLength(22))
    expect(textOf('button')).not.toContain('Show more')
    expect(find('a', 'VIEW ORDER: Order 1').getAttribute('href')).toBe('/ticket/t-1')
    await leavePage()
    net.trouble = () => 'offline'
    await open(net, '/tickethistory', { ...member, name })
    await until(() => expect(numbers()).toHaveLength(20))
    await press(find('button', 'Show more'))
    await says('You’re offline. Try again when you have a signal.')
    expect(numbers()).toHaveLength(20)
  })

  it('says when there is nothing yet', async () => {
    await open(new OrdersNet(placedOrder()), '/tickethistory', member)
    await says('No orders yet.')
  })

  it('leads back to the page before when it cannot be read @ER-18', async () => {
    const net = new OrdersNet(placedOrder())
    net.trouble = () => said(500, 'Something broke.', 'internal')
    const { router } = await open(net, '/tickethistory', member)
    await says('The list of your orders couldn’t be loaded')
    await press(await button('GO BACK'))
    await until(() => expect(router.state.location.pathname).toBe('/'))
  })
})
