import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { saveCards } from '#db/cards.ts'
import { observePutAside } from '#db/put-aside.ts'
import { findSession, type SessionRow } from '#db/sessions.ts'
import { readCards, readUser } from '#lib/query/read-account.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import { dinnerTime, tavola, type TestLarder } from '../../server/support/larder.ts'
import { goodPassword, Member } from '../../server/support/members.ts'
import { replayWaiting } from '../../../src/sw/replay.ts'
import { card } from '../support/account.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { dump, editOf, Phone, Tab } from '../support/tab.ts'
import { beginAnotherDinner, startWithMembers } from '../support/two-members.ts'

const loc = tavola.location
const refreshPath = '/v2.0/auth/refreshtoken'
const refusal = {
  status: 401,
  body: { errors: [], message: 'Please sign in to continue.', code: 'unauthorized' },
}

describe('staying signed in', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let phone: Phone
  let tab: Tab
  let first: SessionRow
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    await beginAnotherDinner(larder)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    first = await row()
    phone.net.calls.length = 0
  })
  const row = async (): Promise<SessionRow> => (await findSession(tab.db, loc))!
  const refreshes = () => phone.callsOf(refreshPath)
  const toLastDay = (): void => larder.clock.advance(first.expiresAt - larder.clock.now() - dayMs + 1)
  /** The server stops accepting the access token, as after its expiry. */
  const spoilToken = () => larder.database.query('DELETE FROM access_tokens')

  it('renews the token when less than a day is left, and not before @BC-04 @ST-02 @AU-04', async () => {
    larder.clock.advance(first.expiresAt - larder.clock.now() - dayMs)
    await tab.session.check()
    expect(refreshes()).toEqual([])
    larder.clock.advance(1)
    await tab.session.check()
    expect(refreshes().map((call) => call.headers['authorization'])).toEqual([`Bearer ${first.refreshToken}`])
    const next = await row()
    expect(next.expiresAt).toBeGreaterThan(first.expiresAt)
    expect(next).toMatchObject({
      principal: first.principal,
      revocationId: first.revocationId,
      signedInAt: first.signedInAt,
    })
    expect(Object.fromEntries(tab.sessionStorage.entries)).toMatchObject({
      token: next.token,
      refresh_token: next.refreshToken,
    })
    await tab.session.check()
    expect(refreshes()).toHaveLength(1)
    expect(tab.shown).toEqual(['guest', first.principal])
  })

  it('two tabs and the worker at once make one call, and all continue with the new token (U8)', async () => {
    const other = await Tab.open(phone)
    await tab.edit(editOf({ first_name: 'Ada II' }))
    toLastDay()
    await spoilToken()
    const { net, locks } = phone
    const worker = {
      db: tab.db,
      net,
      locks,
      base: '/api',
      clock: larder.clock,
      ids: { uuid: nextUuid, secret: nextUuid },
      bus: phone.bus(),
      random: () => 0,
    }
    await Promise.all([
      tab.session.check(),
      other.session.check(),
      replayWaiting(worker),
      tab.session.check(),
    ])
    expect(refreshes()).toHaveLength(1)
    const { token } = await row()
    expect(token).not.toBe(first.token)
    await expect.poll(() => other.sessionStorage.getItem('token')).toBe(token)
    expect(tab.sessionStorage.getItem('token')).toBe(token)
    expect(await tab.waiting()).toEqual([])
  })

  it('a call that gets a 401 renews the token and is sent again once, under its own key @ER-03 (U6)', async () => {
    await spoilToken()
    const key = nextUuid()
    const { ticket_order } = await tab.session.api.send(ticketEndpoints.createTicket, { query: {}, key })
    const calls = phone.callsOf('/ticketorder/create')
    expect(calls.map((call) => call.key)).toEqual([key, key])
    expect(calls.map((call) => call.headers['authorization'])).toEqual([
      `Bearer ${first.token}`,
      `Bearer ${(await row()).token}`,
    ])
    expect([refreshes().length, ticket_order.status]).toEqual([1, 'Open'])
  })

  it('many calls that get 401 at once share one refresh', async () => {
    await spoilToken()
    const other = await Tab.open(phone)
    await Promise.all([tab, other, tab, other].map((one) => one.session.api.send(accountEndpoints.getUser)))
    expect(refreshes()).toHaveLength(1)
  })

  it('a second 401 is the answer: there is no third try', async () => {
    phone.net.otherwise = ({ path }) => (path === '/api/user' ? refusal : undefined)
    await expect(tab.session.api.send(accountEndpoints.getUser)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect([phone.callsOf('/user').length, refreshes().length]).toEqual([2, 1])
  })

  it('the code `unauthorized` counts as 401, whatever the status @ER-03', async () => {
    phone.net.faults = [{ ...refusal, status: 403 }]
    await tab.session.api.send(accountEndpoints.getUser)
    expect([phone.callsOf('/user').length, refreshes().length]).toEqual([2, 1])
  })

  it.each([
    ['403 with code and message alone', { status: 403, body: { code: 'unauthorized', message: 'no' } }],
    ['200 with errors', { status: 200, body: { errors: ['no'], code: 'unauthorized' } }],
  ])('the code `unauthorized` counts in any shape of an error: %s @ER-03 @ER-07', async (_name, fault) => {
    phone.net.faults = [fault]
    await tab.session.api.send(accountEndpoints.getUser)
    expect([phone.callsOf('/user').length, refreshes().length]).toEqual([2, 1])
  })

  it.each([
    ['401 with errors alone', { status: 401, body: { errors: ['over'] } }, 'guest'],
    ['403 with a code', { status: 403, body: { code: 'session_over', message: 'over' } }, 'guest'],
    ['403 with errors alone', { status: 403, body: { errors: ['blocked'] } }, 'signed in'],
    ['200 with errors alone', { status: 200, body: { errors: ['please sign in here'] } }, 'signed in'],
  ])('a refresh that meets %s leaves its tab %s', async (_name, fault, who) => {
    toLastDay()
    phone.net.faults = [fault]
    await tab.session.check()
    expect(tab.session.principal() === 'guest' ? 'guest' : 'signed in').toBe(who)
  })

  it.each([
    ['no answer', 'cut-before'],
    ['a lost answer', 'cut-after'],
    ['a failing server', { status: 500, body: { errors: [], message: 'no', code: 'internal' } }],
    ['a busy server', { status: 429, body: { errors: [], message: 'no', code: 'rate_limited' } }],
    ['a Wi-Fi page', 'html'],
    ['a Wi-Fi page with 401', { status: 401, html: true }],
    ['a foreign 403', { status: 403, body: { error: 'blocked' } }],
  ] as const)(
    'a refresh that meets %s keeps the session, and is tried again with its key',
    async (_name, fault) => {
      toLastDay()
      phone.net.faults = [fault]
      await tab.session.check()
      expect(await row()).toMatchObject({ token: first.token, refreshToken: first.refreshToken })
      expect([tab.session.principal(), tab.askedToSignIn]).toEqual([first.principal, 0])
      await tab.session.check()
      const keys = refreshes().map((call) => call.key)
      expect(keys).toEqual([keys[0], keys[0]])
      expect((await row()).token).not.toBe(first.token)
    },
  )

  it('while nobody can be asked, a call fails as without an answer and its change waits', async () => {
    await spoilToken()
    await tab.record(add('a'))
    phone.net.otherwise = ({ path }) => (path.endsWith(refreshPath) ? 'cut-before' : undefined)
    expect(await tab.drain()).toMatchObject({ left: 2 })
    phone.net.otherwise = () => undefined
    expect(await tab.drainNow()).toEqual({ left: 0 })
  })

  it('a refused refresh ends the session here, asks to sign in, and keeps the order and its changes for the same person @ST-04 (U7)', async () => {
    const other = await Tab.open(phone)
    await readUser(tab.reads, () => undefined)
    await tab.record(add('mine'))
    tab.sessionStorage.setItem('typed', '{"account":{"city":"Portland"}}')
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    // Nothing is left to send as a guest; the waiting changes are the member's.
    expect(await tab.drain()).toEqual({ left: 0 })
    expect((await tab.waiting()).map((op) => op.principal)).toEqual([first.principal, first.principal])
    expect([tab.askedToSignIn, tab.session.principal(), tab.shown.at(-1)]).toEqual([1, 'guest', 'guest'])
    expect([...tab.sessionStorage.entries]).toEqual([])
    expect([await tab.db.sessions.count(), await tab.db.users.count(), await tab.active()]).toEqual([
      0,
      0,
      undefined,
    ])
    await expect.poll(() => other.shown.at(-1)).toBe('guest')
    // Meanwhile none of it is sent, as anybody.
    const before = phone.net.calls.length
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect(phone.net.calls).toHaveLength(before)
    await tab.signIn(ada.email)
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect((await tab.active())!.row.snapshot!.items).toHaveLength(1)
  })

  it('an account that is deleted on another device ends this session, and nothing is promised to be sent any more (U7)', async () => {
    const eve = await Member.new(larder)
    await tab.signIn(eve.email)
    await tab.record(add('mine'))
    expect((await eve.send('POST', '/user/delete', { password: goodPassword })).status).toBe(200)
    expect(await tab.drain()).toEqual({ left: 0 })
    expect([tab.askedToSignIn, tab.session.principal()]).toEqual([1, 'guest'])
    const aside = () =>
      new Promise((resolve, reject) => {
        void observePutAside(tab.db, loc, 'guest').subscribe({ next: resolve, error: reject })
      })
    expect(await aside()).toMatchObject({
      state: 'deleted',
      wasNotSent: true,
      waiting: { changes: [{}, {}] },
    })
    // A day later it is removed, and still said.
    larder.clock.advance(dayMs)
    await tab.session.check()
    expect(await tab.db.outbox.count()).toBe(0)
    expect(await aside()).toEqual({
      state: 'deleted',
      wasNotSent: true,
      waiting: { changes: [], payments: [] },
    })
    await tab.signIn(ben.email)
    expect(await aside()).toBeUndefined()
  })

  it('a password change elsewhere ends this session at its next call (U9)', async () => {
    const elsewhere = await Member.signIn(larder, ada.email)
    const body = {
      current_password: goodPassword,
      new_password: goodPassword,
      new_password_confirmation: goodPassword,
    }
    const { status } = await elsewhere.send('POST', '/v2.0/user/passwordreset', body)
    expect(status).toBe(200)
    await expect(tab.session.api.send(accountEndpoints.getUser)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect([tab.askedToSignIn, tab.session.principal()]).toEqual([1, 'guest'])
  })

  it('the waiting changes of a person who was refused are deleted when somebody else signs in, and after a day (U2, U7)', async () => {
    await tab.record(add('mine'))
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    await tab.drain()
    larder.clock.advance(dayMs - 1)
    await tab.session.check()
    expect([await tab.db.tickets.count(), await tab.db.outbox.count()]).toEqual([1, 2])
    await tab.signIn(ben.email)
    expect([await tab.db.tickets.count(), await tab.db.outbox.count()]).toEqual([0, 0])
    expect(JSON.stringify(await dump(tab.db))).not.toContain(first.principal)
  })

  it('after a day of waiting for a person who was refused, it goes by itself; that it was not sent is known for a month', async () => {
    await tab.record(add('mine'))
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    await tab.drain()
    larder.clock.advance(dayMs)
    await tab.session.check()
    expect([await tab.db.tickets.count(), await tab.db.outbox.count()]).toEqual([0, 0])
    const kept = await tab.db.meta.toArray()
    expect(kept.map(({ key }) => key)).toEqual([expect.stringMatching(/^not-sent:/)])
    expect(JSON.stringify(kept)).not.toContain(first.principal)
    larder.clock.advance(30 * dayMs)
    await tab.session.check()
    expect(await tab.db.meta.count()).toBe(0)
  })

  it('29 days offline: the session and the cards are there, and one refresh is enough when the network is back', async () => {
    await readUser(tab.reads, () => undefined)
    await saveCards(tab.db, { ...tab.who, cards: [card()], savedAt: dinnerTime })
    larder.clock.advance(29 * dayMs)
    phone.net.otherwise = () => 'cut-before'
    const relaunched = await Tab.open(phone)
    await relaunched.session.check()
    expect(relaunched.shown).toEqual([first.principal])
    const shown: string[] = []
    const user = await readUser(relaunched.reads, (copy) => shown.push(copy.value.email))
    expect([shown, user.value.email, user.savedAt]).toEqual([[ada.email], ada.email, dinnerTime])
    expect(await readCards(relaunched.reads, () => undefined)).toEqual({
      value: [card()],
      savedAt: dinnerTime,
    })
    phone.net.otherwise = () => undefined
    phone.net.calls.length = 0
    await relaunched.session.check()
    expect((await readUser(relaunched.reads, () => undefined)).savedAt).toBe(larder.clock.now())
    expect([refreshes().length, relaunched.askedToSignIn, phone.net.calls.length]).toEqual([1, 0, 2])
  })

  it('calls that find the token over wait for the new one: one refresh, and none of them is sent with the old', async () => {
    larder.clock.advance(29 * dayMs)
    const relaunched = await Tab.open(phone)
    phone.net.calls.length = 0
    await Promise.all([
      readUser(relaunched.reads, () => undefined),
      readCards(relaunched.reads, () => undefined),
    ])
    expect(refreshes()).toHaveLength(1)
    expect(
      phone.net.calls.filter((call) => call.headers['authorization'] === `Bearer ${first.token}`),
    ).toEqual([])
    // To a clock that is years ahead every token seems expired. The server accepts them, so they are not refreshed at each call.
    larder.clock.set(dinnerTime)
    const { expiresAt } = await row()
    await tab.db.sessions.toCollection().modify({ expiresAt: dinnerTime - 1 })
    await readUser(relaunched.reads, () => undefined)
    expect([refreshes().length, expiresAt > dinnerTime]).toEqual([1, true])
  })

  it('a session that ended while its refresh was on the way stays ended, here and on the server', async () => {
    toLastDay()
    let release = (): void => undefined
    phone.net.faults = [{ holdUntil: new Promise((resolve) => (release = resolve)) }]
    const checking = tab.session.check()
    await expect.poll(() => refreshes().length).toBe(1)
    await tab.session.signOut()
    release()
    await checking
    expect([await tab.db.sessions.count(), tab.session.principal(), [...tab.sessionStorage.entries]]).toEqual(
      [0, 'guest', []],
    )
    await expect.poll(() => tab.db.revocations.count()).toBe(0)
    const [server] = await larder.database.query<{ revoked_because: string }>(
      'SELECT revoked_because FROM sessions s JOIN refresh_tokens r ON r.session_id = s.id WHERE r.token_hash = $1',
      [hashOfSecret(first.refreshToken)],
    )
    expect(server).toEqual({ revoked_because: 'signed_out' })
  })

  it('the end of a session that cannot be read makes no session', async () => {
    const answer = { token: 't', refresh_token: 'r', expires: 'soon' }
    toLastDay()
    phone.net.faults = [{ status: 200, body: answer }]
    await tab.session.check()
    expect((await row()).token).toBe(first.token)
  })
})
