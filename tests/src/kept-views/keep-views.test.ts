// @vitest-environment jsdom
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { markOf } from '#db/find-kept-view.ts'
import { appendChanges } from '#db/tickets.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { keepViews } from '../../../src/launch/keep-views.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'

beforeEach(() => {
  vi.stubGlobal('__LARDER_BUILD__', '1.2.3-a')
  Object.assign(document, { adoptedStyleSheets: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Every page keeps listening to the shared document, so the databases stay open until all tests have ended. */
const opened: LarderDatabase[] = []
afterAll(() => opened.forEach((db) => db.close()))

type Place = { status: 'idle' | 'pending'; location: { href: string }; resolvedLocation: { href: string } }

/** A page that stores its views when it is hidden, with the router's state set by the test. */
async function openPage(launchedAt: string, whenIdle: (run: () => void) => void = () => undefined) {
  const db = await openDatabase(newDatabaseName())
  opened.push(db)
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => hidden.mockRestore())
  const kept: [string, string][] = []
  db.keptViews.hook('creating', (_key, { address, markup }) => {
    kept.push([address, /<h1>(.*)<\/h1>/.exec(markup)![1]!])
  })
  const failures: string[] = []
  onTestFinished(() => expect(failures).toEqual([]))
  let place: Place
  let changed = (): void => undefined
  const services: Pick<Services, 'db' | 'locationId' | 'principal' | 'clock' | 'noteFailure'> = {
    db,
    locationId: 'tavola-nyc',
    principal: () => 'guest',
    clock: { now: () => 100 },
    // The page outlives the test, and its listeners also run for the next file's events.
    noteFailure: (failure) => void failures.push(failure.message),
  }
  /** Shows a screen at an address. */
  const stand = (href: string, title: string, about?: 'order' | 'cart'): void => {
    const of = about ? `data-of-order="${about}"` : ''
    document.body.innerHTML = `<div id="root"><main ${of}><h1>${title}</h1></main></div>`
    place = { status: 'idle', location: { href }, resolvedLocation: { href } }
    changed()
  }
  return {
    db,
    kept,
    stand,
    begin: () =>
      keepViews({
        portal: { tickets: createTicketStore() } as Portal,
        services: services as Services,
        place: () => place,
        onChange: (run) => (changed = run),
        whenIdle,
        launchedAt,
      }),
    /** A navigation begins: the old screen stays until the new one has loaded. */
    leadTo: (href: string) => (place = { ...place, status: 'pending', location: { href } }),
    /** The guest turns to another app. */
    hide: () => document.dispatchEvent(new Event('visibilitychange')),
  }
}

describe('a view of the current screen', () => {
  it('is kept under its own address: not while another is on its way, whose address the router has already', async () => {
    const page = await openPage('/about')
    page.stand('/about', 'About us')
    page.begin()
    page.leadTo('/terms')
    page.hide()
    page.stand('/terms', 'Terms of use')
    page.hide()
    await expect.poll(() => page.kept).toEqual([['/terms', 'Terms of use']])
  })

  it('is kept without a place on the page in its address, and of no screen that must not be', async () => {
    const page = await openPage('/about?x=1')
    page.stand('/about?x=1#hours', 'About us')
    page.begin()
    page.hide()
    page.stand('/kitchen', 'Kitchen')
    page.hide()
    page.stand('/terms', 'Terms of use')
    page.hide()
    await expect
      .poll(() => page.kept)
      .toEqual([
        ['/about?x=1', 'About us'],
        ['/terms', 'Terms of use'],
      ])
  })

  it('is of the order that is begun, with the changes that wait; of a cart that is gone none is kept', async () => {
    const page = await openPage('/ordercart')
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const start = { draftId: 'd', createOpId: 'op-0' }
    await appendChanges(page.db, who, start, [{ opId: 'op-1', change: add('a') }], 90)
    page.stand('/cart', 'Your cart', 'cart')
    page.begin()
    page.hide()
    page.stand('/ordercart', 'Review order', 'order')
    page.hide()
    await expect.poll(() => page.kept).toEqual([['/ordercart', 'Review order']])
    const [row] = await page.db.keptViews.toArray()
    expect(row?.order).toEqual({
      table: 'tickets',
      id: 'd',
      mark: markOf(await page.db.tickets.get('d'), ['op-1', 'op-0']),
    })
    expect(row?.order?.mark).toContain('op-1')
  })

  it('is never newer than its order’s fingerprint: what is drawn while the order is read has the previous one', async () => {
    const page = await openPage('/ordercart')
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    await appendChanges(page.db, who, { draftId: 'd', createOpId: 'op-0' }, [], 90)
    page.stand('/ordercart', 'One dish', 'order')
    page.begin()
    page.hide()
    document.querySelector('h1')!.textContent = 'Two dishes'
    await expect.poll(() => page.kept).toEqual([['/ordercart', 'Two dishes']])
  })

  it('is kept within seconds, though a long list still adds to itself below the window', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const whenIdle = vi.fn<(run: () => void) => void>((run) => run())
    const page = await openPage('/order', whenIdle)
    page.stand('/order', 'Order online')
    page.begin()
    for (let added = 0; added < 3; added++) {
      document.querySelector('main')!.append(document.createElement('section'))
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(whenIdle).toHaveBeenCalledOnce()
    vi.useRealTimers()
    await expect.poll(() => page.kept).toEqual([['/order', 'Order online']])
  })

  it('is kept of no screen that was left while its order was read', async () => {
    const page = await openPage('/ordercart')
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    await appendChanges(page.db, who, { draftId: 'd', createOpId: 'op-0' }, [], 90)
    page.stand('/ordercart', 'Review order', 'order')
    page.begin()
    page.hide()
    page.stand('/terms', 'Terms of use')
    page.hide()
    await expect.poll(() => page.kept).toEqual([['/terms', 'Terms of use']])
  })
})
