import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { openDatabase } from '#db/database.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { expectConsole } from '../../setup/strict-console.ts'
import { add } from '../support/changes.ts'
import { embedded } from '../support/embedded.ts'
import { personalRows, Phone, Tab } from '../support/tab.ts'

let larder: TestLarder
let ada: Member
let phone: Phone
let tab: Tab
beforeAll(async () => {
  larder = await startTestLarder(embedded, { verification: everybody })
  ada = await Member.new(larder)
})
afterAll(() => larder.close())
beforeEach(async () => {
  phone = new Phone(larder)
  tab = await Tab.open(phone)
})

const lineIds = async (of: Tab): Promise<string[]> =>
  (await of.active())?.pending.flatMap(({ change }) => ('lineId' in change ? [change.lineId] : [])) ?? []

describe('a connection to the store that is lost in the middle (D8)', () => {
  it('is opened again by the next action, with what another tab wrote meanwhile', async () => {
    await tab.record(add('a'))
    const seen: number[] = []
    const watched = observeActiveTicket(tab.db, tab.who.locationId, 'guest').subscribe((active) =>
      seen.push(active?.pending.length ?? 0),
    )
    await expect.poll(() => seen.at(-1)).toBe(2)
    expectConsole('warn', /Need to reopen db/)
    const other = await Tab.open(phone)
    tab.db.backendDB().close()
    await other.record(add('b'))
    await tab.record(add('c'))
    expect(await lineIds(tab)).toEqual(['a', 'b', 'c'])
    await expect.poll(() => seen.at(-1)).toBe(4)
    watched.unsubscribe()
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect((await tab.active())?.row.snapshot?.items).toHaveLength(3)
  })

  it('is not opened again when a newer build has changed the store meanwhile (D10)', async () => {
    const db = await openDatabase(phone.name)
    await db.meta.put({ key: 'before', value: 1 })
    expectConsole('warn', /Need to reopen db/)
    db.backendDB().close()
    tab.db.close()
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(phone.name, 999)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
    })
    await expect(db.meta.put({ key: 'after', value: 1 })).rejects.toThrow(/newer version of the portal/)
    const rows = await new Promise<IDBValidKey[]>((resolve) => {
      const request = newer.transaction('meta').objectStore('meta').getAllKeys()
      request.addEventListener('success', () => resolve(request.result))
    })
    expect(rows).toEqual(['before'])
    newer.close()
  })
})

describe('the site’s data, cleared while it is open (D13, D17)', () => {
  /** As a browser clears a site: connections are closed, then everything is deleted. */
  async function clear(): Promise<void> {
    tab.db.backendDB().close()
    phone.localStorage.entries.clear()
    tab.sessionStorage.entries.clear()
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(phone.name)
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')))
    })
    expectConsole('warn', /Need to reopen db/)
  }

  it('are noticed at the next call: it is not sent, and the member is a guest from then on', async () => {
    await tab.signIn(ada.email)
    await tab.record(add('a'))
    await clear()
    phone.net.calls.length = 0
    await expect(tab.session.api.send(accountEndpoints.getUser)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect([phone.net.calls, tab.session.principal(), tab.shown.at(-1)]).toEqual([[], 'guest', 'guest'])
    expect(tab.forgotten).toBeGreaterThan(0)
  })

  it('start over with the next dish, as a guest, with nothing of before', async () => {
    await tab.signIn(ada.email)
    await tab.record(add('a'))
    await tab.drainNow()
    await clear()
    await tab.session.check()
    phone.net.calls.length = 0
    await tab.record(add('b'))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect((await tab.active())?.row.snapshot?.items).toHaveLength(1)
    expect(phone.net.calls.filter(({ headers }) => 'authorization' in headers)).toEqual([])
  })
})

it('a device that has lost everything is as on a first visit; its member’s unplaced order is back after signing in (D12)', async () => {
  await tab.signIn(ada.email)
  await tab.record(add('a'))
  await tab.drainNow()
  const { ticketId } = (await tab.active())!.row
  tab.db.close()
  await tab.db.delete()
  phone.localStorage.entries.clear()
  const again = await Tab.open(phone)
  expect([again.session.principal(), await again.active(), await personalRows(again.db)]).toEqual([
    'guest',
    undefined,
    [],
  ])
  await again.signIn(ada.email)
  await expect.poll(async () => (await again.active())?.row.ticketId).toBe(ticketId)
})
