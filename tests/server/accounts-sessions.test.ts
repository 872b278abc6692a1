import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetEndedSessions } from '#server/modules/accounts/clean-up.ts'
import type { SessionsAnswer } from '#contract/schemas/session.ts'
import type * as z from 'zod/mini'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { everybody, goodPassword, Member, place } from './support/members.ts'

const seconds = 1000
const days = 24 * 60 * 60 * seconds

describe.for(databases)('sessions [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const statusOf = async (member: Member, token = member.tokens.token): Promise<number> =>
    (await member.send('GET', '/user', undefined, { headers: { authorization: `Bearer ${token}` } })).status

  it('exchange a refresh token for new tokens, while calls in progress keep the old one @AU-04 @ST-02', async () => {
    const ada = await Member.new(larder)
    larder.clock.advance(6.5 * days)
    const refreshed = await ada.refresh()
    expect(refreshed.status).toBe(200)
    expect(refreshed.body.refresh_token).not.toBe(ada.tokens.refresh_token)
    expect(Date.parse(refreshed.body.expires)).toBe(larder.clock.now() + 7 * days)
    larder.clock.advance(60 * seconds)
    expect([await statusOf(ada), await statusOf(ada, refreshed.body.token)]).toEqual([200, 200])
    larder.clock.advance(days)
    expect([await statusOf(ada), await statusOf(ada, refreshed.body.token)]).toEqual([401, 200])
  })

  it('can be refreshed after 29 days away, but not after half a year', async () => {
    const [ada, eve] = [await Member.new(larder), await Member.new(larder)]
    larder.clock.advance(29 * days)
    expect(await statusOf(ada)).toBe(401)
    const back = await ada.refresh()
    expect(back.status).toBe(200)
    larder.clock.advance(152 * days)
    expect((await ada.refresh(back.body.refresh_token)).status).toBe(200)
    expect(await eve.refresh()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  it('of a deleted account are told so on its other devices, for a month', async () => {
    const ada = await Member.new(larder)
    const [phone, tablet] = [await Member.signIn(larder, ada.email), await Member.signIn(larder, ada.email)]
    const used = phone.tokens.refresh_token
    const newest = (await phone.refresh()).body.refresh_token
    expect((await ada.send('POST', '/user/delete', { password: goodPassword })).status).toBe(200)
    const gone = { status: 401, body: { code: 'account_deleted', message: 'This account was deleted.' } }
    for (const token of [newest, used, tablet.tokens.refresh_token])
      expect(await phone.refresh(token)).toMatchObject(gone)
    expect(await phone.refresh('never-a-token-of-anybody')).toMatchObject({ body: { code: 'unauthorized' } })
    // What is kept is no way in, and says nothing of anybody.
    const kept = await larder.database.query('SELECT * FROM tokens_of_deleted_accounts')
    expect(kept.map((row) => Object.keys(row).toSorted().join())).toEqual(
      Array.from({ length: 4 }, () => 'forget_at,location_id,token_hash'),
    )
    larder.clock.advance(31 * days)
    expect(await phone.refresh(newest)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    await forgetEndedSessions(larder.database, larder.clock.now())
    expect(await larder.database.query('SELECT 1 AS one FROM tokens_of_deleted_accounts')).toEqual([])
  })

  it('can be refreshed sixty times an hour at most, each time with the newest token', async () => {
    const ada = await Member.new(larder)
    let token = ada.tokens.refresh_token
    for (let count = 0; count < 60; count++) token = (await ada.refresh(token)).body.refresh_token
    expect((await ada.refresh(token)).status).toBe(429)
    larder.clock.advance(3600 * seconds)
    expect((await ada.refresh(token)).status).toBe(200)
  })

  it('are limited to fifty a person: a new one ends the one seen longest ago', async () => {
    const ada = await Member.new(larder)
    const others: Member[] = []
    for (let count = 0; count < 49; count++) {
      larder.clock.advance(seconds)
      others.push(await Member.signIn(larder, ada.email))
    }
    expect([await statusOf(ada), await statusOf(others[0]!)]).toEqual([200, 200])
    await Member.signIn(larder, ada.email)
    expect([await statusOf(ada), await statusOf(others[0]!)]).toEqual([401, 200])
    expect((await ada.refresh()).status).toBe(401)
  })

  it('end after four hundred days, however often they were refreshed', async () => {
    const ada = await Member.new(larder)
    let token = ada.tokens.refresh_token
    for (const day of [100, 200, 300, 399]) {
      larder.clock.set(dinnerTime + day * days)
      const { status, body } = await ada.refresh(token)
      expect(status).toBe(200)
      token = body.refresh_token
      expect(Date.parse(body.expires)).toBeLessThanOrEqual(dinnerTime + 400 * days)
    }
    larder.clock.set(dinnerTime + 400 * days)
    expect((await ada.refresh(token)).status).toBe(401)
  })

  it('give two windows that refresh at once tokens of one session, within the grace period (U8)', async () => {
    const ada = await Member.new(larder)
    const [one, other] = await Promise.all([ada.refresh(), ada.refresh()])
    larder.clock.advance(30 * seconds)
    const late = await ada.refresh()
    expect([one.status, other.status, late.status]).toEqual([200, 200, 200])
    for (const { body } of [one, other, late]) expect(await statusOf(ada, body.token)).toBe(200)
    const { body } = await ada.send<z.infer<typeof SessionsAnswer>>('GET', '/user/sessions')
    expect(body.sessions).toHaveLength(1)
  })

  it('answer any number of simultaneous refreshes with the same tokens: a session has one valid chain (U8)', async () => {
    const ada = await Member.new(larder)
    const replies = await Promise.all(Array.from({ length: 10 }, () => ada.refresh()))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const answers = new Set(replies.map(({ body }) => JSON.stringify(body)))
    expect([...answers]).toHaveLength(1)
    const { token, refresh_token: next } = replies[0]!.body
    expect(await statusOf(ada, token)).toBe(200)
    const living = await larder.database.query(
      `SELECT 1 AS living FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE u.email = $1 AND r.used_at IS NULL`,
      [ada.email],
    )
    expect(living).toHaveLength(1)
    // Two clients now hold the same token. The second use, some time later, is detected and ends the session for both.
    larder.clock.advance(days)
    const owner = await ada.refresh(next)
    larder.clock.advance(31 * seconds)
    expect((await ada.refresh(next)).status).toBe(401)
    expect((await ada.refresh(owner.body.refresh_token)).status).toBe(401)
  })

  it('cannot be continued with the database’s contents alone', async () => {
    const ada = await Member.new(larder)
    const { body } = await ada.refresh()
    larder.clock.advance(31 * seconds)
    await ada.refresh(body.refresh_token)
    const salts = await larder.database.query<{ successor_salt: string | null }>(
      `SELECT r.successor_salt FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE u.email = $1 AND r.used_at IS NOT NULL ORDER BY r.used_at`,
      [ada.email],
    )
    // The first token's grace period is over: even somebody who has that token and reads the database cannot derive its successor.
    expect(salts).toEqual([{ successor_salt: null }, { successor_salt: expect.any(String) }])
  })

  it('end as a whole when a used refresh token comes again after the grace period: somebody has a copy (U8)', async () => {
    const ada = await Member.new(larder)
    const { body: next } = await ada.refresh()
    larder.clock.advance(31 * seconds)
    expect((await ada.refresh()).status).toBe(401)
    expect(await statusOf(ada, next.token)).toBe(401)
    expect((await ada.refresh(next.refresh_token)).status).toBe(401)
    const trail = await larder.database.query(
      `SELECT 1 AS entry FROM audit_trail a JOIN users u ON u.id = a.user_id WHERE a.action = 'refresh_reused' AND u.email = $1`,
      [ada.email],
    )
    expect(trail).toHaveLength(1)
  })

  it('repeat a refresh whose answer was lost, a day later and under the same key, until its tokens are used (U8)', async () => {
    const ada = await Member.new(larder)
    const key = randomUUID()
    const lost = await ada.refresh(ada.tokens.refresh_token, { key })
    larder.clock.advance(days)
    const again = await ada.refresh(ada.tokens.refresh_token, { key })
    expect(again.status).toBe(200)
    // Tokens from the lost answer are useless to anybody who finds it.
    expect((await ada.refresh(lost.body.refresh_token)).status).toBe(401)
    expect([await statusOf(ada, lost.body.token), await statusOf(ada)]).toEqual([401, 200])
    expect(await statusOf(ada, again.body.token)).toBe(200)
    // A phone that is back online may send it twice at once, and gets one answer.
    expect((await ada.refresh(ada.tokens.refresh_token, { key })).body).toEqual(again.body)
    larder.clock.advance(days)
    expect((await ada.refresh(again.body.refresh_token)).status).toBe(200)
    larder.clock.advance(days)
    // The answer did arrive, so somebody else is asking: the session ends.
    expect((await ada.refresh(ada.tokens.refresh_token, { key })).status).toBe(401)
    expect(await statusOf(ada, again.body.token)).toBe(401)
  })

  it('is refreshed by a refresh token only, and only with a key that no link can carry', async () => {
    const ada = await Member.new(larder)
    expect((await ada.refresh(ada.tokens.token)).status).toBe(401)
    expect((await ada.refresh('x'.repeat(32))).status).toBe(401)
    expect(await statusOf(ada, ada.tokens.refresh_token)).toBe(401)
    const headers = { authorization: `Bearer ${ada.tokens.refresh_token}` }
    expect((await guest.send('GET', '/v2.0/auth/refreshtoken', undefined, { key: '', headers })).status).toBe(
      400,
    )
    expect((await guest.send('GET', '/v2.0/auth/refreshtoken')).status).toBe(401)
    expect((await ada.refresh()).status).toBe(200)
  })

  it('are ended by their revocation id alone, and captured requests get a 401 from then on @ST-03 (U4, X19)', async () => {
    const ada = await Member.new(larder)
    const revoke = (id: string) => guest.send('POST', '/auth/revoke', { revocation_id: id })
    const read = () => ada.send('GET', '/user')
    const key = randomUUID()
    const change = () => ada.send('GET', '/location/:loc/ticketorder/create', undefined, { key })
    expect([(await read()).status, (await change()).status]).toEqual([200, 200])
    expect(await revoke('no such session at all')).toMatchObject({ status: 200, body: {} })
    expect((await read()).status).toBe(200)
    expect(await revoke(ada.tokens.revocation_id!)).toMatchObject({ status: 200, body: {} })
    expect([(await read()).status, (await change()).status, (await ada.refresh()).status]).toEqual([
      401, 401, 401,
    ])
    expect(await revoke(ada.tokens.revocation_id!)).toMatchObject({ status: 200, body: {} })
  })

  it('keeps its revocation id through refreshes', async () => {
    const ada = await Member.new(larder)
    const { body } = await ada.refresh()
    expect(body.revocation_id).toBeUndefined()
    await guest.send('POST', '/auth/revoke', { revocation_id: ada.tokens.revocation_id })
    expect(await statusOf(ada, body.token)).toBe(401)
  })

  it('lists a user their devices, and ends another one of theirs but nobody else’s', async () => {
    const phone = await Member.new(larder)
    const agent =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    const signedIn = await guest.send<{ token: string }>(
      ...([
        'POST',
        '/auth/local',
        { email: phone.email, password: goodPassword, ...place },
        { headers: { 'user-agent': agent } },
      ] as const),
    )
    const stranger = await Member.new(larder)
    const { body } = await phone.send<z.infer<typeof SessionsAnswer>>('GET', '/user/sessions')
    expect(body.sessions.map(({ device, current }) => [device, current]).toSorted()).toEqual([
      ['Chrome on Android', false],
      ['Unknown device', true],
    ])
    const other = body.sessions.find(({ current }) => !current)!
    expect((await stranger.send('DELETE', `/user/sessions/${other.id}`)).status).toBe(404)
    expect(await statusOf(phone, signedIn.body.token)).toBe(200)
    const ended = await phone.send<z.infer<typeof SessionsAnswer>>('DELETE', `/user/sessions/${other.id}`)
    expect(ended.body.sessions.map(({ id }) => id)).not.toContain(other.id)
    expect([await statusOf(phone, signedIn.body.token), await statusOf(phone)]).toEqual([401, 200])
  })

  it('says to the hour when a device was last seen', async () => {
    const ada = await Member.new(larder)
    larder.clock.advance(3 * days)
    await ada.send('GET', '/user')
    const { body } = await ada.send<z.infer<typeof SessionsAnswer>>('GET', '/user/sessions')
    expect(Date.parse(body.sessions[0]!.last_seen_at)).toBe(larder.clock.now())
  })

  it('give nobody another user’s stored answer: a key belongs to its caller (X11)', async () => {
    const [ada, eve] = [await Member.new(larder), await Member.new(larder)]
    const key = randomUUID()
    const create = (member: Guest) =>
      member.send<{ ticket_order: { id: string } }>('GET', '/location/:loc/ticketorder/create', undefined, {
        key,
      })
    const [first, others] = [await create(ada), await create(eve)]
    expect(others.headers['idempotent-replayed']).toBeUndefined()
    expect(others.body.ticket_order.id).not.toBe(first.body.ticket_order.id)
    const again = await create(ada)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    // Not even for the very same change of the very same ticket.
    const tip = (member: Guest) =>
      member.send<ProblemBody>(
        'POST',
        ticketPath(first.body.ticket_order.id, '/tip'),
        { tip: 1 },
        { key: tipKey },
      )
    const tipKey = randomUUID()
    expect((await tip(ada)).status).toBe(200)
    expect(await tip(eve)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await tip(guest)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  it('answers a change that was sent as a guest and repeated after signing in as before', async () => {
    const ada = await Member.new(larder)
    const key = randomUUID()
    const create = (sender: Guest) =>
      sender.send<{ ticket_order: { id: string } }>('GET', '/location/:loc/ticketorder/create', undefined, {
        key,
      })
    const asGuest = await create(guest)
    expect((await create(ada)).body).toEqual(asGuest.body)
    expect((await create(guest)).body).toEqual(asGuest.body)
  })

  it('deletes expired data when the server starts, and nothing else', async () => {
    const [ada, eve] = [await Member.new(larder), await Member.new(larder)]
    await guest.send('POST', '/auth/revoke', { revocation_id: eve.tokens.revocation_id })
    const { body: next } = await ada.refresh()
    larder.clock.advance(31 * days)
    await forgetEndedSessions(larder.database, larder.clock.now())
    const left = await larder.database.query<{ user_id: string }>(
      'SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1',
      [eve.email],
    )
    expect(left).toEqual([])
    expect((await ada.refresh(next.refresh_token)).status).toBe(200)
    // A used token is still recognized as used.
    expect((await ada.refresh()).status).toBe(401)
    expect((await ada.refresh(next.refresh_token)).status).toBe(401)
  })
})
