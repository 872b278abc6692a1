import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import {
  grill,
  Guest,
  type LarderOptions,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import { everybody } from './support/members.ts'

const form = {
  first_name: 'Ada',
  last_name: 'Guest',
  email: 'ada@example.com',
  message: 'Is the terrace open?\nWe are four.',
  recaptcha_confirmation: 'a person',
}

/** Lets Grill receive messages; Tavola does not. */
const takesMessages = (larder: TestLarder): void => {
  larder.directory.findByLabel('grill')!.location.settings.feedback = { enable: true }
}

describe.for(databases)('messages to the restaurant [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const open = async (options: LarderOptions = {}): Promise<TestLarder> => {
    const opened = await startTestLarder(engine, { verification: everybody, ...options })
    takesMessages(opened)
    return opened
  }
  beforeAll(async () => {
    larder = await open()
    guest = new Guest(larder, grill)
  })
  beforeEach(() => void larder.emails.splice(0))
  afterAll(() => larder.close())

  const send = (body: object = form, who: Guest = guest, key: string = randomUUID()) =>
    who.send<{ message: string } & ProblemBody>('POST', '/location/:loc/contact', body, { key })

  it('sends an email to the restaurant, once, and thanks @AL-04 @EN-50', async () => {
    const key = randomUUID()
    const sent = await send(form, guest, key)
    expect(sent).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Thank you') as string },
    })
    expect((await send(form, guest, key)).body).toEqual(sent.body)
    expect(larder.emails).toHaveLength(1)
    const host = larder.directory.findByLabel('grill')!.host.hosts[0]!
    expect(larder.emails[0]).toMatchObject({
      kind: 'contact',
      to: `contact@${host}`,
      subject: 'A message from your website',
    })
    expect(larder.emails[0]!.text).toBe(
      'From: Ada Guest\nEmail: ada@example.com\n\nIs the terrace open?\nWe are four.',
    )
  })

  it('goes to the address that the restaurant’s file names, which is in no answer', async () => {
    const merchant = larder.directory.findByLabel('grill')!
    merchant.contactEmail = 'host@grill.example'
    await send()
    expect(larder.emails[0]!.to).toBe('host@grill.example')
    expect(JSON.stringify((await guest.send('GET', '/location/:loc')).body)).not.toContain(
      'host@grill.example',
    )
    merchant.contactEmail = undefined
  })

  it('keeps nothing of it', async () => {
    await send({ ...form, message: 'a secret for the chef alone' })
    const rows = await larder.database.query<{ body: string | null }>('SELECT body FROM idempotency_keys')
    expect(JSON.stringify(rows)).not.toContain('chef')
  })

  it('takes no header from a name', async () => {
    await send({ ...form, first_name: 'Ada\r\nBcc: all@example.com' })
    expect(larder.emails[0]!.text).toContain('From: Ada Bcc: all@example.com Guest\n')
  })

  it('names every field that is wrong, and sends nothing', async () => {
    const refused = await send({ ...form, first_name: ' ', email: 'ada', message: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map((one) => one.field)).toEqual(['first_name', 'email', 'message'])
    expect(larder.emails).toEqual([])
  })

  it('does not exist where the restaurant takes none', async () => {
    expect(await send(form, new Guest(larder))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('(212) 555-0100') as string },
    })
  })

  it('refuses a sender who fails the verification', async () => {
    const strict = await open({
      verification: { provider: 'embedded', siteKey: undefined, verify: async () => false },
    })
    expect(await send(form, new Guest(strict, grill))).toMatchObject({
      status: 422,
      body: { code: 'verification_failed' },
    })
    expect(strict.emails).toEqual([])
    await strict.close()
  })

  it('thanks nobody for an email that could not be sent, and accepts it again', async () => {
    let away = true
    const flaky = await open({
      mail: { send: async () => (away ? Promise.reject(new Error('no answer')) : undefined) },
    })
    const [who, key] = [new Guest(flaky, grill), randomUUID()]
    expect(await send(form, who, key)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    away = false
    expect((await send(form, who, key)).status).toBe(200)
    await flaky.close()
  })

  it('ends a flood', async () => {
    const limited = await open({ limits: { contactOfClient: { max: 2, minutes: 60 } } })
    const who = new Guest(limited, grill)
    expect([
      (await send(form, who)).status,
      (await send(form, who)).status,
      (await send(form, who)).status,
    ]).toEqual([200, 200, 429])
    await limited.close()
  })

  it('stores nothing of a refused message, and accepts it later', async () => {
    const limits = { contactOfClient: { max: 0, minutes: 60 } }
    const limited = await open({ limits })
    const [who, key] = [new Guest(limited, grill), randomUUID()]
    const kept = () => limited.database.query('SELECT 1 AS one FROM idempotency_keys WHERE key = $1', [key])
    expect((await send(form, who, key)).status).toBe(429)
    expect(await kept()).toEqual([])
    limits.contactOfClient.max = 10
    expect((await send(form, who, key)).status).toBe(200)
    expect(await kept()).toHaveLength(1)
    await limited.close()
  })
})
