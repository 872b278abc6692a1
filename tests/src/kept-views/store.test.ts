import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBeginScript } from '#contract/page-format.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { beginSession } from '#db/handover.ts'
import { findKeptView, markOf } from '#db/find-kept-view.ts'
import { forgetView, keepView, type KeptViewRow, maxKeptViews } from '#db/kept-views.ts'
import { listChangesOf } from '#db/outbox.ts'
import { databaseName } from '#db/names.ts'
import { endSession, SessionChangedError } from '#db/sessions.ts'
import { appendChanges } from '#db/tickets.ts'
import { wipePersonal } from '#db/wipe.ts'
import { readView, withView } from '../../../src/sw/kept-views.ts'
import { add } from '../support/changes.ts'

const locationId = 'tavola-nyc'
const build = '1.2.3-a'

const view = (over: Partial<KeptViewRow> = {}): KeptViewRow => ({
  locationId,
  principal: 'guest',
  address: '/about',
  build,
  language: 'en',
  markup: '<main><h1>About</h1></main>',
  css: '',
  savedAt: 100,
  ...over,
})

const session = {
  locationId,
  principal: 'ada',
  token: 't',
  refreshToken: 'r',
  expiresAt: 9,
  email: 'ada@example.com',
  signedInAt: 1,
}

const opened: LarderDatabase[] = []
// Dexie caches answers by the database's name while one of that name is open: the next file would get these.
afterEach(() => opened.splice(0).forEach((db) => db.close()))

async function openStore() {
  const indexedDB = new IDBFactory()
  const db = await openDatabase(databaseName, { indexedDB, IDBKeyRange })
  opened.push(db)
  return {
    indexedDB,
    db,
    find: (address = '/about', by = build) => findKeptView(indexedDB, address, by),
  }
}

describe('what a device keeps of its screens', () => {
  it('is found by its address, for the build that rendered it', async () => {
    const { db, find } = await openStore()
    await keepView(db, view())
    expect(await find()).toEqual({
      markup: '<main><h1>About</h1></main>',
      css: '',
      language: 'en',
    })
    expect(await find('/terms')).toBeUndefined()
    expect(await find('/about', '1.2.4')).toBeUndefined()
    await forgetView(db, locationId, '/about')
    expect(await find()).toBeUndefined()
  })

  it('is not shown for the restaurant that had this host before', async () => {
    const { db, find } = await openStore()
    await keepView(db, view({ locationId: 'a-place-before', markup: '<h1>Before</h1>' }))
    await keepView(db, view({ locationId: 'a-place-before', address: '/terms' }))
    await keepView(db, view({ markup: '<h1>Now</h1>', savedAt: 200 }))
    expect([(await find())?.markup, await find('/terms')]).toEqual(['<h1>Now</h1>', undefined])
  })

  it('is shown only to its own person, and deleted when they sign out or are signed out', async () => {
    const { db, find } = await openStore()
    await db.sessions.put(session)
    await keepView(db, view({ principal: 'ada' }))
    expect(await find()).toBeDefined()
    await db.sessions.update(locationId, { principal: 'bob' })
    expect(await find()).toBeUndefined()
    await db.sessions.put(session)
    await endSession(db, session, 200)
    expect(await db.keptViews.count()).toBe(0)

    await db.sessions.put(session)
    await keepView(db, view({ principal: 'ada' }))
    await wipePersonal(db, locationId)
    expect(await db.keptViews.count()).toBe(0)
  })

  it('is no later guest’s when the guest who saw it signs in, and is signed out from afar', async () => {
    const { db, find } = await openStore()
    await keepView(db, view({ address: '/ticket/abc' }))
    expect(await find('/ticket/abc')).toBeDefined()
    await beginSession(db, session, undefined, 200)
    await endSession(db, session, 300)
    expect(await find('/ticket/abc')).toBeUndefined()
  })

  it('is not stored for one person while another signs in', async () => {
    const { db } = await openStore()
    await db.sessions.put(session)
    await expect(keepView(db, view({ principal: 'guest' }))).rejects.toThrow(SessionChangedError)
    expect(await db.keptViews.count()).toBe(0)
  })

  it('is outdated once its order has changed, or is gone', async () => {
    const { db, find } = await openStore()
    const ticket = { draftId: 'd', locationId, principal: 'guest', lineIds: {}, refusals: [], updatedAt: 90 }
    const holds = (...items: string[]) =>
      db.table('tickets').put({ ...ticket, snapshot: { items, totals: {} } })
    await holds('pizza')
    const mark = markOf(await db.tickets.get('d'), [])
    await keepView(db, view({ order: { table: 'tickets', id: 'd', mark } }))
    expect(await find()).toBeDefined()
    await holds('pizza', 'tea')
    expect(await find()).toBeUndefined()
    await holds('pizza')
    expect(await find()).toBeDefined()
    await db.tickets.delete('d')
    expect(await find()).toBeUndefined()
  })

  it('counts no longer when a dish was put on its order with no network, or the one that waited is taken back', async () => {
    const { db, find } = await openStore()
    const put = async (opId: string) =>
      await appendChanges(
        db,
        { locationId, principal: 'guest' },
        { draftId: 'd', createOpId: 'op-0' },
        [{ opId, change: add(opId) }],
        90,
      )
    const draftId = await put('op-1')
    const waiting = (await listChangesOf(db, draftId)).map(({ opId }) => opId)
    const mark = markOf(await db.tickets.get(draftId), waiting)
    await keepView(db, view({ order: { table: 'tickets', id: draftId, mark } }))
    expect(await find()).toBeDefined()
    await put('op-2')
    expect(await find()).toBeUndefined()
    await db.outbox.where('opId').equals('op-2').delete()
    expect(await find()).toBeDefined()
    await db.outbox.where('opId').equals('op-1').delete()
    expect(await find()).toBeUndefined()
  })

  it('is outdated once its cart of posted cards has been paid', async () => {
    const { db, find } = await openStore()
    const snapshot = { status: 'Open', items: [{ id: 1 }], totals: { total: '25.00' } }
    await db
      .table('physicalOrders')
      .put({ orderId: 'c', locationId, principal: 'guest', snapshot, typed: {}, updatedAt: 90 })
    const mark = markOf(await db.physicalOrders.get('c'), [])
    await keepView(db, view({ order: { table: 'physicalOrders', id: 'c', mark } }))
    expect(await find()).toBeDefined()
    await db.physicalOrders.delete('c')
    expect(await find()).toBeUndefined()
  })

  it('stays small: the oldest view is deleted first', async () => {
    const { db, find } = await openStore()
    for (let place = 0; place <= maxKeptViews; place++)
      await keepView(db, view({ address: `/menus/${place}`, savedAt: place }))
    expect(await db.keptViews.count()).toBe(maxKeptViews)
    expect(await find('/menus/0')).toBeUndefined()
    expect(await find('/menus/1')).toBeDefined()
  })

  it('is missing when a row is damaged', async () => {
    const { db, find } = await openStore()
    for (const broken of [{ markup: 7 }, { css: null }]) {
      await db.table('keptViews').put({ ...view(), ...broken })
      expect(await find()).toBeUndefined()
    }
  })
})

describe('a kept view in the worker', () => {
  beforeEach(() => vi.stubGlobal('caches', { has: async () => false }))
  afterEach(() => vi.unstubAllGlobals())

  it('is not shown while a sign-out is not finished', async () => {
    const { db, indexedDB } = await openStore()
    vi.stubGlobal('indexedDB', indexedDB)
    vi.stubGlobal('__LARDER_BUILD__', build)
    await keepView(db, view())
    const names = new Set<string>()
    vi.stubGlobal('caches', { has: async (name: string) => names.has(name) })
    expect(await readView('/about')).toBeDefined()
    names.add('larder-wipe')
    expect(await readView('/about')).toBeUndefined()
  })

  it('is put only into the shell of its own language', async () => {
    const begin = buildBeginScript('/assets/begin-1.js', {
      portal: '/assets/index-1.js',
      parts: '/assets/react-1.js',
    })
    const shell = () =>
      new Response(`<html lang="en"><head>${begin}</head><body><div id="root"></div></body></html>`)
    expect(await (await withView(shell(), '/about', view()))?.text()).toContain('<h1>About</h1>')
    expect(await withView(shell(), '/about', view({ language: 'es' }))).toBeUndefined()
  })
})
