import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { findSession, type SessionRow } from '#db/sessions.ts'
import { appendOwnChanges } from '#db/tickets.ts'
import { readUser } from '#lib/query/read-account.ts'
import { sessionEntries, wipeCache, wipeMark } from '#db/names.ts'
import { Guest, dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { replayWaiting } from '../../../src/sw/replay.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { card, transaction } from '../support/account.ts'
import { snapshotOf, ticketRow } from '../support/snapshots.ts'
import { dump, editOf, personalRows, Phone, Tab } from '../support/tab.ts'

const loc = tavola.location

/**
 * How long something waits for timers (ms), regardless of how busy the machine is: fake timers advance in small steps, and
 * database work in between takes as long as it needs.
 */
async function waitedMs(run: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const over = run().then(() => true)
    const soon = async (): Promise<boolean> => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      return false
    }
    let waited = 0
    while (!(await Promise.race([over, soon()]))) {
      await vi.advanceTimersByTimeAsync(10)
      waited += 10
    }
    return waited
  } finally {
    vi.useRealTimers()
  }
}

describe('signing out', () => {
  let larder: TestLarder
  let ada: Member
  let phone: Phone
  let tab: Tab
  let first: SessionRow
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    first = (await findSession(tab.db, loc))!
  })
  const personal = () => personalRows(tab.db)

  it('resets the signed-in person and removes the session’s entries, in every tab @ST-03 @ST-01 @EN-53', async () => {
    const other = await Tab.open(phone)
    for (const one of [tab, other]) for (const name of sessionEntries) one.sessionStorage.setItem(name, 'x')
    await tab.session.signOut()
    await expect.poll(() => other.shown.at(-1)).toBe('guest')
    expect([tab.shown.at(-1), tab.session.principal(), other.session.principal()]).toEqual([
      'guest',
      'guest',
      'guest',
    ])
    expect([
      ...tab.sessionStorage.entries,
      ...other.sessionStorage.entries,
      ...phone.localStorage.entries,
    ]).toEqual([])
    expect([tab.forgotten, other.forgotten]).toEqual([2, 2])
    expect(await personal()).toEqual([])
  })

  it('offline leaves none of 55 planted secrets in any store of any tab within 2 s, and one revocation id (U4)', async () => {
    const other = await Tab.open(phone)
    const canaries = await plant([tab, other])
    expect(canaries).toHaveLength(55)
    phone.net.otherwise = () => 'cut-before'
    expect(await scan([tab, other], canaries)).toHaveLength(55)
    expect(await waitedMs(() => tab.session.signOut())).toBeLessThan(2000)
    await expect.poll(() => other.shown.at(-1)).toBe('guest')
    expect(await scan([tab, other], canaries)).toEqual([])
    expect((await dump(tab.db))['revocations']).toEqual([{ revocationId: first.revocationId }])
    expect(await personal()).toEqual([])
  })

  it('what another tab writes into its mirror while the stores are emptied goes, too', async () => {
    const { removeItem } = tab.sessionStorage
    tab.sessionStorage.removeItem = (name) => {
      removeItem(name)
      tab.sessionStorage.removeItem = removeItem
      queueMicrotask(() => tab.sessionStorage.setItem('token', first.token))
    }
    await tab.session.signOut()
    expect([...tab.sessionStorage.entries]).toEqual([])
  })

  it('the server’s session ends now, or when the network is back: the old token gets a 401 from then on (U4, X19)', async () => {
    const captured = { headers: { authorization: `Bearer ${first.token}` } }
    phone.net.otherwise = () => 'cut-before'
    await tab.session.signOut()
    await expect.poll(() => tab.wakes).toBe(1)
    expect((await new Guest(larder).send('GET', '/user', undefined, captured)).status).toBe(200)
    phone.net.otherwise = () => undefined
    phone.net.calls.length = 0
    await Promise.all([tab.session.check(), tab.session.check()])
    expect((await new Guest(larder).send('GET', '/user', undefined, captured)).status).toBe(401)
    expect(phone.net.calls.map(({ path, headers }) => [path, headers['authorization']])).toEqual([
      ['/api/auth/revoke', undefined],
    ])
    expect(await tab.db.revocations.count()).toBe(0)
    await tab.session.check()
    expect(phone.net.calls).toHaveLength(1)
  })

  it('an API without revocations is asked once', async () => {
    phone.net.otherwise = ({ path }) =>
      path === '/api/auth/revoke'
        ? { status: 404, body: { errors: [], message: '', code: 'not_found' } }
        : undefined
    await tab.session.signOut()
    await expect.poll(() => tab.db.revocations.count()).toBe(0)
    expect(phone.callsOf('/auth/revoke')).toHaveLength(1)
  })

  it('what a tab still does for the person is not kept, and not sent as a guest', async () => {
    const stale = new Tab(phone)
    await stale.session.start()
    const reads = stale.reads
    let release = (): void => undefined
    phone.net.faults = [{ holdUntil: new Promise((resolve) => (release = resolve)) }]
    const reading = readUser(reads, () => undefined).catch((error: unknown) => error)
    await expect.poll(() => phone.callsOf('/user').length).toBe(2)
    await tab.session.signOut()
    release()
    await reading
    const who = { locationId: loc, principal: first.principal }
    await expect(
      appendOwnChanges(
        stale.db,
        who,
        { draftId: 'd', createOpId: 'c' },
        [{ opId: 'o', change: add('late') }],
        1,
      ),
    ).rejects.toThrow('somebody else is signed in now')
    expect(await personal()).toEqual([])
  })

  it('a tab that slept through it notices at its next call, and sends nothing (U5)', async () => {
    const asleep = new Tab({
      ...phone,
      bus: () => ({ post: () => undefined, listen: () => () => undefined }),
    } as unknown as Phone)
    await asleep.session.start()
    await tab.session.signOut()
    phone.net.calls.length = 0
    expect(asleep.session.principal()).toBe(first.principal)
    await expect(asleep.session.api.send(accountEndpoints.getUser)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect([asleep.session.principal(), asleep.shown.at(-1), [...asleep.sessionStorage.entries]]).toEqual([
      'guest',
      'guest',
      [],
    ])
    expect(phone.callsOf('/user')).toEqual([])
  })

  it('a page restored from the browser’s memory is reloaded when the session has changed, and only then (U5)', async () => {
    const asleep = new Tab({
      ...phone,
      bus: () => ({ post: () => undefined, listen: () => () => undefined }),
    } as unknown as Phone)
    await asleep.session.start()
    await asleep.session.comeBack()
    expect(asleep.reloads).toBe(0)
    await tab.session.signOut()
    await asleep.session.comeBack()
    expect(asleep.reloads).toBe(1)
  })

  it.for([
    ['a check that had read the store', (one: Tab) => one.session.check()],
    [
      'a call that had asked for its token',
      (one: Tab) => one.session.api.send(accountEndpoints.getUser).catch(() => undefined),
    ],
  ] as const)('is not undone by %s: nobody is back, here or in another tab', async ([, reading]) => {
    const other = await Tab.open(phone)
    const readings = [reading(tab), reading(other)]
    await tab.session.signOut()
    await Promise.all(readings)
    await expect.poll(() => other.shown.at(-1)).toBe('guest')
    expect([tab, other].map((one) => [one.shown.at(-1), one.session.principal()])).toEqual([
      ['guest', 'guest'],
      ['guest', 'guest'],
    ])
    expect([...tab.sessionStorage.entries, ...other.sessionStorage.entries]).toEqual([])
  })

  it('sends nothing of theirs as a guest’s that was about to be sent', async () => {
    const before = phone.callsOf('/user').length
    const call = tab.session.api.send(accountEndpoints.getUser).catch((error: unknown) => error)
    await tab.session.signOut()
    expect(await call).toMatchObject({ kind: 'unauthorized' })
    expect(phone.callsOf('/user')).toHaveLength(before)
  })

  it('continues if tables cannot be emptied: the whole store is deleted, within 2 s', async () => {
    const refuse = (): never => {
      throw new DOMException('no', 'UnknownError')
    }
    tab.db.sessions.hook('deleting', refuse)
    await tab.record(add('a'))
    await tab.db.locations.put({ locationId: loc, copy: {} as never, etags: {}, savedAt: 1 })
    phone.net.otherwise = () => 'cut-before'
    await tab.session.signOut()
    expect(await dump(new Tab(phone).db)).toMatchObject({
      sessions: [],
      tickets: [],
      locations: [],
      revocations: [{ revocationId: first.revocationId }],
    })
    expect([...phone.localStorage.entries]).toEqual([])
  })

  it('a store that hangs does not stop it: mirror and screens are empty at once, the tables at the next start (U4)', async () => {
    const hanging = Object.create(tab.db, {
      transaction: { value: () => new Promise(() => undefined) },
      delete: { value: () => new Promise(() => undefined) },
    }) as typeof tab.db
    const stuck = new Tab(phone, { db: tab.db })
    await stuck.session.start()
    const broken = new Tab(phone, { db: hanging, sessionStorage: stuck.sessionStorage })
    expect(await waitedMs(() => broken.session.signOut())).toBeLessThan(2000)
    expect([broken.shown.at(-1), [...broken.sessionStorage.entries]]).toEqual(['guest', []])
    expect(await tab.db.sessions.count()).toBe(1)
    const next = await Tab.open(phone)
    expect([next.shown, await personal(), [...phone.localStorage.entries]]).toEqual([['guest'], [], []])
  })

  it.each([
    { what: 'takes its own mark away', later: undefined },
    { what: 'leaves the mark of one that was begun since', later: 'another' },
  ])('a wipe that ends after its time $what', async ({ later }) => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const transaction = tab.db.transaction.bind(tab.db) as (...given: unknown[]) => Promise<unknown>
    const slow = Object.create(tab.db, {
      transaction: { value: async (...given: unknown[]) => await gate.then(() => transaction(...given)) },
      delete: { value: () => new Promise(() => undefined) },
    }) as typeof tab.db
    const stuck = new Tab(phone, { db: tab.db })
    await stuck.session.start()
    const busy = new Tab(phone, { db: slow, sessionStorage: stuck.sessionStorage })
    await waitedMs(() => busy.session.signOut())
    expect(phone.localStorage.getItem(wipeMark)).toEqual(expect.any(String))
    if (later) phone.localStorage.setItem(wipeMark, later)
    release()
    await expect.poll(personal).toEqual([])
    await expect.poll(() => phone.localStorage.getItem(wipeMark)).toBe(later ?? null)
  })

  /** A database that can be read but not emptied, as on a full disk. */
  const stuckStore = () =>
    Object.create(tab.db, {
      transaction: { value: async () => await Promise.reject(new Error('the disk is full')) },
      delete: { value: async () => await Promise.reject(new Error('the disk is full')) },
    }) as typeof tab.db

  it('a wipe that could not be finished leaves nobody signed in, and is tried again (U4)', async () => {
    await tab.record(add('ada’s'))
    phone.localStorage.setItem(wipeMark, 'begun')
    const next = await Tab.open(phone, { db: stuckStore() })
    expect([next.shown, next.session.principal()]).toEqual([['guest'], 'guest'])
    await next.session.check()
    expect([next.shown, next.session.principal(), phone.localStorage.getItem(wipeMark)]).toEqual([
      ['guest'],
      'guest',
      'begun',
    ])
    const later = await Tab.open(phone)
    expect([later.shown, await personal(), phone.localStorage.getItem(wipeMark)]).toEqual([
      ['guest'],
      [],
      null,
    ])
  })

  it('a wipe that could not be finished deletes nothing of the person who signs in after it (U2, I4)', async () => {
    const bea = await Member.new(larder)
    let refusals = 2
    const transaction = tab.db.transaction.bind(tab.db) as (...given: unknown[]) => Promise<unknown>
    const full = async (): Promise<never> => await Promise.reject(new Error('the disk is full'))
    const filling = Object.create(tab.db, {
      transaction: { value: (...given: unknown[]) => (refusals-- > 0 ? full() : transaction(...given)) },
      delete: { value: full },
    }) as typeof tab.db
    const shared = await Tab.open(phone, { db: filling })
    await shared.session.signOut()
    expect(phone.localStorage.getItem(wipeMark)).not.toBeNull()
    await shared.signIn(bea.email)
    await shared.record(add('bea’s'))
    const later = await Tab.open(phone)
    expect(later.shown).toEqual([shared.session.principal()])
    expect((await later.active())?.pending).toHaveLength(2)
    expect((await personal()).every((row) => !JSON.stringify(row).includes(ada.email))).toBe(true)
  })

  it('the worker is told while a wipe is under way, and until a failed one is done', async () => {
    const told: string[] = []
    const caches = {
      open: async (name: string) => void told.push(`open ${name}`),
      delete: async (name: string) => told.push(`delete ${name}`) > 0,
    } as unknown as CacheStorage
    const busy = await Tab.open(phone, { db: tab.db, caches })
    // The start deletes the cache of a wipe whose mark is gone.
    expect(told.splice(0)).toEqual(['delete larder-wipe'])
    await busy.session.signOut()
    expect(told).toEqual(['open larder-wipe', 'delete larder-wipe'])
    phone.localStorage.setItem(wipeMark, 'begun elsewhere')
    told.length = 0
    await Tab.open(phone, { db: stuckStore(), caches })
    expect(told).toEqual([])
  })

  it('a wipe that was cut short where localStorage is refused is finished by the mark among the caches', async () => {
    const names = new Set<string>()
    const caches = {
      open: async (name: string) => void names.add(name),
      has: async (name: string) => names.has(name),
      delete: async (name: string) => names.delete(name),
    } as unknown as CacheStorage
    const refusing = {
      caches,
      localStorage: (): never => {
        throw new DOMException('refused', 'SecurityError')
      },
    }
    const dying = await Tab.open(phone, { db: stuckStore(), ...refusing })
    expect(dying.shown).toEqual([first.principal])
    await dying.session.signOut()
    expect([...names]).toEqual([wipeCache])
    const next = await Tab.open(phone, refusing)
    expect([next.shown, await personal()]).toEqual([['guest'], []])
    await expect.poll(() => [...names]).toEqual([])
    await next.signIn(ada.email)
    expect((await Tab.open(phone, refusing)).shown).toEqual([first.principal])
  })

  it.each([
    { isBegun: true, sent: [] },
    { isBegun: false, sent: ['/api/v2.0/user'] },
  ])(
    'the worker sends nothing of a person who began to sign out (begun: $isBegun)',
    async ({ isBegun, sent }) => {
      await tab.edit(editOf({ first_name: 'Discarded' }))
      phone.net.calls.length = 0
      await replayWaiting({
        db: tab.db,
        net: phone.net,
        base: '/api',
        clock: larder.clock,
        ids: { uuid: nextUuid, secret: nextUuid },
        locks: phone.locks,
        bus: phone.bus(),
        caches: { has: async (name) => isBegun && name === wipeCache },
        random: () => 0,
      })
      expect(phone.net.calls.map(({ path }) => path)).toEqual(sent)
    },
  )

  it('a wipe that is still owed is done before anybody else signs in', async () => {
    await tab.record(add('ada’s'))
    phone.localStorage.setItem('larder:wipe', 'begun')
    await tab.signIn(ada.email)
    expect([await tab.active(), tab.session.principal(), phone.localStorage.getItem(wipeMark)]).toEqual([
      undefined,
      first.principal,
      null,
    ])
  })

  /** Puts a recognizable text into every place that may store personal data. */
  async function plant(tabs: Tab[]): Promise<string[]> {
    const made: string[] = []
    const canary = (place: string): string => {
      made.push(`canary-${made.length}-${place}`)
      return made.at(-1)!
    }
    const { db } = tab
    const { principal } = first
    for (const one of tabs) for (const name of sessionEntries) one.sessionStorage.setItem(name, canary(name))
    for (const name of ['token', 'email', 'after_sign_up'])
      phone.localStorage.setItem(name, canary(`local-${name}`))
    const own = { locationId: loc, principal }
    await tab.record(add('a'))
    await tab.edit(editOf({ address2: canary('edit') }))
    await db.sessions.put({
      ...first,
      token: canary('token'),
      refreshToken: canary('refresh'),
      email: canary('email'),
    })
    const user = {
      ...(await db.users.get([loc, principal]))!.user,
      first_name: canary('name'),
      phone: canary('phone'),
      address: canary('street'),
    }
    await db.users.put({
      ...own,
      user,
      etag: '"1"',
      savedAt: 1,
      refusal: { opId: 'o', messages: [canary('refusal')] },
    })
    await db.transactions.put({
      ...own,
      transactions: [transaction({ description: canary('transaction') })],
      savedAt: 1,
    })
    await db.cards.put({
      ...own,
      cards: [card({ card_number: canary('card'), claim_code: canary('claim') })],
      savedAt: 1,
    })
    await db.tickets.put(
      ticketRow({
        ...own,
        draftId: 'd2',
        contact: { recipient_first_name: canary('contact') },
        snapshot: snapshotOf({ name: canary('ticket') }),
      }),
    )
    const guests = { draftId: 'd3', principal: 'guest', contact: { recipient_email: canary('guest') } }
    await db.tickets.put(ticketRow(guests))
    const body = { tip: 0, amount: 1, payment_source: canary('source') }
    const of = { payable: 'ticket', payableId: 'd2', serverId: 't' } as const
    await db.paymentAttempts.add({
      ...own,
      key: nextUuid(),
      ...of,
      createdAt: 0,
      sent: true,
      kind: 'payment',
      body,
    })
    await db.placedOrders.put({
      ...own,
      ticketId: 'placed',
      placedAt: 1,
      ticket: snapshotOf({ id: canary('placed') }),
    })
    return made
  }

  /** The planted texts that are still found. */
  async function scan(tabs: Tab[], canaries: string[]): Promise<string[]> {
    const everything = JSON.stringify([
      await dump(tab.db),
      [...phone.localStorage.entries],
      tabs.map((one) => [...one.sessionStorage.entries]),
      phone.net.calls.map((call) => call.path),
      phone.notes,
    ])
    return canaries.filter((one) => everything.includes(one))
  }
})
