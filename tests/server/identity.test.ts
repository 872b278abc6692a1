import { randomUUID } from 'node:crypto'
import { createHash, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tokens } from '#contract/schemas/session.ts'
import { facebookIdentity } from '#server/ports/identity/facebook.ts'
import { googleIdentity } from '#server/ports/identity/google.ts'
import { lightPasswords } from './support/passwords.ts'
import { databases } from './support/databases.ts'
import {
  grill,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  tavola,
  type TestLarder,
} from './support/larder.ts'
import { merchantsWithSignIn } from './support/merchants.ts'
import {
  type OpenidProvider,
  type Person,
  type SignedInTokens,
  startOpenidProvider,
} from './support/openid-provider.ts'
import { addUser } from './support/people.ts'
import { plantPasskey } from './support/second-factors.ts'

const clientId = 'tavola-at-google'
const place = { organization_id: 'org-tavola', location_id: tavola.location }

const merchantsDir = merchantsWithSignIn({ google: clientId, facebook: '4711' })

const person = (changes: Partial<Person> = {}): Person => {
  const sub = changes.sub ?? `sub-${Math.floor(performance.now() * 1000)}`
  return {
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    given_name: 'Rosa',
    family_name: 'Bianchi',
    ...changes,
  }
}

const usersOf = (larder: TestLarder, email: string) =>
  larder.database.query<{
    id: string
    first_name: string
    password_hash: string | null
    confirmed_at: number | null
    phone: string
  }>(
    'SELECT id, first_name, password_hash, confirmed_at, phone FROM users WHERE location_id = $1 AND email_key = $2',
    [tavola.location, email.toLowerCase()],
  )

async function whoseIs(larder: TestLarder, { token }: Tokens): Promise<string> {
  const rows = await larder.database.query<{ user_id: string }>(
    'SELECT s.user_id FROM access_tokens a JOIN sessions s ON s.location_id = a.location_id AND s.id = a.session_id WHERE a.token_hash = $1',
    [createHash('sha256').update(token).digest('base64url')],
  )
  return rows[0]!.user_id
}

describe.for(databases)(
  'signing in with Google, against a real OpenID Connect provider [$name]',
  (engine) => {
    let google: OpenidProvider
    let larder: TestLarder
    beforeAll(async () => {
      google = await startOpenidProvider([clientId, 'somebody-else'])
      const clock = { now: () => larder.clock.now() }
      larder = await startTestLarder(engine, {
        merchantsDir,
        identity: { google: googleIdentity({ issuer: google.issuer, jwksUrl: google.jwksUrl, clock }) },
      })
      // The provider uses the machine's time.
      larder.clock.set(Date.now())
    })
    afterAll(async () => {
      await larder.close()
      await google.close()
    })

    const send = ({ idToken, accessToken }: SignedInTokens): Promise<Reply<Tokens & ProblemBody>> =>
      new Guest(larder).send('POST', '/auth/google/clientside', {
        id_token: idToken,
        access_token: accessToken,
        ...place,
      })
    const signInAs = async (who: Person): Promise<Reply<Tokens & ProblemBody>> =>
      send(await google.signIn(clientId, who))

    it('opens a session for a new person, who is confirmed and has no password @OV-01 @AU-03 @ST-01', async () => {
      const rosa = person()
      const reply = await signInAs(rosa)
      expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(reply.body).toMatchObject({
        token: expect.any(String),
        refresh_token: expect.any(String),
        revocation_id: expect.any(String),
      })
      const user = await new Guest(larder).send('GET', '/user', undefined, {
        headers: { authorization: `Bearer ${reply.body.token}` },
      })
      expect(user.body).toMatchObject({
        user: {
          email: rosa.email,
          first_name: 'Rosa',
          last_name: 'Bianchi',
          hasPassword: false,
          linked_accounts: [{ provider: 'Google' }],
          role: 'member',
        },
      })
    })

    it('knows the person again by the provider’s own name for them, whatever their address is by then', async () => {
      const rosa = person()
      const first = await signInAs(rosa)
      const moved = await signInAs({ ...rosa, email: 'rosa.moved@example.com' })
      expect(await whoseIs(larder, moved.body)).toBe(await whoseIs(larder, first.body))
      expect(await usersOf(larder, 'rosa.moved@example.com')).toEqual([])
    })

    it('links a verified address to the confirmed account that has it, and leaves its password', async () => {
      const id = await addUser(larder, { email: 'Known@Example.com', passwordHash: 'kept' })
      const reply = await signInAs(person({ email: 'known@example.com' }))
      expect(await whoseIs(larder, reply.body)).toBe(id)
      expect(await usersOf(larder, 'known@example.com')).toMatchObject([
        { id, password_hash: 'kept', first_name: 'Ada' },
      ])
    })

    it('an existing account’s owner is told once that a provider opens it, in their own language', async () => {
      const emails = () => larder.emails.filter(({ to }) => to === 'told@example.com')
      const id = await addUser(larder, { email: 'told@example.com' })
      await larder.database.query(`UPDATE users SET language = 'es' WHERE id = $1`, [id])
      const rosa = person({ email: 'Told@example.com' })
      const claims = decodeJwt((await google.signIn(clientId, rosa)).idToken)
      const tokens = await Promise.all([1, 2, 3].map((one) => google.sign({ ...claims, jti: `told-${one}` })))
      await Promise.all(tokens.map((idToken) => send({ idToken, accessToken: '' })))
      await signInAs(rosa)
      expect(emails()).toMatchObject([
        { kind: 'linked', language: 'es', subject: 'Google ahora abre tu cuenta en Tavola' },
      ])
      expect(emails()[0]!.text).toContain('/forgotpassword')
    })

    it('is told so, too, where a second step keeps the provider’s account out', async () => {
      const id = await addUser(larder, { email: 'kept-out@example.com', role: 'manager' })
      await plantPasskey(larder, id)
      expect((await signInAs(person({ email: 'kept-out@example.com' }))).status).toBe(403)
      expect(larder.emails.filter(({ to }) => to === 'kept-out@example.com')).toMatchObject([
        { kind: 'linked' },
      ])
    })

    it('nobody is told of an account that is new to its owner', async () => {
      await addUser(larder, { email: 'unused@example.com', confirmedAt: undefined })
      const people = [person(), person({ email: 'unused@example.com' })]
      for (const one of people) expect((await signInAs(one)).status).toBe(200)
      const addresses = people.map(({ email }) => email)
      expect(larder.emails.filter(({ to }) => addresses.includes(to))).toEqual([])
    })

    it('asks a member of the staff for their second factor, as after a password', async () => {
      const id = await addUser(larder, { email: 'chef@example.com', role: 'manager' })
      const chef = person({ email: 'chef@example.com' })
      expect((await signInAs(chef)).status).toBe(200)
      await plantPasskey(larder, id)
      const { status, body } = await signInAs(chef)
      expect({ status, ...body }).toMatchObject({
        status: 403,
        code: 'second_factor_required',
        challenge: expect.any(String),
        ways: ['passkey'],
      })
      expect(body).not.toHaveProperty('token')
    })

    it('lets a locked account in: the lock is about passwords, and none was tried', async () => {
      const id = await addUser(larder, {
        email: 'locked@example.com',
        passwordHash: await lightPasswords.hash('the right one'),
      })
      const wrong = { email: 'locked@example.com', password: 'not it', ...place }
      for (let count = 0; count < 6; count++) await new Guest(larder).send('POST', '/auth/local', wrong)
      expect(await new Guest(larder).send('POST', '/auth/local', wrong)).toMatchObject({ status: 423 })
      expect(await whoseIs(larder, (await signInAs(person({ email: 'locked@example.com' }))).body)).toBe(id)
      expect(await new Guest(larder).send('POST', '/auth/local', wrong)).toMatchObject({ status: 423 })
    })

    it('takes over an account that was never confirmed, and removes its creator’s password', async () => {
      const id = await addUser(larder, {
        email: 'victim@example.com',
        passwordHash: 'the attacker’s',
        confirmedAt: undefined,
        phone: '2125550000',
      })
      await larder.database.query(
        `INSERT INTO mail_links (location_id, token_hash, purpose, user_id, created_at, expires_at) VALUES ($1, 'hash', 'confirm', $2, 0, 9e15::bigint)`,
        [tavola.location, id],
      )
      const reply = await signInAs(person({ email: 'victim@example.com' }))
      expect(await whoseIs(larder, reply.body)).toBe(id)
      expect(await usersOf(larder, 'victim@example.com')).toMatchObject([
        { id, password_hash: null, first_name: 'Rosa', phone: '' },
      ])
      expect((await usersOf(larder, 'victim@example.com'))[0]?.confirmed_at).not.toBeNull()
      expect(
        await larder.database.query(
          'SELECT 1 AS one FROM mail_links WHERE user_id = $1 AND used_at IS NULL',
          [id],
        ),
      ).toEqual([])
    })

    it.each([
      { endsInMs: 1, role: 'manager' },
      { endsInMs: 0, role: 'member' },
    ])('an invitation that ends in $endsInMs ms makes a $role', async ({ endsInMs, role }) => {
      const email = `invited-${role}@example.com`
      const id = await addUser(larder, { email, role: 'manager', confirmedAt: undefined })
      await larder.database.query(
        `INSERT INTO mail_links (location_id, token_hash, purpose, user_id, created_at, expires_at) VALUES ($1, $2, 'invite', $2, 0, $3)`,
        [tavola.location, id, larder.clock.now() + endsInMs],
      )
      expect((await signInAs(person({ email }))).status).toBe(200)
      expect(await larder.database.query('SELECT role FROM users WHERE id = $1', [id])).toEqual([{ role }])
    })

    it('links nothing by an address that the provider does not vouch for, and makes no account of it', async () => {
      const id = await addUser(larder, { email: 'owner@example.com' })
      for (const changes of [
        { email: 'owner@example.com', email_verified: false },
        { email: 'nobody@example.com', email_verified: false },
      ]) {
        const reply = await signInAs(person(changes))
        expect(reply).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } })
        expect(reply.body.message).toContain('confirmed email address')
      }
      expect(
        await larder.database.query('SELECT 1 AS one FROM linked_accounts WHERE user_id = $1', [id]),
      ).toEqual([])
      expect(await usersOf(larder, 'nobody@example.com')).toEqual([])
    })

    it('makes one account of ten first sign-ins at once', async () => {
      const rosa = person()
      const claims = decodeJwt((await google.signIn(clientId, rosa)).idToken)
      const tokens = await Promise.all(
        Array.from({ length: 10 }, (_, index) => google.sign({ ...claims, jti: String(index) })),
      )
      const replies = await Promise.all(tokens.map((idToken) => send({ idToken, accessToken: '' })))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      expect(await usersOf(larder, rosa.email!)).toHaveLength(1)
    })

    it('accepts a token once; a repeat of the same attempt, whose answer was lost, signs in again', async () => {
      const { idToken } = await google.signIn(clientId, person())
      const key = randomUUID()
      const attempt = (used?: string) =>
        new Guest(larder).send<Tokens & ProblemBody>(
          'POST',
          '/auth/google/clientside',
          { id_token: idToken, access_token: '', ...place },
          { key: used },
        )
      expect((await attempt(key)).status).toBe(200)
      expect(await attempt()).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } })
      expect((await attempt(key)).status).toBe(200)
      expect(await attempt()).toMatchObject({ status: 422 })
    })

    it('refuses tokens that are tampered with, somebody else’s, expired, or not the provider’s', async () => {
      const rosa = person()
      const good = await google.signIn(clientId, rosa)
      const other = await google.signIn('somebody-else', rosa)
      const claims = decodeJwt(good.idToken)
      const [header, payload, signature] = good.idToken.split('.') as [string, string, string]
      const changed = Buffer.from(JSON.stringify({ ...claims, email: 'boss@example.com' })).toString(
        'base64url',
      )
      const { privateKey } = await generateKeyPair('RS256')
      const bad: Record<string, SignedInTokens> = {
        'tampered payload': { ...good, idToken: `${header}.${changed}.${signature}` },
        'no signature': { ...good, idToken: `${header}.${payload}.` },
        'alg none': { ...good, idToken: new UnsecuredJWT(claims).encode() },
        'signed with a guessable secret': {
          ...good,
          idToken: await new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256' })
            .sign(new TextEncoder().encode(clientId.padEnd(32, '.'))),
        },
        'another key of the same name': {
          ...good,
          idToken: await new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'test' })
            .sign(privateKey),
        },
        'another client’s': other,
        'several audiences, asked for by another': {
          ...good,
          idToken: await google.sign({ ...claims, aud: [clientId, 'somebody-else'], azp: 'somebody-else' }),
        },
        'another issuer': {
          ...good,
          idToken: await google.sign({ ...claims, iss: 'https://accounts.google.com.evil.example' }),
        },
        'another sign-in’s access token': { ...good, accessToken: other.accessToken },
        'without a subject': { ...good, idToken: await google.sign({ ...claims, sub: undefined } as never) },
        'without an end': { ...good, idToken: await google.sign({ ...claims, exp: undefined } as never) },
        'no token at all': { ...good, idToken: 'x' },
      }
      for (const [what, tokens] of Object.entries(bad)) {
        const reply = await send(tokens)
        expect([what, reply.status, reply.body.code]).toEqual([what, 422, 'credentials_invalid'])
        expect(reply.body.message).toContain('Google did not confirm who you are')
      }
      expect(await usersOf(larder, 'boss@example.com')).toEqual([])
      expect((await send({ ...good, accessToken: '' })).status).toBe(200)
      larder.clock.advance(3600_000 + 60_000)
      expect((await send(good)).status).toBe(422)
      larder.clock.set(Date.now())
    })

    it('does not exist for a merchant without a client id, and not for another’s form', async () => {
      const tokens = await google.signIn(clientId, person())
      const body = {
        id_token: tokens.idToken,
        access_token: tokens.accessToken,
        organization_id: 'org-grill',
        location_id: grill.location,
      }
      expect(await new Guest(larder, grill).send('POST', '/auth/google/clientside', body)).toMatchObject({
        status: 404,
      })
      const foreign = await new Guest(larder).send('POST', '/auth/google/clientside', body)
      expect(foreign).toMatchObject({ status: 422, body: { errors: [{ field: 'organization_id' }] } })
    })

    it('has no effect without an Idempotency-Key, and stores neither tokens nor their hashes', async () => {
      const tokens = await google.signIn(clientId, person())
      const body = { id_token: tokens.idToken, access_token: tokens.accessToken, ...place }
      expect(
        await new Guest(larder).send('POST', '/auth/google/clientside', body, { key: '' }),
      ).toMatchObject({ status: 400 })
      await send(tokens)
      const kept = await larder.database.query<{ body: string | null; fingerprint: string }>(
        'SELECT body, fingerprint FROM idempotency_keys',
      )
      expect(kept).toEqual([])
      expect(JSON.stringify(larder.log)).not.toContain(tokens.idToken)
    })
  },
)

describe('signing in when Google cannot be asked', () => {
  it('says so and asks to try again: 503', async () => {
    const google = await startOpenidProvider([clientId])
    const tokens = await google.signIn(clientId, person())
    await google.close()
    const larder = await startTestLarder(databases[0]!, {
      merchantsDir,
      identity: {
        google: googleIdentity({
          issuer: google.issuer,
          jwksUrl: google.jwksUrl,
          clock: { now: () => Date.now() },
        }),
      },
    })
    const body = { id_token: tokens.idToken, access_token: tokens.accessToken, ...place }
    const reply = await new Guest(larder).send<ProblemBody>('POST', '/auth/google/clientside', body)
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(reply.body.message).toContain('Google does not answer')
    await larder.close()
  })
})

type Graph = { debug?: object; me?: object; status?: number }

describe('signing in with Facebook', () => {
  let larder: TestLarder
  let facebook: Server
  let asked: URL[]
  let graph: Graph
  const secret = 'the app’s secret'
  beforeAll(async () => {
    facebook = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://graph')
      asked.push(url)
      const body = url.pathname === '/v23.0/debug_token' ? { data: graph.debug } : graph.me
      response
        .writeHead(graph.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => facebook.listen(0, '127.0.0.1', resolve))
    const graphUrl = `http://127.0.0.1:${(facebook.address() as AddressInfo).port}/v23.0`
    larder = await startTestLarder(databases[0]!, {
      merchantsDir,
      identity: {
        facebook: facebookIdentity({ graphUrl, appSecret: secret, clock: { now: () => larder.clock.now() } }),
      },
    })
  })
  afterAll(async () => {
    await larder.close()
    await new Promise((resolve) => facebook.close(resolve))
  })

  const valid = (changes: object = {}): object => ({
    app_id: '4711',
    type: 'USER',
    is_valid: true,
    user_id: 'fb-1',
    expires_at: 0,
    ...changes,
  })
  const rosa = { id: 'fb-1', email: 'rosa@example.com', first_name: 'Rosa', last_name: 'Bianchi' }
  const signIn = (
    answers: Graph,
    body: object = { access_token: 'a-token', ...place },
  ): Promise<Reply<Tokens & ProblemBody>> => {
    asked = []
    graph = answers
    return new Guest(larder).send('POST', '/auth/facebook/clientside', body)
  }

  it('asks Facebook whose token it is, then who the person is, with the app’s proof @AU-02 @OV-01 @ST-01', async () => {
    const reply = await signIn({ debug: valid(), me: rosa })
    expect(reply.status).toBe(200)
    expect(await usersOf(larder, rosa.email)).toMatchObject([{ first_name: 'Rosa', password_hash: null }])
    expect(asked.map((url) => url.pathname)).toEqual(['/v23.0/debug_token', '/v23.0/me'])
    expect(asked[0]!.searchParams.get('access_token')).toBe(`4711|${secret}`)
    expect(asked[1]!.searchParams.get('appsecret_proof')).toBe(
      createHmac('sha256', secret).update('a-token').digest('hex'),
    )
    const again = await signIn({ debug: valid(), me: { ...rosa, email: undefined } })
    expect(await whoseIs(larder, again.body)).toBe(await whoseIs(larder, reply.body))
  })

  it('refuses a token of another application, an invalid, an expired or a page’s one, and an answer about somebody else', async () => {
    const seconds = Math.floor(larder.clock.now() / 1000)
    const bad: Graph[] = [
      { debug: valid({ app_id: '666' }), me: rosa },
      { debug: valid({ is_valid: false }), me: rosa },
      { debug: valid({ expires_at: seconds - 1 }), me: rosa },
      { debug: valid({ type: 'PAGE' }), me: rosa },
      { debug: valid({ user_id: 'fb-2' }), me: rosa },
    ]
    for (const answers of bad)
      expect(await signIn(answers)).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } })
    expect(await usersOf(larder, 'nobody@example.com')).toEqual([])
  })

  it('creates no account for a person without an address', async () => {
    const reply = await signIn({ debug: valid({ user_id: 'fb-3' }), me: { id: 'fb-3', first_name: 'Phone' } })
    expect(reply).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } })
    expect(reply.body.message).toContain('Facebook did not give us a confirmed email address')
  })

  it('says so when Facebook does not answer, answers nonsense, or refuses this server', async () => {
    for (const answers of [
      { status: 500 },
      { status: 429 },
      { status: 400, debug: {} },
      { debug: { nonsense: true } },
    ])
      expect(await signIn(answers)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(JSON.stringify(larder.log)).not.toContain('a-token')
  })

  it('does not exist without the application’s secret', async () => {
    const without = await startTestLarder(databases[0]!, { merchantsDir })
    expect(
      await new Guest(without).send('POST', '/auth/facebook/clientside', { access_token: 'x', ...place }),
    ).toMatchObject({ status: 404 })
    await without.close()
  })
})
