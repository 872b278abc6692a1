import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { LarderDatabase } from '#db/database.ts'
import { wipeMark } from '#db/names.ts'
import { findSession } from '#db/sessions.ts'
import { dinnerTime, Guest, tavola, type TestLarder } from '../../server/support/larder.ts'
import type { Member } from '../../server/support/members.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { fillDiskOf } from '../support/full-disk.ts'
import { type FakeStorage, personalRows, Phone, Tab, type TabOptions } from '../support/tab.ts'
import { startWithMembers } from '../support/two-members.ts'

describe('a tab whose store did not open in time, on a device that has one', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let phone: Phone
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    phone = new Phone(larder)
  })

  const openInMemory = (options: TabOptions = {}): Promise<Tab> =>
    Tab.open(phone, { ...options, storeIsMemory: true, db: new LarderDatabase(newDatabaseName()) })

  /** A tab that receives no messages, because it is gone. */
  const openGone = (options?: TabOptions): Promise<Tab> => {
    const bus = () => ({ post: () => undefined, listen: () => () => undefined })
    return Tab.open(Object.create(phone, { bus: { value: bus } }) as Phone, options)
  }

  /** Ada is signed in with an order, and her page is reloaded. */
  async function reloadOfAda(open = openGone): Promise<{ lasting: Tab; memory: Tab; token: string }> {
    const lasting = await open()
    await lasting.signIn(ada.email)
    await lasting.record(add('ada’s'))
    const { token } = (await findSession(lasting.db, tavola.location))!
    const memory = await openInMemory({ sessionStorage: lasting.sessionStorage })
    expect(memory.session.principal()).toBe(lasting.session.principal())
    return { lasting, memory, token }
  }

  const statusOf = async (token: string): Promise<number> =>
    (
      await new Guest(larder).send('GET', '/user', undefined, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status

  it('signs out for good: the next launch that has the store empties it, and the session is over on the server (U4, D7, D10)', async () => {
    const { memory, token } = await reloadOfAda()
    expect(await memory.session.signOut()).toBe(true)
    await expect.poll(() => statusOf(token)).toBe(401)
    expect([phone.localStorage.getItem(wipeMark), ...memory.sessionStorage.entries]).toEqual([
      expect.any(String),
    ])
    // Reloaded before the database opens: nobody is signed in.
    const again = await openInMemory({ sessionStorage: memory.sessionStorage })
    await again.session.check()
    expect([again.session.principal(), phone.localStorage.getItem(wipeMark)]).toEqual([
      'guest',
      expect.any(String),
    ])
    const next = await Tab.open(phone)
    expect([next.shown, await personalRows(next.db)]).toEqual([['guest'], []])
    expect(phone.localStorage.getItem(wipeMark)).toBeNull()
  })

  it('signs out without a network, and the session is ended by the next launch', async () => {
    const { memory, token } = await reloadOfAda()
    phone.net.otherwise = () => 'cut-before'
    await memory.session.signOut()
    phone.net.otherwise = () => undefined
    const next = await Tab.open(phone)
    await next.session.check()
    expect([await statusOf(token), await next.db.revocations.count()]).toEqual([401, 0])
  })

  it('signs out, and another tab that has the store empties it at once', async () => {
    const { lasting, memory } = await reloadOfAda(() => Tab.open(phone))
    await memory.session.signOut()
    await expect.poll(() => personalRows(lasting.db)).toEqual([])
    await expect.poll(() => phone.localStorage.getItem(wipeMark)).toBeNull()
    expect(lasting.shown.at(-1)).toBe('guest')
  })

  it('a person who signs in there stays signed in when the store opens: nothing is left of the member it knew (U2)', async () => {
    const before = await openGone()
    await before.signIn(ben.email)
    await before.record(add('ben’s'))
    const { token } = (await findSession(before.db, tavola.location))!
    larder.clock.advance(1000)
    const memory = await openInMemory()
    expect(memory.shown).toEqual(['guest'])
    await memory.signIn(ada.email)
    const later = await Tab.open(phone, { sessionStorage: memory.sessionStorage })
    expect(later.session.principal()).toBe(memory.session.principal())
    expect(await findSession(later.db, tavola.location)).toMatchObject({ email: ada.email })
    expect((await personalRows(later.db)).every((row) => !JSON.stringify(row).includes(ben.email))).toBe(true)
    expect(await later.waiting()).toEqual([])
    await later.session.check()
    expect(await statusOf(token)).toBe(401)
    // From now on the database decides.
    await later.session.signOut()
    expect((await Tab.open(phone, { sessionStorage: memory.sessionStorage })).shown).toEqual(['guest'])
  })

  it('who signed in there stays in the tab when the wipe that was owed is done', async () => {
    const { memory } = await reloadOfAda()
    await memory.session.signOut()
    await memory.signIn(ben.email)
    await memory.session.check()
    const reloaded = await openInMemory({ sessionStorage: memory.sessionStorage })
    expect(reloaded.session.principal()).toBe(memory.session.principal())
    expect(phone.localStorage.getItem(wipeMark)).toEqual(expect.any(String))
    const later = await Tab.open(phone, { sessionStorage: reloaded.sessionStorage })
    expect(later.session.principal()).toBe(memory.session.principal())
    expect(JSON.stringify(await personalRows(later.db))).not.toContain(ada.email)
    expect(phone.localStorage.getItem(wipeMark)).toBeNull()
  })

  it('gives way to who signed in later where the store is', async () => {
    const memory = await openInMemory()
    await memory.signIn(ada.email)
    larder.clock.advance(1000)
    const lasting = await Tab.open(phone)
    await lasting.signIn(ben.email)
    const later = await Tab.open(phone, { sessionStorage: memory.sessionStorage })
    expect(later.session.principal()).toBe(lasting.session.principal())
  })

  describe('and whose disk gets full while it is used', () => {
    const open = (sessionStorage?: FakeStorage): Promise<Tab> =>
      openGone({ leavesFull: true, ...(sessionStorage && { sessionStorage }) })
    const dishesOf = async (tab: Tab) => (await tab.active())?.row.snapshot?.items.map(({ name }) => name)

    it('a member’s order goes on, is there again after a reload, and is gone for good after signing out (D1)', async () => {
      const first = await open()
      await first.signIn(ada.email)
      await first.record(add('a'))
      await first.drainNow()
      first.db.close()
      const empty = fillDiskOf(indexedDB)
      const tab = await open(first.sessionStorage)
      await tab.record(add('b'))
      expect(await tab.drainNow()).toEqual({ left: 0 })
      expect(await dishesOf(tab)).toEqual(['Margherita', 'Margherita'])
      const reloaded = await open(tab.sessionStorage)
      expect(reloaded.session.principal()).toBe(tab.session.principal())
      await reloaded.record(add('c'))
      expect(await reloaded.drainNow()).toEqual({ left: 0 })
      expect(await dishesOf(reloaded)).toHaveLength(3)
      await reloaded.session.signOut()
      expect(phone.localStorage.getItem(wipeMark)).toEqual(expect.any(String))
      empty()
      const next = await Tab.open(phone)
      expect([next.shown, await personalRows(next.db), phone.localStorage.getItem(wipeMark)]).toEqual([
        ['guest'],
        [],
        null,
      ])
    })

    it('somebody signs in, and their session is renewed there (D1)', async () => {
      fillDiskOf(indexedDB)
      const tab = await open()
      await tab.signIn(ben.email)
      larder.clock.advance(6.5 * dayMs)
      await tab.session.check()
      const session = (await findSession(tab.db, tavola.location))!
      expect(session.expiresAt - larder.clock.now()).toBe(7 * dayMs)
      expect(await statusOf(session.token)).toBe(200)
      const reloaded = await open(tab.sessionStorage)
      expect(reloaded.session.principal()).toBe(tab.session.principal())
    })

    it('a change that waits leaves it, too, once its disk is full', async () => {
      const before = await open()
      await before.record(add('a'))
      before.db.close()
      fillDiskOf(indexedDB)
      const tab = await open()
      expect(await tab.drainNow()).toEqual({ left: 0 })
      expect(await dishesOf(tab)).toEqual(['Margherita'])
    })
  })
})
