import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardsAnswer } from '#contract/schemas/card.ts'
import { storedNumber } from '#server/modules/cards/stored-number.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

type CardChanges = {
  location?: string
  number: string
  cents?: number
  status?: string
  from?: string
  message?: string
  expires?: string
  createdAt?: number
}

describe.for(databases)('the cards of a signed-in user [$name]', (engine) => {
  let larder: TestLarder
  let ada: SignedIn
  let bob: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    ada = await SignedIn.as(larder, await addUser(larder))
    bob = await SignedIn.as(larder, await addUser(larder))
    for (const { location } of [tavola, grill])
      await larder.database.query(
        `INSERT INTO card_programs (location_id, id, external_id, image, description) VALUES ($1, 'p1', 'dinner-card', '/pictures/card.webp', 'Dinner card')`,
        [location],
      )
  })
  afterAll(() => larder.close())

  const addCard = (
    userId: string | null,
    { location = tavola.location, number, cents = 2500, status = 'active', ...rest }: CardChanges,
  ): Promise<unknown> => {
    const id = randomUUID()
    const { numberHash, sealedNumber, lastFour } = storedNumber(testCipher, location, id, number)
    return larder.database.query(
      `INSERT INTO cards (location_id, id, number_hash, sealed_number, last_four, program_id, user_id, balance_cents, status, from_name,
         personal_message, expires_on, created_at)
       VALUES ($1, $2, $3, $4, $5, 'p1', $6, $7, $8, $9, $10, $11, $12)`,
      [
        location,
        id,
        numberHash,
        sealedNumber,
        lastFour,
        userId,
        cents,
        status,
        rest.from ?? null,
        rest.message ?? null,
        rest.expires ?? null,
        rest.createdAt ?? larder.clock.now(),
      ],
    )
  }
  const cardsOf = async (who: SignedIn, query = ''): Promise<CardsAnswer['cards']> => {
    const reply = await who.send<CardsAnswer>('GET', `/location/:loc/cards${query}`)
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    return reply.body.cards
  }
  const numbersOf = async (who: SignedIn, query = ''): Promise<string[]> =>
    (await cardsOf(who, query)).map((card) => card.card_number)

  it('have every field, and show only the last four digits of their numbers @EN-43', async () => {
    await addCard(ada.userId, {
      number: '6006491234567896',
      cents: 7500,
      from: 'Rosa',
      message: 'Enjoy',
      expires: '2027-01-31',
    })
    expect(await cardsOf(ada)).toEqual([
      {
        id: expect.any(String) as string,
        number: '6006 4912 3456 7896',
        number_display: '•••• 7896',
        card_number: '6006491234567896',
        balance: 7500,
        status: 'active',
        from_name: 'Rosa',
        personal_message: 'Enjoy',
        has_expiration_date: true,
        pretty_expiration_date: '01/31/2027',
        card_is_expired: false,
        created_at: '2026-11-20T23:00:00.000Z',
        program: {
          id: 'p1',
          external_id: 'dinner-card',
          image: '/pictures/card.webp',
          description: 'Dinner card',
        },
      },
    ])
  })

  it('leave out empty ones unless all are requested, and unpaid ones always @AP-03', async () => {
    await addCard(ada.userId, { number: '6006491200000013', cents: 0, createdAt: larder.clock.now() - 1 })
    await addCard(ada.userId, { number: '6006491200000021', status: 'pending' })
    expect(await numbersOf(ada)).toEqual(['6006491234567896'])
    expect(await numbersOf(ada, '?showall=false')).toEqual(['6006491234567896'])
    expect(await numbersOf(ada, '?showall=true')).toEqual(['6006491234567896', '6006491200000013'])
  })

  it('gives nobody another’s cards, and none of another merchant', async () => {
    await addCard(null, { number: '6006495555550004' })
    await addCard(bob.userId, { number: '6006491277770015' })
    const adaAtGrill = await SignedIn.as(larder, await addUser(larder, {}, grill.location), grill)
    await addCard(adaAtGrill.userId, { number: '6006491234567896', location: grill.location })
    expect(await numbersOf(bob, '?showall=true')).toEqual(['6006491277770015'])
    expect(await numbersOf(adaAtGrill)).toEqual(['6006491234567896'])
    expect(await ada.send('GET', `/location/${grill.location}/cards`)).toMatchObject({ status: 404 })
    expect(await new Guest(larder).send('GET', '/location/:loc/cards')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  it('expires a card after its last day, by the location’s own date', async () => {
    const cleo = await SignedIn.as(larder, await addUser(larder))
    await addCard(cleo.userId, { number: '6006491299990008', expires: '2026-11-20' })
    // 23:30 in New York is the next day in UTC.
    larder.clock.set('2026-11-21T04:30:00Z')
    expect(await cardsOf(cleo)).toMatchObject([{ card_is_expired: false, status: 'active' }])
    larder.clock.set('2026-11-21T05:30:00Z')
    expect(await cardsOf(cleo)).toMatchObject([{ card_is_expired: true, status: 'expired' }])
    larder.clock.set('2026-11-20T23:00:00Z')
  })
})
