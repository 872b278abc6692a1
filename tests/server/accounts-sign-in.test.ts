import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import {
  everybody,
  goodPassword,
  emailsTo,
  linkIn,
  Member,
  newAddress,
  place,
  signUp,
  signUpForm,
  tokenFor,
  trySignIn,
} from './support/members.ts'

const generous = { max: 100_000, minutes: 60 }

describe.for(databases)('signing in [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      verification: everybody,
      limits: {
        signInOfAddress: generous,
        signInOfClient: generous,
        registerOfClient: generous,
        linkOfClient: generous,
      },
    })
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const member = async (): Promise<string> => {
    const email = newAddress()
    await signUp(larder, email)
    return email
  }

  it('gives tokens for the right password, good for well over a day @AU-01 @ST-01 @EN-53', async () => {
    const email = await member()
    const { status, body } = await trySignIn(guest, ` ${email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(endpoints.signIn.answer.safeParse(body).success).toBe(true)
    expect(Date.parse(body.expires) - larder.clock.now()).toBeGreaterThan(2 * 24 * 60 * 60 * 1000)
    expect(new Set([body.token, body.refresh_token, body.revocation_id]).size).toBe(3)
    for (const secret of [body.token, body.refresh_token, body.revocation_id!])
      expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(24)
  })

  it('stores no answer that contains tokens: the same key begins another session, and a key is required', async () => {
    const email = await member()
    const key = randomUUID()
    const [first, second] = [
      await trySignIn(guest, email, goodPassword, { key }),
      await trySignIn(guest, email, goodPassword, { key }),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.token).not.toBe(first.body.token)
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    expect(await trySignIn(guest, email, goodPassword, { key: '' })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_missing' },
    })
  })

  it('gives the same answer with the same work for an unknown address, a wrong password and an unconfirmed account', async () => {
    const known = await member()
    const unconfirmed = newAddress()
    await guest.send('POST', '/auth/register', signUpForm(unconfirmed))
    const tries: [string, string][] = [
      [newAddress(), goodPassword],
      [known, 'something else entirely'],
      [unconfirmed, goodPassword],
    ]
    const outcomes = []
    for (const [email, password] of tries) {
      const before = larder.passwordWork.compared
      const { status, body, headers } = await trySignIn(guest, email, password)
      outcomes.push({
        status,
        body,
        compared: larder.passwordWork.compared - before,
        headers: Object.keys(headers).toSorted(),
      })
    }
    expect(outcomes[0]).toMatchObject({ status: 422, body: { code: 'credentials_invalid' }, compared: 1 })
    expect(outcomes[0]!.body.errors).toEqual([{ message: outcomes[0]!.body.message }])
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[2]).toEqual(outcomes[0])
  })

  it('locks an email after five wrong passwords in a row, with or without an account, and sends the unlock link once @AU-10 @ER-06', async () => {
    const [known, unknown] = [await member(), newAddress()]
    const outcomes: Record<string, unknown[]> = { known: [], unknown: [] }
    for (let count = 1; count <= 7; count++) {
      for (const [name, email] of [
        ['known', known],
        ['unknown', unknown],
      ] as const) {
        const before = larder.passwordWork.compared
        // The last password is the right one.
        const { status, body } = await trySignIn(guest, email, count === 7 ? goodPassword : `wrong ${count}`)
        outcomes[name]!.push({ status, body, compared: larder.passwordWork.compared - before })
      }
    }
    expect(outcomes['known']).toEqual(outcomes['unknown'])
    expect(outcomes['known']!.map((one) => (one as { status: number }).status)).toEqual([
      422, 422, 422, 422, 423, 423, 423,
    ])
    expect(outcomes['known']![6]).toMatchObject({
      body: { code: 'locked', message: expect.stringContaining('locked') },
      compared: 1,
    })
    expect(emailsTo(larder, known)).toEqual(['confirm', 'unlock'])
    expect(emailsTo(larder, unknown)).toEqual([])
    const token = tokenFor(larder, known)
    const unlocked = await guest.send<{ message: string }>('GET', `/auth/unlock?token=${token}`)
    expect(unlocked).toMatchObject({ status: 200, body: { message: expect.stringContaining('unlocked') } })
    expect((await trySignIn(guest, known)).status).toBe(200)
  })

  it('starts counting again after a right password, and unlocks by itself after a day', async () => {
    const email = await member()
    const wrong = async (times: number) => {
      for (let count = 0; count < times; count++) await trySignIn(guest, email, 'wrong')
    }
    await wrong(4)
    expect((await trySignIn(guest, email)).status).toBe(200)
    await wrong(4)
    expect((await trySignIn(guest, email)).status).toBe(200)
    await wrong(5)
    larder.clock.advance(23 * 60 * 60 * 1000)
    expect((await trySignIn(guest, email)).status).toBe(423)
    larder.clock.advance(60 * 60 * 1000)
    expect((await trySignIn(guest, email)).status).toBe(200)
  })

  it('locks once when two hundred wrong passwords come at once, and compares no more than five', async () => {
    const email = await member()
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, count) =>
        trySignIn(guest, email, count === 150 ? goodPassword : `wrong ${count}`),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(4)
    expect(statuses.filter((status) => status === 423)).toHaveLength(196)
    expect(emailsTo(larder, email)).toEqual(['confirm', 'unlock'])
  })

  it('lets the same person sign in many times at once, which is no guessing', async () => {
    const email = await member()
    const replies = await Promise.all(Array.from({ length: 12 }, () => trySignIn(guest, email)))
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  it('signs nobody in for another merchant', async () => {
    const email = await member()
    const other = await guest.send<ProblemBody>('POST', '/auth/local', {
      ...place,
      email,
      password: goodPassword,
      location_id: grill.location,
    })
    expect(other).toMatchObject({ status: 422, body: { errors: [{ field: 'location_id' }] } })
    const there = await new Guest(larder, grill).send<ProblemBody>('POST', '/auth/local', {
      email,
      password: goodPassword,
      organization_id: 'org-grill',
      location_id: grill.location,
    })
    expect(there).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } })
  })

  it('accepts a token only at its own merchant, and refuses a bad one even when none is needed @RO-02', async () => {
    const ada = await Member.new(larder)
    const authorization = `Bearer ${ada.tokens.token}`
    expect((await ada.send('GET', '/user')).status).toBe(200)
    expect(
      await new Guest(larder, grill).send('GET', '/user', undefined, { headers: { authorization } }),
    ).toMatchObject({ status: 401 })
    expect(await guest.send('GET', '/user')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const stale = { headers: { authorization: `Bearer ${'x'.repeat(32)}` } }
    expect(await guest.send('GET', '/location/:loc/ticketorder/create', undefined, stale)).toMatchObject({
      status: 401,
    })
    // This call has the same answer for everybody, so tokens are not checked (specification §6).
    expect(await guest.send('GET', '/location/:loc', undefined, stale)).toMatchObject({ status: 200 })
    const signInAgain = await guest.send(
      'POST',
      '/auth/local',
      { email: ada.email, password: goodPassword, ...place },
      stale,
    )
    expect(signInAgain.status).toBe(200)
  })

  it('refuses administrators’ calls to members @RO-03', async () => {
    const ada = await Member.new(larder)
    expect(await ada.send('GET', '/admin/apps')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('limits a client’s tries by the address that our proxy forwards, and says when to try again', async () => {
    const limited = await startTestLarder(engine, {
      verification: everybody,
      trustProxy: true,
      limits: { signInOfClient: { max: 3, minutes: 15 } },
    })
    const from = (address: string) =>
      trySignIn(new Guest(limited), newAddress(), 'wrong', { headers: { 'x-forwarded-for': address } })
    for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
      expect((await from(`${claimed}, 203.0.113.7`)).status).toBe(422)
    const refused = await from('4.4.4.4, 203.0.113.7')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      headers: { 'retry-after': '900' },
    })
    expect((await from('203.0.113.8')).status).toBe(422)
    limited.clock.advance(15 * 60 * 1000)
    expect((await from('203.0.113.7')).status).toBe(422)
    const rows = await limited.database.query('SELECT * FROM limits')
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
    await limited.close()
  })

  it('does not count successful tries', async () => {
    const limited = await startTestLarder(engine, {
      verification: everybody,
      limits: { signInOfClient: { max: 2, minutes: 15 } },
    })
    const email = newAddress()
    await signUp(limited, email)
    for (let count = 0; count < 5; count++)
      expect((await trySignIn(new Guest(limited), email)).status).toBe(200)
    await limited.close()
  })

  it('makes links for emails from the merchant file alone, whatever the request says (X7)', async () => {
    const email = await member()
    for (let count = 0; count < 5; count++)
      await trySignIn(guest, email, 'wrong', { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(linkIn(larder.emails.at(-1))).toMatchObject({
      hostname: 'tavola.localhost',
      pathname: '/unlockaccount',
    })
    const forged = await larder.app.inject({
      method: 'GET',
      url: '/api/location/tavola-nyc',
      headers: { host: 'evil.example' },
    })
    expect(forged.statusCode).toBe(404)
  })
})
