// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { appendCheckIn, savePlaced } from '#db/placed-orders.ts'
import { nextUuid } from '../support/device.ts'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const vehicle = {
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_color: 'White',
  vehicle_license: 'A 1',
}

/** The page of an order whose guest has tapped I'M HERE without a signal. */
async function waitAtTheCurb(query = '?action=checkin'): Promise<() => Promise<void>> {
  const order = placedOrder()
  const net = new OrdersNet(order)
  net.trouble = () => 'offline'
  const { page, db } = await ordersPage(net, `/ticket/ticket-1${query}`, { held: order })
  const body = { recipient_checked_in: true, checked_in_at: new Date().toISOString(), ...vehicle } as const
  const who = { locationId: 'tavola-nyc', principal: 'guest' }
  await appendCheckIn(db, who, { opId: nextUuid(), ticketId: order.id, body }, Date.now())
  await show(page)
  await until(() => expect(text()).toContain('The restaurant does not know yet'))
  return async () => {
    await savePlaced(db, who, { ...order, ...body }, Date.now())
    await db.outbox.clear()
  }
}

const text = (): string => document.body.textContent

/** A browser with an active worker, and this result of registering a background sync. */
function browserWithSync(register: () => Promise<void>): void {
  const registration = { active: {}, sync: { register } }
  const serviceWorker = { getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('SyncManager', Object)
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllGlobals()
  })
}

describe("I'M HERE without a signal", () => {
  it('promises nothing for a closed page where the browser wakes no worker, as on an iPhone', async () => {
    await waitAtTheCurb()
    expect(text()).toContain('Keep this page open: we’ll tell them as soon as you’re back online')
    expect(text()).not.toContain('close this page')
    expect(find('a', '(212) 555-0100').getAttribute('href')).toBe('tel:+12125550100')
  })

  it('promises nothing for a closed page where background sync is refused', async () => {
    const register = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('Permission denied.')))
    browserWithSync(register)
    await waitAtTheCurb()
    await until(() => expect(register).toHaveBeenCalled())
    expect(text()).not.toContain('close this page')
  })

  it('lets the page be closed where the browser has said that it wakes the worker', async () => {
    browserWithSync(async () => undefined)
    await waitAtTheCurb()
    await until(() => expect(text()).toContain('even if you close this page'))
  })

  it('is said on the whole order, too, which asks nobody to tap it again', async () => {
    await waitAtTheCurb('')
    await until(() => find('[role=status]', /does not know yet that you are here/))
    expect(find('a', 'VIEW ARRIVAL').getAttribute('href')).toBe('/ticket/ticket-1?action=checkin')
    expect(text()).not.toContain("I'M HERE")
  })

  it('is said to have arrived where the whole order said that it had not, in the same place', async () => {
    const send = await waitAtTheCurb('')
    const place = await until(() => find('[role=status]', /does not know yet that you are here/))
    await act(send)
    await until(() => expect(place.textContent).toContain('The restaurant knows that you are here'))
    expect(document.contains(place)).toBe(true)
    expect(text()).not.toContain('does not know yet')
  })

  it('passes the focus to the screen when it is sent', async () => {
    const screen = document.createElement('main')
    screen.id = 'screen'
    screen.tabIndex = -1
    document.body.append(screen)
    const send = await waitAtTheCurb()
    find('a', '(212) 555-0100').focus()
    await act(send)
    await until(() => expect(text()).toContain('The restaurant knows that you are here'))
    expect(document.activeElement).toBe(screen)
  })
})
