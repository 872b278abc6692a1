import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardAnswer, CardsAnswer, EgiftAnswer } from '#contract/schemas/card.ts'
import { redeemCard } from '#server/modules/cards/redeem.ts'
import { systemIds } from '#server/ports/system.ts'
import { addCard, addEmptyCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

const cardPath = (id: string, rest = ''): string => `/location/:loc/card/${id}${rest}`

describe.for(databases)('one card, and a card by its link [$name]', (engine) => {
  let larder: TestLarder
  let ada: SignedIn
  let bob: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
    bob = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(() => larder.close())

  const pay = (cardId: string, amountCents: number, ticketId: string): Promise<void> =>
    larder.database.transaction((tx) =>
      redeemCard(tx, larder, larder.directory.findByLabel('tavola')!, '2026-11-20', {
        redemptionId: systemIds.uuid(),
        cardId,
        userId: ada.userId,
        amountCents,
        ticketId,
      }),
    )

  it('shows a card with its transactions, newest first, and the order that it paid for @AP-04 @EN-44', async () => {
    const { id, cardNumber } = await addCard(larder, { userId: ada.userId, amountCents: 5000 })
    await addCard(larder, { userId: ada.userId })
    larder.clock.advance(60_000)
    await pay(id, 1234, 'ticket-7')
    const reply = await ada.send<CardAnswer>('GET', cardPath(id))
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(reply.body.card).toMatchObject({ id, card_number: cardNumber, balance: 3766, status: 'active' })
    const line = { pretty_date: '11/20/2026', card_id: id }
    expect(reply.body.transactions).toEqual([
      {
        ...line,
        description: 'Paid for an online order',
        pretty_amount: '-$12.34',
        online_order: true,
        ticket_order_id: 'ticket-7',
      },
      {
        ...line,
        description: 'Gift card purchased',
        pretty_amount: '$50.00',
        online_order: false,
        ticket_order_id: null,
      },
    ])
  })

  it('shows nobody another person’s card, an unpaid one, or one of another merchant (X6)', async () => {
    const { id } = await addCard(larder, { userId: ada.userId })
    const pending = await addCard(larder, { userId: ada.userId, status: 'pending' })
    const unowned = await addCard(larder)
    const answers = [
      await bob.send('GET', cardPath(id)),
      await ada.send('GET', cardPath(pending.id)),
      await ada.send('GET', cardPath(unowned.id)),
      await ada.send('GET', cardPath(randomUUID())),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await new Guest(larder).send('GET', cardPath(id))).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
    const atGrill = await SignedIn.as(larder, await addUser(larder, {}, grill.location), grill)
    expect(await atGrill.send('GET', cardPath(id))).toMatchObject({ status: 404 })
    expect(await new Guest(larder, grill).send('GET', cardPath(unowned.id, '/egift'))).toMatchObject({
      status: 404,
    })
  })

  it('lists the same cards by both calls, empty ones included @AP-02 @AP-03', async () => {
    const cleo = await SignedIn.as(larder, await addUser(larder))
    await addCard(larder, { userId: cleo.userId })
    await addCard(larder, { userId: cleo.userId, expiresOn: '2026-11-01' })
    const empty = await addEmptyCard(larder)
    await larder.database.query('UPDATE cards SET user_id = $2 WHERE id = $1', [empty.id, cleo.userId])
    const shown = await cleo.send<CardsAnswer>('GET', '/location/:loc/cards?showall=true')
    expect(shown.body.cards).toHaveLength(3)
    const posted = await cleo.send<CardsAnswer>('POST', '/card/list')
    expect(posted).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(posted.body).toEqual(shown.body)
    // The answer contains card numbers, so it is not stored under the idempotency key.
    expect(
      await larder.database.query('SELECT 1 AS one FROM idempotency_keys WHERE path = $1', [
        '/api/card/list',
      ]),
    ).toEqual([])
    expect(await new Guest(larder).send('POST', '/card/list')).toMatchObject({ status: 401 })
  })

  it('shows a gift to anybody with its link, and lets no cache store it @AP-06 @EN-43', async () => {
    const gift = { fromName: 'Rosa', personalMessage: 'Enjoy', expiresOn: '2027-01-31' }
    const { id, cardNumber } = await addCard(larder, { ...gift, claimCode: true })
    // 192 random bits: ids cannot be enumerated.
    expect(id).toMatch(/^[\w-]{32}$/)
    const reply = await new Guest(larder).send<EgiftAnswer>('GET', cardPath(id, '/egift'), undefined, {
      key: '',
    })
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(reply.body).toEqual({
      card: {
        id,
        card_number: cardNumber,
        number: cardNumber.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
        number_display: `•••• ${cardNumber.slice(-4)}`,
        balance: 2500,
        status: 'active',
        from_name: 'Rosa',
        personal_message: 'Enjoy',
        has_expiration_date: true,
        pretty_expiration_date: '01/31/2027',
        card_is_expired: false,
        created_at: new Date(larder.clock.now()).toISOString(),
        program: {
          id: 'p1',
          external_id: 'dinner-card',
          image: '/pictures/card.webp',
          description: 'Dinner card',
        },
      },
    })
  })

  it('says that an expired gift has expired, that a void one is not valid, and that an unknown one does not exist @AP-06 @ER-05 @EN-45', async () => {
    const guest = new Guest(larder)
    const over = await addCard(larder, { expiresOn: '2026-11-20' })
    larder.clock.set('2026-11-21T04:30:00Z')
    expect((await guest.send<EgiftAnswer>('GET', cardPath(over.id, '/egift'))).body.has_error).toBeUndefined()
    larder.clock.set('2026-11-21T05:30:00Z')
    const off = await addCard(larder, { status: 'disabled' })
    const said = [
      [over, 'This gift card has expired.'],
      [off, 'This gift card is no longer valid. Please call (212) 555-0100.'],
    ] as const
    for (const [{ id }, words] of said) {
      const { status, body } = await guest.send<EgiftAnswer>('GET', cardPath(id, '/egift'))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        card: { id },
        has_error: true,
        error: { message: words },
      })
    }
    larder.clock.set('2026-11-20T23:00:00Z')
    const pending = await addCard(larder, { status: 'pending' })
    const none = [
      await guest.send('GET', cardPath('a'.repeat(32), '/egift')),
      await guest.send('GET', cardPath(pending.id, '/egift')),
    ]
    for (const answer of none) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(none[0]!.body).toEqual(none[1]!.body)
  })

  it('shows no number by a link once the card is in an account', async () => {
    const { id, cardNumber } = await addCard(larder, { userId: ada.userId })
    const { body } = await new Guest(larder).send<EgiftAnswer>('GET', cardPath(id, '/egift'))
    expect(body).toMatchObject({
      has_error: true,
      error: { message: 'This gift card has been added to an account. Sign in to see it.' },
    })
    expect(JSON.stringify(body)).not.toContain(cardNumber)
    expect(body.card.number).toBe(`•••• ${cardNumber.slice(-4)}`)
  })
})
