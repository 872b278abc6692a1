import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { CardAnswer, ImportCardAnswer } from '#contract/schemas/card.ts'
import type { TransactionsAnswer } from '#contract/schemas/user.ts'
import { addCard, addEmptyCard, addProgram, booksOf } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  grill,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

type Imported = z.infer<typeof ImportCardAnswer>
const path = '/location/:loc/card/import'
const uniform = 'We could not add that gift card. Please check what you typed, or ask whoever gave it to you.'

describe.for(databases)('adding a card to an account [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  afterAll(() => larder.close())

  const newMember = async (): Promise<SignedIn> => SignedIn.as(larder, await addUser(larder))
  const send = (who: Guest, body: object, key?: string): Promise<Reply<Imported & ProblemBody>> =>
    who.send('POST', path, body, { key })
  const ownerOf = async (id: string): Promise<string | null> =>
    (
      await larder.database.query<{ user_id: string | null }>('SELECT user_id FROM cards WHERE id = $1', [id])
    )[0]!.user_id

  it('accepts a number as printed, and gives the member the card with its balance @AP-05 @EN-45', async () => {
    const ada = await newMember()
    const { id, cardNumber } = await addCard(larder, { amountCents: 4000 })
    const reply = await send(ada, { card_number: cardNumber.replaceAll(/(.{4})(?=.)/g, '$1-') })
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(reply.body).toEqual({
      card: { id },
      success_message: {
        header: 'Gift card added',
        message: 'Your gift card with $40.00 is in your account now.',
      },
    })
    const { body } = await ada.send<CardAnswer>('GET', `/location/:loc/card/${id}`)
    expect(body.card).toMatchObject({ balance: 4000, card_number: cardNumber })
    // The card's earlier history belongs to its giver.
    expect(body.transactions.map((one) => [one.description, one.pretty_amount])).toEqual([
      ['Gift card added', '$40.00'],
    ])
    const all = await ada.send<z.infer<typeof TransactionsAnswer>>('GET', '/user/transactions')
    expect(all.body.transactions).toMatchObject([{ description: 'Gift card added', card_id: id }])
    for (const { balance, rows } of await booksOf(larder.database)) expect(balance).toBe(rows)
  })

  it('accepts a claim code as typed @AP-05 @EN-43', async () => {
    const ada = await newMember()
    const { id, claimCode } = await addCard(larder, { claimCode: true })
    expect((await send(ada, { claim_code: ` ${claimCode!.toLowerCase()} ` })).body.card).toEqual({ id })
    expect(await ownerOf(id)).toBe(ada.userId)
  })

  it('needs either a number or a claim code, in a valid form @AP-05 @BC-14', async () => {
    const ada = await newMember()
    const { cardNumber, claimCode } = await addCard(larder, { claimCode: true })
    const fieldOf = async (body: object): Promise<unknown> => {
      const reply = await send(ada, body)
      expect(reply.status).toBe(422)
      return reply.body.errors[0]
    }
    const invalid = { field: 'card_number', message: 'Please enter a valid card number' }
    expect(await fieldOf({})).toEqual(invalid)
    expect(await fieldOf({ card_number: '6006 4955 5555 000' })).toEqual(invalid)
    expect(await fieldOf({ card_number: '٦٠٠٦٤٩٥٥٥٥٥٥٠٠٠٤' })).toEqual(invalid)
    expect(await fieldOf({ claim_code: '   ' })).toEqual({
      field: 'claim_code',
      message: 'Please enter a valid claim code',
    })
    expect(await fieldOf({ claim_code: 'A'.repeat(33) })).toEqual({
      field: 'claim_code',
      message: 'Please enter a valid claim code',
    })
    expect(await fieldOf({ card_number: cardNumber, claim_code: claimCode })).toMatchObject({
      field: 'claim_code',
    })
    expect(await new Guest(larder).send('POST', path, { card_number: cardNumber })).toMatchObject({
      status: 401,
    })
  })

  it('answers the same for every card that cannot be added (X4, X5) @EN-45', async () => {
    const bob = await newMember()
    const atGrill = await addCardAtGrill()
    const numbers = [
      (await addCard(larder, { userId: bob.userId })).cardNumber,
      (await addCard(larder, { status: 'disabled' })).cardNumber,
      (await addCard(larder, { status: 'pending' })).cardNumber,
      (await addCard(larder, { expiresOn: '2026-11-19' })).cardNumber,
      '4000123412341234',
      atGrill,
    ]
    const bodies = new Set<string>()
    for (const card_number of numbers) {
      // A new member for each number, so that no verification is required.
      await larder.database.query('DELETE FROM limits')
      const reply = await send(await newMember(), { card_number })
      expect(reply).toMatchObject({ status: 422, body: { has_error: true, error: { message: uniform } } })
      bodies.add(JSON.stringify(reply.body))
    }
    expect(bodies.size).toBe(1)
    expect([...bodies][0]).toContain(uniform)
    const unknown = await send(await newMember(), { claim_code: 'BELLA-CLAIM-2026' })
    expect(unknown).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'claim_code', message: uniform }] },
    })
    await larder.database.query('DELETE FROM limits')
  })

  async function addCardAtGrill(): Promise<string> {
    await addProgram(larder, grill.location)
    return (await addCard(larder, { location: grill.location })).cardNumber
  }

  it('adds an empty card, too, because it can be reloaded', async () => {
    const ada = await newMember()
    const { cardNumber, id } = await addEmptyCard(larder)
    expect((await send(ada, { card_number: cardNumber })).body.card).toEqual({ id })
  })

  it('is friendly about a card that is theirs already', async () => {
    const ada = await newMember()
    const { cardNumber, id, claimCode } = await addCard(larder, { claimCode: true })
    await send(ada, { claim_code: claimCode })
    for (const body of [{ claim_code: claimCode }, { card_number: cardNumber }])
      expect(await send(ada, body)).toMatchObject({
        status: 200,
        body: { card: { id }, success_message: { header: 'Already yours' } },
      })
    expect((await ada.send<CardAnswer>('GET', `/location/:loc/card/${id}`)).body.transactions).toHaveLength(1)
  })

  it('gives a card to one owner for good when two people try fifty times each at once (B8)', async () => {
    const members = [await newMember(), await newMember()]
    const { cardNumber, id } = await addCard(larder)
    const replies = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => ({
        who: members[index % 2]!,
        reply: await send(members[index % 2]!, { card_number: cardNumber }),
      })),
    )
    const owner = await ownerOf(id)
    const added = replies.filter(({ reply }) => reply.body.success_message?.header === 'Gift card added')
    expect(added.map(({ who }) => who.userId)).toEqual([owner])
    const had = new Set(replies.filter(({ reply }) => reply.status === 200).map(({ who }) => who.userId))
    expect([...had]).toEqual([owner])
    const entries = await larder.database.query(
      'SELECT user_id FROM card_transactions WHERE card_id = $1 AND user_id IS NOT NULL',
      [id],
    )
    expect(entries).toEqual([{ user_id: owner }])
    await larder.database.query('DELETE FROM limits')
  })

  it('gives a copy of the request whose answer was lost the same answer, and counts no guess for it (N2)', async () => {
    const [ada, bob] = [await newMember(), await newMember()]
    const { cardNumber } = await addCard(larder)
    const key = randomUUID()
    const first = await send(ada, { card_number: cardNumber }, key)
    const second = await send(ada, { card_number: cardNumber }, key)
    expect(second).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(second.body).toEqual(first.body)
    // The idempotency key belongs to its caller alone (X11).
    expect(await send(bob, { card_number: cardNumber }, key)).toMatchObject({
      status: 422,
      body: { message: uniform },
    })
    expect(await send(ada, { card_number: '4000123412341234' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
    expect(await ada.send('POST', path, { card_number: cardNumber }, { key: '' })).toMatchObject({
      status: 400,
    })
  })
})

describe.for(databases)('guessing claim codes [$name]', (engine) => {
  it('a human check is required after five wrong claim codes, and twenty block; right codes do not count (X5)', async () => {
    const asked: string[] = []
    const verification = {
      provider: 'embedded',
      siteKey: undefined,
      verify: async (_: string, answer: string) => asked.push(answer) > 0,
    } as const
    const larder = await startTestLarder(engine, { verification })
    await addProgram(larder)
    const ada = await SignedIn.as(larder, await addUser(larder))
    const guess = (index: number, confirmation?: string): Promise<Reply<ProblemBody>> =>
      ada.send('POST', path, {
        claim_code: `GUESS-${index}`,
        ...(confirmation !== undefined && { recaptcha_confirmation: confirmation }),
      })
    for (let index = 0; index < 4; index++)
      expect(await guess(index)).toMatchObject({ status: 422, body: { message: uniform } })
    const right = await addCard(larder, { claimCode: true })
    expect(await ada.send('POST', path, { claim_code: right.claimCode })).toMatchObject({ status: 200 })
    expect(await guess(4)).toMatchObject({ status: 422, body: { message: uniform } })
    expect(await guess(5)).toMatchObject({
      status: 403,
      body: { code: 'verification_required', errors: [{ field: 'recaptcha_confirmation' }] },
    })
    expect(asked).toEqual([])
    for (let index = 5; index < 20; index++)
      expect(await guess(index, `person ${index}`)).toMatchObject({ status: 422, body: { message: uniform } })
    expect(asked).toHaveLength(15)
    expect(await guess(20, 'person')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { code: 'rate_limited' },
    })
    // Members may add their own cards again any number of times, even while they are stopped.
    expect(await ada.send('POST', path, { claim_code: right.claimCode })).toMatchObject({ status: 200 })
    await larder.close()
  })
})
