import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecurityAnswer } from '#contract/schemas/second-factor.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import {
  emailsTo,
  everybody,
  goodPassword,
  Member,
  newAddress,
  signUp,
  trySignIn,
} from './support/members.ts'
import { SignedIn, userIdOf } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import {
  type Asking,
  Colleague,
  nextStep,
  passkeyProof,
  plantPasskey,
  secondStep,
} from './support/second-factors.ts'
import { SoftwareAuthenticator } from './support/software-authenticator.ts'
import { actsOf } from './support/staff.ts'

const minute = 60_000
const over = { status: 422, body: { code: 'link_invalid' } }
const wrong = { status: 422, body: { code: 'credentials_invalid' } }

describe.for(databases)('the second factors of staff [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
    owner = await administratorOf(larder)
  })
  afterAll(() => larder.close())

  /** A colleague with a passkey. */
  async function withPasskey(): Promise<{ who: Colleague; phone: SoftwareAuthenticator }> {
    const who = await Colleague.new(larder)
    const phone = new SoftwareAuthenticator()
    const added = await who.addPasskey(phone)
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    return { who, phone }
  }
  const withApp = async () => {
    const who = await Colleague.new(larder)
    const app = await who.addApp()
    nextStep(larder)
    return { who, app }
  }

  describe('a passkey', () => {
    it('is added, told by email, written down, and asked for at the next sign-in', async () => {
      const { who, phone } = await withPasskey()
      expect((await who.security()).passkeys).toMatchObject([{ name: 'My phone', host: 'tavola.localhost' }])
      expect(emailsTo(larder, who.email)).toEqual(['security'])
      expect((await actsOf(who))[0]).toMatchObject({ action: 'passkey_added', about: 'My phone' })

      const asked = await who.asked()
      expect(asked.ways).toEqual(['passkey'])
      expect(JSON.stringify(await who.password())).not.toContain('refresh_token')
      expect((await who.secondStep(passkeyProof(phone, asked), asked.challenge)).status).toBe(200)
      expect((await who.send('GET', '/user')).status).toBe(200)
      expect((await who.security()).passkeys[0]).toHaveProperty('last_used_at')
    })

    it('is renamed and removed; the password alone signs in then', async () => {
      const { who } = await withPasskey()
      const { passkeys } = await who.security()
      const path = `/user/security/passkeys/${passkeys[0]!.id}`
      const renamed = await who.send<SecurityAnswer>('PUT', path, { name: ' Laptop ' })
      expect(renamed.body.passkeys).toMatchObject([{ name: 'Laptop' }])
      const stranger = await Colleague.new(larder)
      expect((await stranger.send('DELETE', path)).status).toBe(404)
      expect((await stranger.send('PUT', path, { name: 'Mine' })).status).toBe(404)
      expect((await who.send<SecurityAnswer>('DELETE', path)).body.passkeys).toEqual([])
      expect((await who.password()).status).toBe(200)
    })

    it.for([
      ['another page', { origin: 'http://evil.example' }],
      ['another host', { rpId: 'evil.example' }],
      ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
      ['a signature that was changed', { tampered: true }],
    ] as const)('is refused for %s', async ([, changes]) => {
      const { who, phone } = await withPasskey()
      const asked = await who.asked()
      expect(await secondStep(larder, asked.challenge, passkeyProof(phone, asked, changes))).toMatchObject(
        wrong,
      )
      // The same challenge may be tried again.
      expect((await secondStep(larder, asked.challenge, passkeyProof(phone, asked))).status).toBe(200)
    })

    it('is not added for another page, challenge or host, nor twice', async () => {
      const who = await Colleague.new(larder)
      const phone = new SoftwareAuthenticator()
      for (const change of [
        { origin: 'http://evil.example' },
        { rpId: 'evil.example' },
        { challenge: 'c29tZXRoaW5nIGVsc2U' },
      ])
        expect(await who.addPasskey(phone, 'Mine', change)).toMatchObject(wrong)
      expect((await who.addPasskey(phone)).status).toBe(200)
      expect((await who.addPasskey(phone)).status).toBe(409)
      expect((await who.security()).passkeys).toHaveLength(1)
    })

    it('of somebody else opens nothing', async () => {
      const { who } = await withPasskey()
      const { phone: stolen } = await withPasskey()
      const asked = await who.asked()
      expect(await secondStep(larder, asked.challenge, passkeyProof(stolen, asked))).toMatchObject(wrong)
    })

    it('that was copied is refused as soon as both were used', async () => {
      const { who, phone } = await withPasskey()
      const copy = phone.clone()
      const asked = await who.asked()
      expect((await secondStep(larder, asked.challenge, passkeyProof(copy, asked))).status).toBe(200)
      const again = await who.asked()
      expect(await secondStep(larder, again.challenge, passkeyProof(phone, again))).toMatchObject(wrong)
    })

    it('of a kind that counts nothing is good each time', async () => {
      const who = await Colleague.new(larder)
      const synced = new SoftwareAuthenticator('http://tavola.localhost', 0)
      await who.addPasskey(synced)
      for (let time = 0; time < 2; time++) {
        const asked = await who.asked()
        expect((await secondStep(larder, asked.challenge, passkeyProof(synced, asked))).status).toBe(200)
      }
    })
  })

  describe('a challenge for a second factor', () => {
    it('is good once, for five minutes, five tries, and at one restaurant', async () => {
      const { who, phone } = await withPasskey()
      const asked = await who.asked()
      const proof = passkeyProof(phone, asked)
      expect(await secondStep(larder, asked.challenge, proof, {}, grill)).toMatchObject({ status: 422 })
      expect((await secondStep(larder, asked.challenge, proof)).status).toBe(200)
      expect(await secondStep(larder, asked.challenge, proof)).toMatchObject(over)

      const late = await who.asked()
      larder.clock.advance(5 * minute)
      expect(await secondStep(larder, late.challenge, passkeyProof(phone, late))).toMatchObject(over)

      const tried = await who.asked()
      for (let time = 0; time < 5; time++)
        expect(
          await secondStep(larder, tried.challenge, passkeyProof(phone, tried, { tampered: true })),
        ).toMatchObject(wrong)
      expect(await secondStep(larder, tried.challenge, passkeyProof(phone, tried))).toMatchObject(over)
      expect(await secondStep(larder, 'no such challenge at all', proof)).toMatchObject(over)
    })

    it('of one at once opens one session', async () => {
      const { who, phone } = await withPasskey()
      const asked = await who.asked()
      const proof = passkeyProof(phone, asked)
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => secondStep(larder, asked.challenge, proof)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it('is answered again to the very same call, whose answer was lost', async () => {
      const { who, app } = await withApp()
      const { challenge } = await who.asked()
      const key = randomUUID()
      const lost = await secondStep(larder, challenge, app.totp(), { key })
      const again = await secondStep(larder, challenge, app.totp(), { key })
      expect([lost.status, again.status]).toEqual([200, 200])
    })

    it('is void when the password was changed, or they work here no longer', async () => {
      const { who, app } = await withApp()
      const { challenge } = await who.asked()
      await larder.database.query('UPDATE users SET version = version + 1 WHERE id = $1', [who.userId])
      expect(await secondStep(larder, challenge, app.totp())).toMatchObject(over)
    })
  })

  describe('an authenticator app', () => {
    it('opens with the code that it shows now, and with none twice', async () => {
      const { who, app } = await withApp()
      expect((await who.asked()).ways).toEqual(['totp'])
      // The password was accepted already, and is not enough by itself.
      expect(await who.secondStep({ kind: 'password', password: goodPassword })).toMatchObject(wrong)
      const proof = app.totp()
      expect((await who.secondStep(proof)).status).toBe(200)
      expect(await who.secondStep(proof)).toMatchObject(wrong)
      // An earlier code is refused, too.
      expect(await who.secondStep(app.totp(-1))).toMatchObject(wrong)
      nextStep(larder)
      expect((await who.secondStep(app.totp())).status).toBe(200)
    })

    it('whose code was used to add it does not open with that code', async () => {
      const who = await Colleague.new(larder)
      const app = await who.addApp()
      expect(await who.secondStep(app.totp())).toMatchObject(wrong)
    })

    it('may be half a minute off, and no more', async () => {
      const { who, app } = await withApp()
      expect(await who.secondStep(app.totp(2))).toMatchObject(wrong)
      expect(await who.secondStep(app.totp(-2))).toMatchObject(wrong)
      expect((await who.secondStep(app.totp(1))).status).toBe(200)
    })

    it('is bounded in guesses, also over many requests; what was right counts for nothing', async () => {
      const { who, app } = await withApp()
      const guess = { kind: 'totp', code: '000000' } as const
      expect((await who.secondStep(app.totp())).status).toBe(200)
      const answers = []
      for (let time = 0; time < 11; time++) answers.push((await who.secondStep(guess)).status)
      expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
      nextStep(larder)
      expect((await who.secondStep(app.totp())).status).toBe(429)
      larder.clock.advance(15 * minute)
      expect((await who.secondStep(app.totp())).status).toBe(200)
    })

    it('is added only with a right code, and its secret is not in the database', async () => {
      const who = await Colleague.new(larder)
      const begun = await who.send<{ challenge: string; secret: string; uri: string }>(
        'POST',
        '/user/security/app/begin',
      )
      expect(begun.body.uri).toContain('otpauth://totp/')
      const { challenge, secret } = begun.body
      expect(await who.send('POST', '/user/security/app', { challenge, code: '000000' })).toMatchObject(wrong)
      const { secret: kept } = await (await Colleague.new(larder)).addApp()
      const rows = await larder.database.query<{ row: string }>(
        'SELECT t::text AS row FROM proof_requests t UNION ALL SELECT t::text FROM authenticator_apps t',
      )
      expect(rows.length).toBeGreaterThan(1)
      for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${secret}|${kept}`))
    })
  })

  describe('recovery codes', () => {
    it('are ten, each good once, typed as they may be; new ones void them', async () => {
      const { who } = await withApp()
      const { codes } = (await who.recoveryCodes()).body
      expect(codes).toHaveLength(10)
      expect(new Set(codes).size).toBe(10)
      expect((await who.asked()).ways).toEqual(['totp', 'recovery'])
      const proof = { kind: 'recovery', code: ` ${codes[0]!.toUpperCase().replace('-', ' ')}` } as const
      expect((await who.secondStep(proof)).status).toBe(200)
      expect(await who.secondStep(proof)).toMatchObject(wrong)
      expect((await who.security()).recovery_codes_left).toBe(9)
      expect((await who.recoveryCodes()).status).toBe(200)
      expect(await who.secondStep({ kind: 'recovery', code: codes[1]! })).toMatchObject(wrong)
      const rows = await larder.database.query<{ row: string }>('SELECT t::text AS row FROM recovery_codes t')
      for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
    })

    it('that are used are reported by email and in the activity log, each once', async () => {
      const { who } = await withApp()
      const { codes } = (await who.recoveryCodes()).body
      const told = () =>
        larder.emails.filter(
          ({ to, subject }) => to === who.email && subject === 'A recovery code was used at Tavola',
        )
      const logged = async () =>
        (await actsOf(owner)).filter(({ action }) => action === 'recovery_code_used').length
      const before = await logged()
      const codeOf = (code: string) => ({ kind: 'recovery', code }) as const
      expect(await who.secondStep(codeOf('aaaaa-aaaaa'))).toMatchObject(wrong)
      expect([told(), await logged()]).toEqual([[], before])
      const { challenge } = await who.asked()
      const key = randomUUID()
      for (let time = 0; time < 2; time++)
        expect((await who.secondStep(codeOf(codes[0]!), challenge, { key })).status).toBe(200)
      expect(told()).toHaveLength(1)
      expect(told()[0]!.text).toContain('One of your recovery codes was used')
      const step = await who.beginStepUp()
      for (let time = 0; time < 2; time++)
        expect((await who.stepUp(codeOf(codes[1]!), step.challenge, { key })).status).toBe(200)
      expect(told()).toHaveLength(2)
      expect(await logged()).toBe(before + 2)
    })

    it('are ten also of two calls at once, and none are left of two factors that go at once', async () => {
      const { who } = await withApp()
      await Promise.all(Array.from({ length: 6 }, () => who.recoveryCodes()))
      expect((await who.security()).recovery_codes_left).toBe(10)
      const added = await who.addPasskey(new SoftwareAuthenticator())
      const { id } = added.body.passkeys[0]!
      await Promise.all([
        who.send('DELETE', '/user/security/app'),
        who.send('DELETE', `/user/security/passkeys/${id}`),
      ])
      expect(await who.security()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    })

    it('replace a factor: there are none without one, and they are removed with the last one', async () => {
      const who = await Colleague.new(larder)
      expect((await who.recoveryCodes()).status).toBe(409)
      await who.addApp()
      await who.recoveryCodes()
      expect((await who.send<SecurityAnswer>('DELETE', '/user/security/app')).body.recovery_codes_left).toBe(
        0,
      )
      expect((await who.send('DELETE', '/user/security/app')).status).toBe(404)
    })
  })

  describe('step-up', () => {
    const sensitive = (who: Guest) => who.send<Asking>('PUT', '/staff/people/nobody', { role: 'kitchen' })

    it('by the password, where there is nothing else, for five minutes', async () => {
      const who = await Colleague.new(larder)
      larder.clock.advance(5 * minute)
      expect((await sensitive(who)).status).toBe(404)
      larder.clock.advance(1)
      expect(await sensitive(who)).toMatchObject({
        status: 403,
        body: { code: 'step_up_required', ways: ['password'] },
      })
      expect((await who.send('GET', '/staff/people')).status).toBe(200)
      expect(await who.stepUp({ kind: 'password', password: 'not that' })).toMatchObject(wrong)
      expect((await sensitive(who)).status).toBe(403)
      const key = randomUUID()
      const { challenge } = await who.beginStepUp()
      const right = { kind: 'password', password: goodPassword } as const
      expect((await who.stepUp(right, challenge, { key })).status).toBe(200)
      // A repeat, as after a lost answer, succeeds; under another key it is a new call.
      expect((await who.stepUp(right, challenge, { key })).status).toBe(200)
      expect(await who.stepUp(right, challenge)).toMatchObject(over)
      expect((await sensitive(who)).status).toBe(404)
    })

    it('by the second factor, where there is one, and not by the password', async () => {
      const { who, phone } = await withPasskey()
      larder.clock.advance(6 * minute)
      expect(await sensitive(who)).toMatchObject({ status: 403, body: { ways: ['passkey'] } })
      expect(await who.stepUp({ kind: 'password', password: goodPassword })).toMatchObject(wrong)
      const asked = await who.beginStepUp()
      expect((await who.stepUp(passkeyProof(phone, asked), asked.challenge)).status).toBe(200)
      expect((await sensitive(who)).status).toBe(404)
    })

    it('at once where a factor was added in another session: signing in by password was not it', async () => {
      const who = await Colleague.new(larder)
      const other = await SignedIn.as(larder, who.userId)
      await who.addApp()
      expect((await sensitive(who)).status).toBe(404)
      expect(await sensitive(other)).toMatchObject({ status: 403, body: { ways: ['totp'] } })
    })

    it('of another session, another person or for signing in counts for nothing', async () => {
      const { who, app } = await withApp()
      const other = new Colleague(larder, who.userId, who.email, '')
      expect((await other.secondStep(app.totp())).status).toBe(200)
      larder.clock.advance(6 * minute)
      const { challenge } = await other.beginStepUp()
      expect(await who.stepUp(app.totp(), challenge)).toMatchObject(over)
      const stranger = await Colleague.new(larder)
      expect(await stranger.stepUp(app.totp(), challenge)).toMatchObject(over)
      const forSignIn = (await who.asked()).challenge
      expect(await who.stepUp(app.totp(), forSignIn)).toMatchObject(over)
      expect(await secondStep(larder, (await who.beginStepUp()).challenge, app.totp())).toMatchObject(over)
      expect((await sensitive(who)).status).toBe(403)
    })

    it('without a password or a factor means signing in again', async () => {
      larder.clock.advance(6 * minute)
      expect(await sensitive(owner)).toMatchObject({ status: 403, body: { ways: ['sign_in'] } })
      owner = await administratorOf(larder)
    })
  })

  describe('a restaurant that asks for a second factor', () => {
    it('leads who has none to set one up, and lets them act then', async () => {
      const who = await Colleague.new(larder)
      const act = () => who.send<Asking>('PUT', '/staff/people/nobody', { role: 'kitchen' })
      larder.change('tavola', (document) => ({
        ...document,
        staff: { tabletDays: 30, secondFactor: 'required' },
      }))
      expect(await act()).toMatchObject({ status: 403, body: { code: 'step_up_required', ways: ['set_up'] } })
      expect((await who.security()).is_required).toBe(true)
      await who.addApp()
      expect((await act()).status).toBe(404)
      larder.change('tavola', (document) => ({ ...document, staff: undefined }))
    })
  })

  describe('an owner', () => {
    it('takes away what somebody lost: they are signed out, told, and sign in by password alone', async () => {
      const { who } = await withApp()
      await who.recoveryCodes()
      const path = `/staff/people/${who.userId}/security`
      const manager = await Colleague.new(larder, 'manager')
      expect((await manager.send('DELETE', path)).status).toBe(403)
      owner = await administratorOf(larder)
      const { status, body } = await owner.send<StaffPeopleAnswer>('DELETE', path)
      expect(status).toBe(200)
      expect(body.people.find(({ id }) => id === who.userId)).toMatchObject({ has_second_factor: false })
      expect((await actsOf(owner))[0]).toMatchObject({ action: 'second_factors_taken', about: 'Ada Guest' })
      expect(emailsTo(larder, who.email).at(-1)).toBe('security')
      expect((await who.send('GET', '/user')).status).toBe(401)
      expect((await who.password()).status).toBe(200)
    })

    it('who has seen an older one neither takes away what was set up since, nor resets twice', async () => {
      const { who } = await withApp()
      owner = await administratorOf(larder)
      const path = `/staff/people/${who.userId}/security`
      const seen = async () =>
        (await owner.send<StaffPeopleAnswer>('GET', '/staff/people')).body.people.find(
          ({ id }) => id === who.userId,
        )!.second_factor_at!
      const before = await seen()
      const take = (at: string) => owner.send<ProblemBody>('DELETE', `${path}?seen=${encodeURIComponent(at)}`)
      expect((await take(before)).status).toBe(200)
      const emails = emailsTo(larder, who.email).length
      expect((await take(before)).status).toBe(200)
      expect(emailsTo(larder, who.email)).toHaveLength(emails)
      larder.clock.advance(1000)
      who.token = (await who.password()).body.token
      await who.addApp()
      owner = await administratorOf(larder)
      expect(await take(before)).toMatchObject({
        status: 409,
        body: {
          code: 'changed_meanwhile',
          message:
            'They have set up two-step verification again since you opened this page. Nothing was changed.',
        },
      })
      expect((await who.security()).app).toBeDefined()
      expect((await take(await seen())).status).toBe(200)
    })

    it('can remove neither their own nor a guest’s', async () => {
      owner = await administratorOf(larder)
      expect((await owner.send('DELETE', `/staff/people/${owner.userId}/security`)).status).toBe(409)
      expect((await owner.send('DELETE', '/staff/people/nobody/security')).status).toBe(404)
    })

    it('who makes somebody a guest again takes their second factor with it', async () => {
      const { who } = await withApp()
      owner = await administratorOf(larder)
      expect((await owner.send('PUT', `/staff/people/${who.userId}`, { role: 'member' })).status).toBe(200)
      expect((await who.password()).status).toBe(200)
      expect(
        await larder.database.query('SELECT 1 AS left FROM authenticator_apps WHERE user_id = $1', [
          who.userId,
        ]),
      ).toEqual([])
    })
  })

  it('guests are asked for nothing, and have nothing to set up', async () => {
    const email = newAddress()
    await signUp(larder, email)
    const guest = await Member.signIn(larder, email)
    expect(Object.keys(guest.tokens).toSorted()).toEqual([
      'expires',
      'refresh_token',
      'revocation_id',
      'token',
    ])
    expect((await guest.send('GET', '/user/security')).status).toBe(403)
    expect((await guest.send('POST', '/user/stepup/begin')).status).toBe(403)
    // Not even where a row was left behind.
    await plantPasskey(larder, await userIdOf(larder, tavola.location, email))
    expect((await trySignIn(new Guest(larder), email)).status).toBe(200)
  })

  it('kitchen staff have a second factor of their own', async () => {
    const cook = await Colleague.new(larder, 'kitchen')
    const app = await cook.addApp()
    nextStep(larder)
    expect((await cook.secondStep(app.totp())).status).toBe(200)
    expect((await cook.recoveryCodes()).body.codes).toHaveLength(10)
  })

  it('of people without one: wrong passwords get the same answer as before', async () => {
    const { who } = await withApp()
    const { status, body } = await new Guest(larder).send<ProblemBody>('POST', '/auth/local', {
      email: who.email,
      password: 'not that one',
      organization_id: 'org-tavola',
      location_id: 'tavola-nyc',
    })
    expect([status, body.code]).toEqual([422, 'credentials_invalid'])
    expect(body).not.toHaveProperty('challenge')
  })
})
