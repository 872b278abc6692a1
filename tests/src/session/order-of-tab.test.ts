import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keepOrderOfTab } from '#app/order-of-tab.ts'
import { followPrincipal } from '#app/ticket-services.ts'
import { LarderDatabase } from '#db/database.ts'
import { entryNames, sessionEntries } from '#db/names.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { finishTicket } from '#db/tickets.ts'
import type { Services } from '#lib/query/services.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { expectConsole } from '../../setup/strict-console.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { FakeStorage, Phone, Tab } from '../support/tab.ts'

/** A browser that keeps nothing, in which the page is loaded anew. */

let larder: TestLarder
let phone: Phone
let kept: FakeStorage
beforeAll(async () => {
  larder = await startTestLarder(embedded, { verification: everybody })
})
afterAll(() => larder.close())
beforeEach(() => {
  phone = new Phone(larder)
  kept = new FakeStorage()
  vi.stubGlobal('sessionStorage', kept)
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** One page: its store is new, in memory or because the browser has evicted the durable one. */
async function load({ storeIsMemory = true, db = new LarderDatabase(newDatabaseName()) } = {}): Promise<Tab> {
  const tab = await Tab.open(phone, { db, storeIsMemory, sessionStorage: kept })
  const { api, principal } = tab.session
  const observeTicket: Services['observeTicket'] = (listener) =>
    followPrincipal(tab.session, (who) => {
      const watched = observeActiveTicket(db, tavola.location, who).subscribe(listener)
      onTestFinished(() => watched.unsubscribe())
      return watched
    })
  const ids = { uuid: nextUuid, secret: nextUuid }
  const { location: locationId } = tavola
  await keepOrderOfTab({ db, api, clock: larder.clock, ids, locationId, principal, observeTicket })
  return tab
}
const dishesOf = async (tab: Tab) => (await tab.active())?.row.snapshot?.items.map(({ name }) => name)
const entry = () => kept.getItem(entryNames.orderId)

it('a guest’s order is there again, with the key that its changes need', async () => {
  const before = await load()
  await before.record(add('a'))
  await before.drainNow()
  const { ticketId } = (await before.active())!.row
  await expect.poll(entry).toBe(ticketId)
  const after = await load()
  expect(await dishesOf(after)).toEqual(['Margherita'])
  await after.record(add('b'))
  expect(await after.drainNow()).toEqual({ left: 0 })
  expect([await dishesOf(after), (await after.active())!.row.ticketId]).toEqual([
    ['Margherita', 'Margherita'],
    ticketId,
  ])
})

it('a member’s is stored, too, and removed by signing out', async () => {
  const ada = await Member.new(larder)
  const before = await load()
  await before.signIn(ada.email)
  await before.record(add('a'))
  await before.drainNow()
  await expect.poll(entry).toBe((await before.active())!.row.ticketId)
  const after = await load()
  expect(after.session.principal()).toBe(before.session.principal())
  expect(await dishesOf(after)).toEqual(['Margherita'])
  expect(sessionEntries).toContain(entryNames.orderId)
  await after.session.signOut()
  await expect.poll(entry).toBeNull()
})

it('one that the restaurant does not know is forgotten; without a network it comes with the next look', async () => {
  kept.setItem(entryNames.orderId, 'nowhere')
  const unknown = await load()
  expect([await unknown.active(), entry()]).toEqual([undefined, null])
  await unknown.record(add('a'))
  await unknown.drainNow()
  await expect.poll(entry).toBe((await unknown.active())!.row.ticketId)
  const id = entry()
  phone.net.otherwise = () => 'cut-before'
  const offline = await load()
  expect([await dishesOf(offline), (await offline.active())?.row.ticketId, entry()]).toEqual([
    undefined,
    id,
    id,
  ])
})

it('a guest’s order is there again after the browser evicted its store, and not once another tab has placed it (D12)', async () => {
  const before = await load({ storeIsMemory: false })
  await before.record(add('a'))
  await before.drainNow()
  const { ticketId } = (await before.active())!.row
  await expect.poll(entry).toBe(ticketId)
  const after = await load({ storeIsMemory: false })
  const { row } = (await after.active())!
  expect([await dishesOf(after), row.ticketId]).toEqual([['Margherita'], ticketId])
  await finishTicket(after.db, row.draftId, row.snapshot!, 1)
  const placedElsewhere = await load({ storeIsMemory: false, db: after.db })
  expect([await placedElsewhere.active(), entry()]).toEqual([undefined, null])
})

it('a guest’s order is there again after the browser gave its store up under the open page, and the next dish joins it (D8, D12)', async () => {
  const tab = await load({ storeIsMemory: false })
  await tab.record(add('a'))
  await tab.drainNow()
  const { ticketId } = (await tab.active())!.row
  await expect.poll(entry).toBe(ticketId)
  expectConsole('warn', /wants to delete database/)
  await new Promise((resolve) => indexedDB.deleteDatabase(tab.db.name).addEventListener('success', resolve))
  await expect.poll(() => dishesOf(tab)).toEqual(['Margherita'])
  await tab.record(add('b'))
  expect(await tab.drainNow()).toEqual({ left: 0 })
  expect([await dishesOf(tab), (await tab.active())!.row.ticketId]).toEqual([
    ['Margherita', 'Margherita'],
    ticketId,
  ])
})
