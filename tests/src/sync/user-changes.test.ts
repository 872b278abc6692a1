import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { dismissUserRefusal, findUser } from '#db/users.ts'
import { readUser } from '#lib/query/read-account.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, goodPassword, Member } from '../../server/support/members.ts'
import { replayWaiting } from '../../../src/sw/replay.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { editOf, Phone, Tab } from '../support/tab.ts'

const loc = tavola.location
const path = '/v2.0/user'

/**
 * Edits of the account: stored until they are sent, the last one wins, refused when the account has changed meanwhile
 * (docs/design/offline.md).
 */
describe('an edit of the account', () => {
  let larder: TestLarder
  let ada: Member
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await Member.new(larder)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    phone.net.calls.length = 0
  })
  const known = () => findUser(tab.db, loc, tab.session.principal())
  const onServer = async (): Promise<User> => (await ada.send<{ user: User }>('GET', '/user')).body.user
  const sent = () => phone.callsOf(path)
  const nameOf = (body: string | undefined): unknown =>
    (JSON.parse(body ?? '{}') as { first_name?: string }).first_name
  const refused = async () => (await known())?.refusal?.messages

  it('is shown at once, sent with the ETag that it was made from, and saved as the server tells it', async () => {
    const before = (await known())!
    const opId = await tab.edit(editOf({ first_name: 'Grace' }))
    phone.net.otherwise = () => 'cut-before'
    expect(await readUser(tab.reads, () => undefined)).toMatchObject({
      value: { first_name: 'Grace' },
      waiting: true,
      savedAt: dinnerTime,
    })
    phone.net.otherwise = () => undefined
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect(sent().map(({ key, headers }) => [key, headers['if-match']])).toEqual([[opId, before.etag]])
    const after = (await known())!
    expect([after.user.first_name, after.etag === before.etag, (await onServer()).first_name]).toEqual([
      'Grace',
      false,
      'Grace',
    ])
    expect(await readUser(tab.reads, () => undefined)).toMatchObject({
      value: after.user,
      etag: after.etag,
      waiting: false,
      refusal: [],
    })
  })

  it('several that wait become one: the last one wins, from the same beginning', async () => {
    const { etag } = (await known())!
    await tab.edit(editOf({ first_name: 'First' }))
    await tab.edit(editOf({ first_name: 'Second' }), '"something later"')
    await tab.edit(editOf({ first_name: 'Third' }))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect(sent().map(({ body, headers }) => [nameOf(body), headers['if-match']])).toEqual([['Third', etag]])
    expect((await onServer()).first_name).toBe('Third')
  })

  it('one that may have arrived is not merged: its repeat bears its key, and the next goes on from its answer', async () => {
    await tab.edit(editOf({ first_name: 'First' }))
    phone.net.faults = ['cut-after']
    expect(await tab.drain()).toMatchObject({ left: 1 })
    await tab.edit(editOf({ first_name: 'Second' }))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    const calls = sent()
    expect(calls.map(({ body }) => nameOf(body))).toEqual(['First', 'First', 'Second'])
    expect(calls[1]!.key).toBe(calls[0]!.key)
    expect([(await onServer()).first_name, await refused()]).toEqual(['Second', undefined])
  })

  it('of an account that was changed elsewhere is refused, said, and shown as the server has it', async () => {
    await ada.send('PUT', path, editOf({ first_name: 'Elsewhere' }))
    await tab.edit(editOf({ first_name: 'Mine' }))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    const words = ['Your details were changed somewhere else. Please look and save again.']
    expect(await readUser(tab.reads, () => undefined)).toMatchObject({
      value: { first_name: 'Elsewhere' },
      waiting: false,
      refusal: words,
    })
    await dismissUserRefusal(tab.db, loc, tab.session.principal())
    expect(await refused()).toBeUndefined()
    await tab.edit(editOf({ first_name: 'Mine' }))
    await tab.drainNow()
    expect((await onServer()).first_name).toBe('Mine')
  })

  it('that is refused leaves what was typed in it, and in those before it, and nothing of what was not', async () => {
    await ada.send('PUT', path, editOf({ first_name: 'Elsewhere' }))
    phone.net.otherwise = () => 'cut-before'
    const { user } = (await known())!
    const unedited = Object.fromEntries(Object.keys(editOf()).map((field) => [field, user[field as 'city']]))
    await tab.edit(editOf({ ...unedited, zip: '10012' }))
    await tab.edit(editOf({ ...unedited, zip: '10012', city: 'Albany' }))
    phone.net.otherwise = () => undefined
    await tab.drainNow()
    expect(await readUser(tab.reads, () => undefined)).toMatchObject({ value: { first_name: 'Elsewhere' } })
    expect((await readUser(tab.reads, () => undefined)).refused).toEqual({ zip: '10012', city: 'Albany' })
  })

  it('made on a form that was opened before the newest copy came is refused, too', async () => {
    const opened = (await known())!.etag!
    await ada.send('PUT', path, editOf({ first_name: 'Elsewhere' }))
    await readUser(tab.reads, () => undefined)
    await tab.edit(editOf({ first_name: 'Mine' }), opened)
    await tab.drainNow()
    expect([(await onServer()).first_name, (await refused())?.length]).toEqual(['Elsewhere', 1])
  })

  it('is saved after its person chose a new password elsewhere and signed in with it', async () => {
    await tab.edit(editOf({ first_name: 'Mine' }))
    const [current_password, new_password] = [goodPassword, '9 green lanterns, lit']
    const passwords = { current_password, new_password, new_password_confirmation: new_password }
    expect((await ada.send('POST', '/v2.0/user/passwordreset', passwords)).status).toBe(200)
    await tab.drainNow()
    expect(tab.shown.at(-1)).toBe('guest')
    await tab.signIn(ada.email, new_password)
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect([(await onServer()).first_name, await refused()]).toEqual(['Mine', undefined])
  })

  it('that the server does not take is told in its own words, and the next edit clears them', async () => {
    await tab.edit(editOf({ zip: '1' }))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect(await refused()).toEqual(
      (await ada.send<{ errors: { message: string }[] }>('PUT', path, editOf({ zip: '1' }))).body.errors.map(
        (one) => one.message,
      ),
    )
    await tab.edit(editOf())
    expect(await refused()).toBeUndefined()
  })

  it('that must wait holds up no order, and an order holds up no edit', async () => {
    phone.net.otherwise = (call) => (call.path.endsWith(path) ? 'cut-before' : undefined)
    await tab.edit(editOf())
    await tab.record(add('a'))
    expect(await tab.drain()).toMatchObject({ left: 1 })
    expect((await tab.active())!.pending).toEqual([])
    phone.net.otherwise = (call) => (call.path.includes('ticketorder') ? 'cut-before' : undefined)
    await tab.record(add('b'))
    expect(await tab.drainNow()).toMatchObject({ left: 1 })
    expect((await tab.active())!.pending).toHaveLength(1)
  })

  it('older than a day is refused and said', async () => {
    await tab.edit(editOf())
    larder.clock.advance(24 * 60 * 60 * 1000 + 1)
    await tab.drainNow()
    expect([sent(), await refused()]).toEqual([
      [],
      ['This change was made more than a day ago and was not sent.'],
    ])
  })

  describe('with no window open', () => {
    const replay = () =>
      replayWaiting({
        db: tab.db,
        net: phone.net,
        base: '/api',
        clock: larder.clock,
        locks: phone.locks,
        bus: phone.bus(),
        random: () => 0,
        ids: { uuid: nextUuid, secret: nextUuid },
      })

    it('is sent by the worker, which leaves orders to a window', async () => {
      await tab.edit(editOf({ first_name: 'Worker' }))
      await tab.record(add('a'))
      expect(await replay()).toBe(0)
      expect([
        (await onServer()).first_name,
        (await tab.active())!.pending.length,
        phone.callsOf('/create'),
      ]).toEqual(['Worker', 2, []])
    })

    it('asks to be woken again while there is no network, and renews the token by itself', async () => {
      await tab.edit(editOf({ first_name: 'Worker' }))
      phone.net.otherwise = () => 'cut-before'
      expect(await replay()).toBe(1)
      phone.net.otherwise = () => undefined
      await larder.database.query('DELETE FROM access_tokens')
      larder.clock.advance(60_000)
      expect(await replay()).toBe(0)
      expect(phone.callsOf('/v2.0/auth/refreshtoken')).toHaveLength(1)
      expect((await tab.db.users.toArray())[0]!.user.first_name).toBe('Worker')
    })

    it('a session that is over stops it: the edit waits for its person, and nobody is woken for it', async () => {
      await tab.edit(editOf({ first_name: 'Worker' }))
      await larder.database.query('UPDATE sessions SET revoked_at = 1')
      expect(await replay()).toBe(0)
      expect([
        await tab.db.outbox.count(),
        await tab.db.sessions.count(),
        await tab.db.users.count(),
      ]).toEqual([1, 0, 0])
      await expect.poll(() => tab.shown.at(-1)).toBe('guest')
      await tab.signIn(ada.email)
      expect(await tab.drainNow()).toEqual({ left: 0 })
      expect([sent().length, (await known())!.user.first_name]).toEqual([2, 'Worker'])
    })

    it('sends the call that ends a session on the server, and is deleted with its person (U4)', async () => {
      await tab.edit(editOf({ first_name: 'Gone' }))
      phone.net.otherwise = () => 'cut-before'
      await tab.session.signOut()
      expect(await replay()).toBe(1)
      phone.net.otherwise = () => undefined
      expect(await replay()).toBe(0)
      expect([sent(), await tab.db.outbox.count(), await tab.db.revocations.count()]).toEqual([[], 0, 0])
    })

    it('and a tab at once send it once', async () => {
      await tab.edit(editOf({ first_name: 'Once' }))
      await Promise.all([replay(), tab.drain(), replay()])
      expect(sent()).toHaveLength(1)
    })
  })
})
