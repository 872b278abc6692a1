import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '#server/env.ts'
import { checkPerson } from '#server/modules/verification/routes.ts'
import { embeddedVerification, forgetUsedChallenges } from '#server/ports/verification/embedded.ts'
import { recaptchaVerification } from '#server/ports/verification/recaptcha.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'

const secret = 'a secret of this test alone'

/** Does the widget's work: derives keys until the prefix matches, with the browser's own crypto. */
async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe.for(databases)('the embedded human verification [$name]', (engine) => {
  let larder: TestLarder
  let verification: Verification
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    const { database, clock } = larder
    verification = embeddedVerification({ database, clock, secret, work: { cost: 100, tries: 20 } })
  })
  afterAll(() => larder.close())

  const challengeOf = async (location = tavola.location): Promise<Challenge> =>
    (await verification.makeChallenge!(location)) as Challenge

  it('gives challenges that a browser can solve, never kept by a cache', async () => {
    const reply = await new Guest(larder).send<{ challenge: Challenge }>('GET', '/verification/challenge')
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    const solution = await solveChallenge({ challenge: reply.body.challenge, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(50)
  })

  it('takes a right answer once', async () => {
    const answer = await solve(await challengeOf())
    expect(await verification.verify(tavola.location, answer)).toBe(true)
    expect(await verification.verify(tavola.location, answer)).toBe(false)
  })

  it('accepts one of twenty that use the same answer at once', async () => {
    const answer = await solve(await challengeOf())
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => verification.verify(tavola.location, answer)),
    )
    expect(verdicts.filter(Boolean)).toHaveLength(1)
  })

  it('refuses an answer with another key, for an easier challenge or another location, and noise', async () => {
    const challenge = await challengeOf()
    const solution = await solveChallenge({ challenge, deriveKey })
    const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
    const forged = packed({ challenge, solution: { ...solution, derivedKey: `${'0'.repeat(63)}1` } })
    const lighter = packed({
      challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
      solution,
    })
    const later = packed({
      challenge: {
        ...challenge,
        parameters: { ...challenge.parameters, data: { location: tavola.location, expires_at: 1e15 } },
      },
      solution,
    })
    for (const answer of [
      forged,
      lighter,
      later,
      '',
      'e30=',
      'not base64 at all',
      packed({ challenge, solution: null }),
    ])
      expect(await verification.verify(tavola.location, answer)).toBe(false)
    const right = packed({ challenge, solution })
    expect(await verification.verify(grill.location, right)).toBe(false)
    expect(await verification.verify(tavola.location, right)).toBe(true)
  })

  it('refuses another installation’s challenge', async () => {
    const { database, clock } = larder
    const other = embeddedVerification({
      database,
      clock,
      secret: 'another secret',
      work: { cost: 100, tries: 20 },
    })
    expect(
      await verification.verify(
        tavola.location,
        await solve((await other.makeChallenge!(tavola.location)) as Challenge),
      ),
    ).toBe(false)
  })

  it('ends a challenge after ten minutes of the server’s clock, and forgets what was used', async () => {
    const [late, inTime] = await Promise.all([solve(await challengeOf()), solve(await challengeOf())])
    larder.clock.advance(10 * 60 * 1000 - 1)
    expect(await verification.verify(tavola.location, inTime)).toBe(true)
    larder.clock.advance(1)
    expect(await verification.verify(tavola.location, late)).toBe(false)
    await forgetUsedChallenges(larder.database, larder.clock.now())
    expect(await larder.database.query('SELECT * FROM used_challenges')).toEqual([])
  })
})

describe('reCAPTCHA', () => {
  let google: Server
  let answers: (form: URLSearchParams) => { status: number; body: string }
  let verification: Verification
  beforeAll(async () => {
    google = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const { status, body } = answers(new URLSearchParams(text))
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
    })
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    verification = recaptchaVerification({
      siteKey: 'site',
      secretKey: 'hush',
      verifyUrl: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
      hostsOf: (location) => (location === tavola.location ? ['tavola.localhost'] : []),
    })
  })
  afterAll(() => new Promise((resolve) => google.close(resolve)))

  const saying = (body: object, status = 200): void =>
    void (answers = () => ({ status, body: JSON.stringify(body) }))

  it('asks Google with the secret and takes an answer that was given on the merchant’s own host', async () => {
    answers = (form) => ({
      status: 200,
      body: JSON.stringify({
        success: form.get('secret') === 'hush' && form.get('response') === 'good',
        hostname: 'tavola.localhost',
      }),
    })
    expect(await verification.verify(tavola.location, 'good')).toBe(true)
    expect(await verification.verify(tavola.location, 'bad')).toBe(false)
    expect(await verification.verify(grill.location, 'good')).toBe(false)
    saying({ success: true, hostname: 'farm.example' })
    expect(await verification.verify(tavola.location, 'good')).toBe(false)
    saying({ success: true })
    expect(await verification.verify(tavola.location, 'good')).toBe(false)
  })

  it('calls nobody a robot when Google does not answer: 503 and come again', async () => {
    saying({ oops: true }, 500)
    await expect(checkPerson(verification, tavola.location, 'good')).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    })
    saying({ not: 'what was asked for' })
    await expect(checkPerson(verification, tavola.location, 'good')).rejects.toMatchObject({ status: 503 })
    saying({ success: false })
    await expect(checkPerson(verification, tavola.location, 'good')).rejects.toMatchObject({
      status: 422,
      code: 'verification_failed',
    })
  })

  it('is used where both its keys are set', () => {
    const keys = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'hush' }
    expect(readSettings(keys).verification.recaptcha).toMatchObject({ siteKey: 'site', secretKey: 'hush' })
    expect(readSettings({}).verification).toEqual({ secret: undefined, recaptcha: undefined })
    expect(() => readSettings({ RECAPTCHA_SITE_KEY: 'site' })).toThrow('must be set together')
    expect(() => readSettings({ VERIFICATION_SECRET: 'short' })).toThrow(SettingsError)
    expect(() => readSettings({ ...keys, RECAPTCHA_VERIFY_URL: 'http://farm.example/' })).toThrow('https://')
  })
})
