import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { CheckBalanceAnswer } from '#contract/schemas/card.ts'
import { addCard, addEmptyCard, addProgram, checkFrom, checkPath, observed } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, type Reply, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

type Checked = z.infer<typeof CheckBalanceAnswer> & ProblemBody
const unknownNumber = '4000123412341234'
/** Accepts one answer to the human check, from anybody. */
const people = {
  provider: 'embedded',
  siteKey: undefined,
  verify: async (_: string, answer: string) => answer === 'a person',
} as const

describe.for(databases)('the balance of a card by its number [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const statements: string[] = []
  beforeAll(async () => {
    larder = await startTestLarder(observed(engine, statements), { trustProxy: true, verification: people })
    guest = new Guest(larder)
    await addProgram(larder)
  })
  afterAll(() => larder.close())
  beforeEach(() => larder.database.query('DELETE FROM limits'))

  const check = (who: Guest, number: string): Promise<Reply<Checked>> =>
    who.send('GET', checkPath(number), undefined, { key: '' })

  it('is given for the number, in the address or in the body @AP-01 @AP-14', async () => {
    const { cardNumber } = await addCard(larder, { amountCents: 4000 })
    const answer = { card: { card_number: cardNumber, balance: 4000, status: 'active' } }
    const got = await check(guest, cardNumber)
    expect(got).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(got.body).toEqual(answer)
    const posted = await checkFrom(guest, '203.0.113.1', cardNumber.replaceAll(/(.{4})(?=.)/g, '$1-'))
    expect(posted).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(posted.body).toEqual(answer)
    expect(await larder.database.query('SELECT path FROM idempotency_keys')).toEqual([])
  })

  it('takes 16 digits and nothing else (X18)', async () => {
    for (const typed of [
      '600649123456789',
      '60064912345678961',
      'http:%2f%2fevil',
      '٦٠٠٦٤٩٥٥٥٥٥٥٠٠٠٤',
      '6006-4912-3456-789x',
    ]) {
      const reply = await check(guest, encodeURI(typed))
      expect(reply).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'card_number', message: 'Please enter a valid card number' }] },
      })
    }
    expect(await larder.database.query('SELECT used FROM limits')).toEqual([])
  })

  it('is refused with the same answer, after the same work, for an unknown, inactive, expired or empty card (X4)', async () => {
    const numbers = [
      unknownNumber,
      (await addEmptyCard(larder)).cardNumber,
      (await addCard(larder, { status: 'disabled' })).cardNumber,
      (await addCard(larder, { status: 'pending' })).cardNumber,
      (await addCard(larder, { status: 'expired' })).cardNumber,
      (await addCard(larder, { expiresOn: '2026-11-19' })).cardNumber,
    ]
    const [answers, work] = [new Set<string>(), new Set<string>()]
    for (const number of numbers) {
      await larder.database.query('DELETE FROM limits')
      statements.length = 0
      const { status, headers, body } = await check(guest, number)
      const { 'x-request-id': _, date: __, ...told } = headers
      answers.add(JSON.stringify({ status, told, body }))
      work.add(statements.join('\n'))
    }
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('"status":404')
    expect([...work]).toHaveLength(1)
    // The recorded statements include the check itself.
    expect([...work][0]).toContain('SELECT balance_cents FROM cards')
  })

  it('ends with the card’s last day, by the location’s own date', async () => {
    const { cardNumber } = await addCard(larder, { expiresOn: '2026-11-20' })
    larder.clock.set('2026-11-21T04:30:00Z')
    expect(await check(guest, cardNumber)).toMatchObject({ status: 200 })
    larder.clock.set('2026-11-21T05:30:00Z')
    expect(await check(guest, cardNumber)).toMatchObject({ status: 404 })
    larder.clock.set('2026-11-20T23:00:00Z')
  })

  it('needs a human check after five failed tries, and stops for an hour after twenty (X4)', async () => {
    const { cardNumber } = await addCard(larder)
    const from = (
      address: string,
      number: string,
      confirmation?: string,
    ): Promise<{ status: number; body: unknown }> => checkFrom(guest, address, number, confirmation)
    // A right number is no guess, however often it is checked.
    for (let count = 0; count < 10; count++)
      expect(await from('203.0.113.9', cardNumber)).toMatchObject({ status: 200 })
    for (let count = 0; count < 5; count++)
      expect(await from('203.0.113.9', unknownNumber)).toMatchObject({ status: 404 })
    expect(await from('203.0.113.9', cardNumber)).toMatchObject({
      status: 403,
      body: { code: 'verification_required', errors: [{ field: 'recaptcha_confirmation' }] },
    })
    // The same network is stopped, and so is the call that cannot carry a verification.
    expect(await from('203.0.113.200', cardNumber)).toMatchObject({ status: 403 })
    expect(
      await guest.send('GET', checkPath(cardNumber), undefined, {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      }),
    ).toMatchObject({
      status: 403,
    })
    expect(await from('203.0.114.9', cardNumber)).toMatchObject({ status: 200 })
    expect(await from('203.0.113.9', cardNumber, 'a machine')).toMatchObject({
      status: 422,
      body: { code: 'verification_failed' },
    })
    expect(await from('203.0.113.9', cardNumber, 'a person')).toMatchObject({ status: 200 })
    larder.clock.advance(30 * 60_000)
    for (let count = 5; count < 20; count++)
      expect(await from('203.0.113.9', unknownNumber, 'a person')).toMatchObject({ status: 404 })
    const stopped = await checkFrom(guest, '203.0.113.9', cardNumber, 'a person')
    // An hour from the twentieth guess, not from the first.
    expect(stopped).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { code: 'rate_limited' },
    })
    larder.clock.advance(59 * 60_000)
    expect(await from('203.0.113.9', cardNumber, 'a person')).toMatchObject({ status: 429 })
    larder.clock.advance(60_000)
    expect(await from('203.0.113.9', cardNumber)).toMatchObject({ status: 200 })
    larder.clock.set('2026-11-20T23:00:00Z')
  })

  it('looks up five of a hundred that come at once', async () => {
    statements.length = 0
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => checkFrom(guest, '203.0.113.77', unknownNumber)),
    )
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(95)
    expect(statements.filter((sql) => sql.includes('SELECT balance_cents FROM cards'))).toHaveLength(5)
  })

  it('counts by session and by account, too: using them elsewhere does not help', async () => {
    const userId = await addUser(larder)
    const [phone, laptop] = [await SignedIn.as(larder, userId), await SignedIn.as(larder, userId)]
    for (let net = 0; net < 5; net++)
      expect(await checkFrom(phone, `198.51.${net}.1`, unknownNumber)).toMatchObject({ status: 404 })
    expect(await checkFrom(phone, '198.51.50.1', unknownNumber)).toMatchObject({ status: 403 })
    expect(await checkFrom(laptop, '198.51.51.1', unknownNumber)).toMatchObject({ status: 403 })
    expect(await checkFrom(guest, '198.51.51.1', unknownNumber)).toMatchObject({ status: 404 })
  })

  it('tells the owner the balance of their own card, whatever is switched off (AP-01)', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const [full, over] = [
      await addCard(larder, { userId: ada.userId }),
      await addCard(larder, { userId: ada.userId, expiresOn: '2026-11-01' }),
    ]
    for (let count = 0; count < 6; count++) await check(ada, unknownNumber)
    expect(await check(ada, unknownNumber)).toMatchObject({ status: 403 })
    expect((await check(ada, full.cardNumber)).body.card).toEqual({
      card_number: full.cardNumber,
      balance: 2500,
      status: 'active',
    })
    expect((await check(ada, over.cardNumber)).body.card).toEqual({
      card_number: over.cardNumber,
      balance: 2500,
      status: 'expired',
    })
  })

  it('writes no number into the log, whatever goes wrong (X13)', async () => {
    const { cardNumber } = await addCard(larder)
    await larder.database.script('ALTER TABLE cards RENAME COLUMN status TO state_of_card')
    for (const reply of [await check(guest, cardNumber), await checkFrom(guest, '203.0.113.1', cardNumber)])
      expect(reply.status).toBe(500)
    await larder.database.script('ALTER TABLE cards RENAME COLUMN state_of_card TO status')
    expect(larder.log.filter((line) => line.event === 'request_failed').map((line) => line.route)).toEqual([
      '/api/location/:loc/physicalcard/checkbalance/:number',
      '/api/location/:loc/physicalcard/checkbalance',
    ])
    expect(JSON.stringify(larder.log)).not.toContain(cardNumber)
    expect(JSON.stringify(larder.log)).not.toContain(cardNumber.slice(-8))
  })
})
