import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { locationEndpoints } from '#contract/endpoints/location.ts'
import { LarderDatabase } from '#db/database.ts'
import { endSession, findSession } from '#db/sessions.ts'
import { refuse } from '#db/tickets.ts'
import { findUser } from '#db/users.ts'
import { createMirror } from '#lib/session/mirror.ts'
import { principalOf } from '#lib/session/principal.ts'
import { grill, tavola, type TestLarder } from '../../server/support/larder.ts'
import { Member } from '../../server/support/members.ts'
import { add, addCarbonara, tip } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'
import { dump, editOf, FakeStorage, Phone, Tab } from '../support/tab.ts'
import { beginAnotherDinner, startWithMembers } from '../support/two-members.ts'

const loc = tavola.location

describe('signing in', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    await beginAnotherDinner(larder)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
  })
  const bearers = (path: string) =>
    phone.callsOf(path).map((call) => call.headers['authorization'] !== undefined)

  it('makes a guest a user: session, user and mirror under the specification’s names @ST-01 @ST-02 @EN-53 @EN-47', async () => {
    expect(tab.shown).toEqual(['guest'])
    await tab.signIn(` ${ada.email.toUpperCase()} `)
    const row = (await findSession(tab.db, loc))!
    expect(row).toMatchObject({
      principal: await principalOf(loc, ada.email),
      email: ada.email,
      signedInAt: larder.clock.now(),
    })
    expect(tab.shown).toEqual(['guest', row.principal])
    expect(Object.fromEntries(tab.sessionStorage.entries)).toEqual({
      token: row.token,
      refresh_token: row.refreshToken,
      expires: new Date(row.expiresAt).toISOString(),
      email: ada.email,
      // The revocation id has no name in the specification.
      'larder-revocation': row.revocationId,
    })
    expect(await findUser(tab.db, loc, row.principal)).toMatchObject({
      user: { email: ada.email, first_name: 'Ada' },
      savedAt: larder.clock.now(),
    })
    expect([...phone.localStorage.entries]).toEqual([['larder:owner', row.principal]])
  })

  it('a principal reveals nothing of the person, and is different at every merchant (U10)', async () => {
    const here = await principalOf(loc, 'Member@Larder.test')
    expect(here).toMatch(/^[0-9a-f]{32}$/)
    expect(await principalOf(loc, ' member@larder.test')).toBe(here)
    expect(await principalOf(grill.location, 'member@larder.test')).not.toBe(here)
  })

  it('at one merchant leaves the same person a stranger at the other (U10)', async () => {
    await tab.signIn(ada.email)
    const elsewhere = await Tab.open(new Phone(larder, grill))
    expect(elsewhere.session.principal()).toBe('guest')
    const { token } = (await findSession(tab.db, loc))!
    await elsewhere.db.sessions.put({
      ...(await findSession(tab.db, loc))!,
      locationId: grill.location,
      token,
    })
    await elsewhere.session.check()
    await expect(elsewhere.session.api.send(accountEndpoints.getUser)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
  })

  it('with a wrong password, or without a signal, changes nothing and says the server’s words', async () => {
    await tab.record(add('a'))
    await expect(tab.signIn(ada.email, 'not the password')).rejects.toMatchObject({
      kind: 'refused',
      code: 'credentials_invalid',
    })
    phone.net.otherwise = () => 'cut-before'
    await expect(tab.signIn(ada.email)).rejects.toMatchObject({ kind: 'offline' })
    expect([
      tab.session.principal(),
      (await tab.active())?.pending.length,
      tab.sessionStorage.entries.size,
    ]).toEqual(['guest', 2, 0])
  })

  it('whose user never came is no sign-in, and its session is ended on the server', async () => {
    phone.net.otherwise = ({ path }) => (path === '/api/user' ? 'cut-before' : undefined)
    await expect(tab.signIn(ada.email)).rejects.toMatchObject({ kind: 'offline' })
    expect([await findSession(tab.db, loc), await tab.db.revocations.count()]).toEqual([undefined, 1])
    await tab.session.check()
    expect([await tab.db.revocations.count(), phone.callsOf('/auth/revoke').length]).toEqual([0, 1])
  })

  it('takes over the guest’s order, and sends what the guest tapped as the guest (I6)', async () => {
    await tab.record(add('a', 2))
    await tab.signIn(ada.email)
    await tab.record(addCarbonara('b'))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect([bearers('/ticketorder/create'), bearers('/items')]).toEqual([[false], [false, true]])
    const { row } = (await tab.active())!
    expect(row).toMatchObject({
      principal: tab.session.principal(),
      snapshot: { items: [{ quantity: 2 }, { name: 'Carbonara' }] },
    })
  })

  it('between a guest’s call and its repeat does not make two orders: the repeat goes as the same caller', async () => {
    await tab.record(add('a'))
    phone.net.faults = ['cut-after']
    await tab.drain()
    await tab.signIn(ada.email)
    await tab.drainNow()
    const [first, repeat] = phone.callsOf('/ticketorder/create')
    expect([repeat!.key, repeat!.headers['authorization']]).toEqual([first!.key, undefined])
    const rows = await larder.database.query('SELECT 1 FROM tickets WHERE id = $1', [
      (await tab.active())!.row.ticketId,
    ])
    expect(rows).toHaveLength(1)
  })

  it('brings the member’s unplaced order back, after signing out here and on another device; an order that is here already stays', async () => {
    const cleo = await Member.new(larder)
    await tab.signIn(cleo.email)
    await tab.record(addCarbonara('a'))
    await tab.drain()
    const { ticketId } = (await tab.active())!.row
    await tab.session.signOut()
    expect(await tab.active()).toBeUndefined()
    const elsewhere = await Tab.open(new Phone(larder))
    for (const one of [tab, elsewhere]) {
      await one.signIn(cleo.email)
      expect((await one.active())!.row).toMatchObject({
        ticketId,
        principal: one.session.principal(),
        snapshot: { items: [{ name: 'Carbonara' }] },
      })
    }
    // It works like an order that was begun here.
    await elsewhere.record(add('b'))
    await elsewhere.drain()
    expect((await elsewhere.active())!.row.snapshot).toMatchObject({
      id: ticketId,
      items: [{ name: 'Carbonara' }, { name: 'Margherita' }],
    })
    const third = await Tab.open(new Phone(larder))
    await third.record(add('mine'))
    await third.signIn(cleo.email)
    expect((await third.active())!.row.ticketId).toBeUndefined()
    expect((await third.active())!.pending.map((op) => op.change.kind)).toEqual(['ticket.create', 'item.add'])
  })

  it('does not wait for the unplaced order: where that cannot be had the member is signed in without it', async () => {
    const dora = await Member.new(larder)
    phone.net.otherwise = ({ path }) => (path.endsWith('/ticketorder/open') ? 'cut-before' : undefined)
    await tab.signIn(dora.email)
    expect([tab.session.principal() === 'guest', await tab.active()]).toEqual([false, undefined])
  })

  it('keeps the newer of two orders where the older has nothing unsent', async () => {
    await orderOf(ada, add('old'))
    larder.clock.advance(1000)
    await tab.record(addCarbonara('new'))
    await tab.drain()
    await tab.signIn(ada.email)
    expect((await tab.active())!.row.snapshot!.items.map((line) => line.name)).toEqual(['Carbonara'])
    expect(await tab.db.tickets.count()).toBe(1)
  })

  it('keeps the user’s order where it has something unsent, and tells what of the guest’s was not sent', async () => {
    await orderOf(ada, add('old'), false)
    larder.clock.advance(1000)
    await tab.record(addCarbonara('new'))
    await tab.signIn(ada.email)
    const { row, pending } = (await tab.active())!
    expect(pending.map((op) => op.change.kind)).toEqual(['ticket.create', 'item.add'])
    expect(row.refusals.map((one) => one.change)).toEqual([{ kind: 'ticket.create' }, addCarbonara('new')])
    expect(row.refusals[0]!.messages[0]).toMatch(/^You already had an order here/)
  })

  /** A guest's order with one dish that was sent and one that was refused. */
  const refusedOrder = async () => {
    await tab.record(add('sent'))
    await tab.drain()
    await tab.record(addCarbonara('sold out'))
    const op = (await tab.active())!.pending.at(-1)!
    await refuse(tab.db, op, ['Sold out.'], 1)
    return op
  }

  it('keeps what the restaurant refused of the order that goes, for it to be read', async () => {
    await orderOf(ada, add('old'), false)
    larder.clock.advance(1000)
    const op = await refusedOrder()
    await tab.signIn(ada.email)
    const { row, pending } = (await tab.active())!
    expect(pending.map(({ change }) => change.kind)).toEqual(['ticket.create', 'item.add'])
    expect(row.refusals.map(({ opId, messages }) => [opId, messages])).toEqual([[op.opId, ['Sold out.']]])
  })

  it.each([{ ownOrder: false }, { ownOrder: true }])(
    'keeps what the restaurant refused of an order that is over by then (an order of their own: $ownOrder)',
    async ({ ownOrder }) => {
      if (ownOrder) await orderOf(ada, add('old'))
      await refusedOrder()
      await tab.db.tickets
        .filter(({ principal }) => principal === 'guest')
        .modify((row) => void (row.snapshot!.status = 'Submitted'))
      await tab.signIn(ada.email)
      const { row } = (await tab.active())!
      expect(row.snapshot!.status).toBe(ownOrder ? 'Open' : 'Submitted')
      expect(row.refusals.map(({ messages }) => messages)).toEqual([['Sold out.']])
      expect(await tab.db.tickets.count()).toBe(1)
    },
  )

  it('never abandons an order with a payment whose outcome is unknown', async () => {
    await orderOf(ada, add('old'), false)
    larder.clock.advance(1000)
    await tab.record(add('paying'))
    await tab.drain()
    const { row } = (await tab.active())!
    await pay(row.draftId, row.ticketId!, 'guest')
    await tab.signIn(ada.email)
    expect((await tab.active())!.row.draftId).toBe(row.draftId)
    expect(await tab.db.paymentAttempts.toArray()).toMatchObject([
      { principal: tab.session.principal(), as: 'guest' },
    ])
  })

  it('refuses when two orders are being paid, and has changed nothing', async () => {
    await orderOf(ada, add('old'), false, true)
    await tab.record(add('paying'))
    await pay((await tab.active())!.row.draftId, 't', 'guest')
    await expect(tab.signIn(ada.email)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('still being checked'),
    })
    expect([
      tab.session.principal(),
      await tab.db.paymentAttempts.count(),
      await tab.db.tickets.count(),
    ]).toEqual(['guest', 2, 2])
  })

  it('as somebody else finds nothing of the person before, and sends nothing of theirs (U2, X11)', async () => {
    await tab.signIn(ada.email)
    await tab.record(add('ada’s'), tip(777))
    await tab.edit(editOf({ first_name: 'Adas-secret' }))
    const keys = (await tab.waiting()).map((op) => op.opId)
    // As a separate value: random ids may contain these digits, too.
    const hers = /Adas-secret|:777[,}]/
    expect(JSON.stringify(await dump(tab.db))).toMatch(hers)
    await endSession(tab.db, (await findSession(tab.db, loc))!, larder.clock.now())
    await tab.session.check()
    phone.net.calls.length = 0
    await tab.signIn(ben.email)
    await tab.drainNow()
    expect([
      await tab.active(),
      await tab.waiting(),
      phone.net.calls.filter((call) => keys.includes(call.key ?? '')),
    ]).toEqual([undefined, [], []])
    expect(JSON.stringify(await dump(tab.db))).not.toMatch(hers)
  })

  it('is heard by the other tabs, which show the same person and hold the same mirror', async () => {
    const other = await Tab.open(phone)
    await tab.signIn(ada.email)
    await expect.poll(() => other.shown).toEqual(['guest', tab.session.principal()])
    expect(other.sessionStorage.entries).toEqual(tab.sessionStorage.entries)
    expect(other.forgotten).toBe(1)
  })

  it('in a browser that stores nothing lasts as long as the tab: a reload continues from the mirror (D5, D6)', async () => {
    const sessionStorage = new FakeStorage()
    const first = await Tab.open(phone, { sessionStorage, storeIsMemory: true })
    await first.signIn(ada.email)
    const reloaded = await Tab.open(phone, {
      sessionStorage,
      storeIsMemory: true,
      db: new LarderDatabase(newDatabaseName()),
    })
    expect(reloaded.shown).toEqual([first.session.principal()])
    const own = new LarderDatabase(newDatabaseName())
    const later = await Tab.open(phone, { sessionStorage, storeIsMemory: false, db: own })
    expect(later.shown).toEqual([first.session.principal()])
    expect((await findSession(own, loc))?.token).toBe(sessionStorage.entries.get('token'))
    // From now on the database decides: a session that it does not have is none.
    await own.sessions.clear()
    const last = await Tab.open(phone, { sessionStorage, db: own })
    expect([last.shown, sessionStorage.entries.size]).toEqual([['guest'], 0])
  })

  it('that was renewed while the store did not open in time uses the newer tokens once it does', async () => {
    const sessionStorage = new FakeStorage()
    const first = await Tab.open(phone, { sessionStorage })
    await first.signIn(ada.email)
    const slow = await Tab.open(phone, {
      sessionStorage,
      storeIsMemory: true,
      db: new LarderDatabase(newDatabaseName()),
    })
    larder.clock.advance(6.5 * 24 * 60 * 60 * 1000)
    await slow.session.check()
    const renewed = sessionStorage.entries.get('token')
    const later = await Tab.open(phone, { sessionStorage })
    expect([later.shown, (await findSession(later.db, loc))?.token]).toEqual([
      [first.session.principal()],
      renewed,
    ])
    expect(renewed).toBeDefined()
  })

  it('is not taken from the mirror of a person who signed out in another tab', async () => {
    const sessionStorage = new FakeStorage()
    const asleep = await Tab.open(phone, { sessionStorage })
    await asleep.signIn(ada.email)
    const left = new Map(sessionStorage.entries)
    await (await Tab.open(phone)).session.signOut()
    // The entries of a tab that was evicted from memory before it learned of the sign-out.
    for (const [name, value] of left) sessionStorage.setItem(name, value)
    const woken = await Tab.open(phone, { sessionStorage })
    expect([woken.shown, sessionStorage.entries.size]).toEqual([['guest'], 0])
  })

  it('works where every storage throws', async () => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError')
    }
    const bare = await Tab.open(phone, { mirror: createMirror(refuse), localStorage: refuse })
    await bare.signIn(ada.email)
    expect(bare.shown).toEqual(['guest', await principalOf(loc, ada.email)])
    await bare.session.signOut()
    expect([bare.shown.at(-1), await bare.db.sessions.count()]).toEqual(['guest', 0])
  })

  it('calls that have the same answer for everybody are sent without the header, the others with it @RO-04', async () => {
    await tab.signIn(ada.email)
    await tab.session.api.send(locationEndpoints.getLocation)
    await tab.session.api.send(accountEndpoints.listTransactions)
    expect([bearers(`/location/${loc}`), bearers('/user/transactions'), bearers('/auth/local')]).toEqual([
      [false],
      [true],
      [false],
    ])
  })

  /** Leaves a member's order on this phone, as a refused session does. */
  async function orderOf(
    member: Member,
    change: ReturnType<typeof add>,
    isSent = true,
    isPaid = false,
  ): Promise<void> {
    await tab.signIn(member.email)
    await tab.record(change)
    if (isSent) await tab.drain()
    if (isPaid) await pay((await tab.active())!.row.draftId, 'held', tab.session.principal())
    await endSession(tab.db, (await findSession(tab.db, loc))!, larder.clock.now())
    await tab.session.check()
    expect(tab.session.principal()).toBe('guest')
  }

  async function pay(draftId: string, ticketId: string, principal: string): Promise<void> {
    const body = { tip: 0, amount: 17.42, payment_source: 'pm' }
    const of = { payable: 'ticket', payableId: draftId, serverId: ticketId } as const
    await tab.db.paymentAttempts.add({
      key: nextUuid(),
      locationId: loc,
      principal,
      ...of,
      createdAt: 0,
      sent: true,
      kind: 'payment',
      body,
    })
  }
})
