import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import {
  buyer,
  call,
  cardOrder,
  cardsOf,
  chargedOf,
  giftcard,
  guestPayment,
  names,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { fixtureMerchants, grill, Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

const startPath = '/location/:loc/card/order/start'

describe.for(databases)('card orders [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(() => larder.close())

  /** The id of a card that the member has bought for themselves. */
  const ownCard = async (who: SignedIn): Promise<string> => {
    const order = await readyOrder(who)
    await submit(who, order.id, { amount: 25, payment_source: await who.card(visa) })
    return (await cardsOf(larder, order.id))[0]!.id
  }

  it('list the programs that are sold, with the amount of those that have only one @AP-08 @EN-42', async () => {
    const reply = await guest.send('GET', '/location/:loc/programs')
    expect(reply).toMatchObject({ status: 200, headers: { etag: expect.any(String) as string } })
    expect(reply.body).toEqual({
      designs: expect.any(Array) as unknown[],
      programs: [
        {
          id: 'classic',
          external_id: 'classic',
          image: 'https://pictures.example/classic.webp',
          description: 'Tavola gift card',
          design: expect.objectContaining({ id: 'classic' }) as unknown,
        },
        {
          id: 'dinner-for-two',
          external_id: 'dinner-for-two',
          image: 'https://pictures.example/dinner.webp',
          description: 'Dinner for two',
          amount: '$120.00',
          design: expect.objectContaining({ words: 'A gift for you' }) as unknown,
        },
      ],
    })
  })

  it('start empty, of the type asked for @AP-09 @EN-40', async () => {
    const order = await start(guest, 'SendEmail')
    expect(order).toMatchObject({
      type: 'SendEmail',
      status: 'Open',
      program: null,
      step: 0,
      items: [],
      payments: [],
      totals: { subtotal: '$0.00', discount: '$0.00', total: '$0.00', due: '$0.00' },
    })
    // 192 random bits (reliability X6).
    expect(order.id).toMatch(/^[\w-]{32}$/)
    expect(await start(guest, 'Purchase', { program_id: 'classic' })).toMatchObject({
      program: { id: 'classic' },
      step: 1,
    })
    expect(await call(guest, 'POST', startPath, { type: 'Purchase', program_id: 'gone' })).toMatchObject({
      status: 422,
      body: {
        errors: [{ field: 'program_id' }],
        has_error: true,
        error: { message: expect.any(String) as string },
      },
    })
  })

  it('take one change at a time, and return the next step @AP-10 @EN-41 @ST-28 @GC-20 @EN-40', async () => {
    const { id } = await start(guest, 'SendEmail')
    const put = (body: object) => cardOrder(guest, 'PUT', orderPath(id), body)
    expect(await put({ items: [giftcard(50, { program_id: 'classic' })] })).toMatchObject({
      step: 2,
      program: { id: 'classic' },
      items: [{ index: 1, item: 'giftcard', price: 50, quantity: 1, program_id: 'classic' }],
      totals: { subtotal: '$50.00', total: '$50.00', due: '$50.00' },
    })
    expect(await put({ promo_code: 'welcome10' })).toMatchObject({
      step: 3,
      promo_code: 'WELCOME10',
      totals: { discount: '-$5.00', due: '$45.00' },
    })
    expect(await put({ ...names, recipient_email: ' ada@example.com ' })).toMatchObject({
      step: 4,
      recipient_email: 'ada@example.com',
    })
    expect(await put({ personal_message: 'Enjoy' })).toMatchObject({ step: 5, personal_message: 'Enjoy' })
    // New items replace the earlier ones.
    expect(await put({ items: [giftcard(30)] })).toMatchObject({
      items: [{ index: 1, price: 30, program_id: 'classic' }],
      totals: { due: '$27.00' },
    })
    expect(await put({ promo_code: '' })).toMatchObject({ totals: { discount: '$0.00', due: '$30.00' } })
    expect(await cardOrder(guest, 'GET', orderPath(id))).toMatchObject({
      step: 5,
      personal_message: 'Enjoy',
      totals: { due: '$30.00' },
    })
  })

  it('keep the recipient of a posted card @AP-10 @GC-28 @EN-40', async () => {
    const { id } = await start(guest, 'SendPhysical')
    await cardOrder(guest, 'PUT', orderPath(id), { items: [giftcard(25)] })
    const to = {
      ...names,
      recipient_address: '1 Main Street',
      recipient_address2: 'Floor 2',
      recipient_city: 'New York',
      recipient_state: 'NY',
      recipient_zip: '10011',
    }
    expect(await cardOrder(guest, 'PUT', orderPath(id), to)).toMatchObject(to)
    expect(await cardOrder(guest, 'GET', orderPath(id))).toMatchObject(to)
  })

  it('hold several rows of posted cards, with postage once @GC-21', async () => {
    const { id } = await start(guest, 'SendPhysical')
    const order = await cardOrder(guest, 'PUT', orderPath(id), {
      items: [giftcard(25, { quantity: 3 }), giftcard(10.5, { quantity: 10_000 })],
    })
    expect(order).toMatchObject({
      step: 1,
      program: { id: 'posted-card', description: 'Tavola card by post' },
    })
    expect(order.totals).toEqual({
      subtotal: '$105,075.00',
      discount: '$0.00',
      shipping_handling: '$4.95',
      total: '$105,079.95',
      due: '$105,079.95',
    })
    const emptied = await cardOrder(guest, 'PUT', orderPath(id), { items: [] })
    expect(emptied).toMatchObject({
      items: [],
      step: 0,
      totals: { shipping_handling: '$0.00', due: '$0.00' },
    })
  })

  it('name the new price of a card with a single price, when the buyer has not seen it yet (X10)', async () => {
    const { id } = await cardOrder(guest, 'PUT', orderPath((await start(guest, 'Purchase')).id), {
      items: [giftcard(120, { program_id: 'dinner-for-two' })],
    })
    const token = await guest.card(visa)
    const setAmount = (amountCents: number) =>
      larder.change('tavola', (document) => ({
        ...document,
        cardPrograms: document.cardPrograms.map((program) =>
          program.amountCents === undefined ? program : { ...program, amountCents },
        ),
      }))
    setAmount(13_000)
    const reply = await submit(guest, id, { amount: 120, payment_token: token, ...buyer })
    expect(reply).toMatchObject({
      status: 409,
      body: {
        code: 'price_changed',
        message: 'This gift card costs $130.00 now. Please choose it again.',
      },
    })
    expect(await chargedOf(larder, id)).toEqual([])
    await cardOrder(guest, 'PUT', orderPath(id), {
      items: [giftcard(130, { program_id: 'dinner-for-two' })],
    })
    expect((await submit(guest, id, { amount: 130, payment_token: token, ...buyer })).status).toBe(200)
    setAmount(12_000)
  })

  it.each([
    [
      'a price of zero',
      'Purchase',
      giftcard(0, { program_id: 'classic' }),
      'items.0.price',
      'Please enter a valid price',
    ],
    [
      'a negative price',
      'Purchase',
      giftcard(-5, { program_id: 'classic' }),
      'items.0.price',
      'Please enter a valid price',
    ],
    [
      'a third decimal',
      'Purchase',
      giftcard(10.005, { program_id: 'classic' }),
      'items.0.price',
      'Please enter a valid price',
    ],
    [
      'more than 10000',
      'Purchase',
      giftcard(10_000.01, { program_id: 'classic' }),
      'items.0.price',
      'Please enter a valid price',
    ],
    [
      'another amount than the program’s',
      'Purchase',
      giftcard(100, { program_id: 'dinner-for-two' }),
      'items.0.price',
      'This gift card costs $120.00 now. Please choose it again.',
    ],
    [
      'two of a digital card',
      'Purchase',
      giftcard(25, { program_id: 'classic', quantity: 2 }),
      'items.0.quantity',
      'Please enter a valid quantity',
    ],
    [
      'a quantity above 10000',
      'SendPhysical',
      giftcard(25, { quantity: 10_001 }),
      'items.0.quantity',
      'Please enter a valid quantity',
    ],
    [
      'a negative quantity',
      'SendPhysical',
      giftcard(25, { quantity: -1 }),
      'items.0.quantity',
      'Please enter a valid quantity',
    ],
    [
      'a billion',
      'SendPhysical',
      giftcard(25, { quantity: 1e9 }),
      'items.0.quantity',
      'Please enter a valid quantity',
    ],
    ['no program', 'Purchase', giftcard(25), 'items.0.program_id', 'Please choose a gift card.'],
  ] as const)(
    'refuse %s (X10) @VA-04 @VA-05 @VA-06 @VA-10 @EN-40',
    async (_name, type, item, field, message) => {
      const { id } = await start(guest, type)
      const reply = await call(guest, 'PUT', orderPath(id), { items: [item] })
      expect(reply).toMatchObject({
        status: 422,
        body: { message, errors: [{ field, message }], has_error: true, error: { message } },
      })
      expect((await cardOrder(guest, 'GET', orderPath(id))).items).toEqual([])
    },
  )

  it.each([
    ['SendText', { ...names, recipient_phone: '212555014' }, ['recipient_phone']],
    ['SendText', { ...names, recipient_phone: '121255501' }, ['recipient_phone']],
    ['SendText', { ...names, recipient_phone: '+65 9123 4567' }, ['recipient_phone']],
    ['SendText', { recipient_phone: '2125550147' }, ['recipient_first_name', 'recipient_last_name']],
    ['SendEmail', { ...names, recipient_email: 'nobody' }, ['recipient_email']],
    ['SendPhysical', names, ['recipient_address', 'recipient_city', 'recipient_state', 'recipient_zip']],
    ['Purchase', { recipient_email: 'ada@example.com' }, ['recipient_email']],
  ] as const)('refuse the recipient of a %s %j @VA-19 @VA-20', async (type, recipient, fields) => {
    const { id } = await start(guest, type)
    const reply = await call(guest, 'PUT', orderPath(id), recipient)
    expect(reply.status).toBe(422)
    expect(reply.body.errors.map((error) => error.field)).toEqual(fields)
  })

  it('store a phone as its digits @GC-19 @AP-10', async () => {
    expect(await readyOrder(guest, 'SendText')).toMatchObject({ recipient_phone: '2125550147', step: 4 })
  })

  it('refuse promo codes as an order for dishes does @ST-35', async () => {
    const { id } = await readyOrder(guest, 'Purchase', 10)
    for (const promo_code of ['NOPE', 'EXPIRED', 'FIVEOFF'])
      expect(await call(guest, 'PUT', orderPath(id), { promo_code })).toMatchObject({
        status: 422,
        body: { code: 'promo_invalid' },
      })
    expect((await cardOrder(guest, 'GET', orderPath(id))).totals.discount).toBe('$0.00')
  })

  it('stop somebody who guesses promo codes (X5)', async () => {
    const { id } = await readyOrder(guest)
    const replies = []
    for (let count = 0; count < 61; count++)
      replies.push(await call(guest, 'PUT', orderPath(id), { promo_code: `GUESS${count}` }))
    expect(replies.at(-2)?.status).toBe(422)
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  it('reload one’s own card, and nobody else’s or an expired one @ST-32 @GC-18 @AP-10', async () => {
    const card_id = await ownCard(ada)
    expect(await start(ada, 'Reload', { card_id })).toMatchObject({
      type: 'Reload',
      program: { id: 'classic' },
      step: 0,
    })
    const bob = await SignedIn.as(larder, await addUser(larder))
    for (const who of [bob, guest])
      expect(await call(who, 'POST', startPath, { type: 'Reload', card_id })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    expect(await call(ada, 'POST', startPath, { type: 'Reload' })).toMatchObject({ status: 404 })
    const other = await start(ada, 'Reload', { card_id })
    expect(
      await cardOrder(ada, 'PUT', orderPath(other.id), { items: [giftcard(20, { card_id })] }),
    ).toMatchObject({ items: [{ index: 1, price: 20, quantity: 1, card_id }] })
    expect(
      await call(ada, 'PUT', orderPath(other.id), { items: [giftcard(20, { card_id: 'another' })] }),
    ).toMatchObject({ status: 422 })
    await larder.database.query(`UPDATE cards SET expires_on = '2026-11-19' WHERE id = $1`, [card_id])
    expect(await call(ada, 'POST', startPath, { type: 'Reload', card_id })).toMatchObject({
      status: 422,
      body: { message: 'This gift card has expired.', errors: [{ field: 'card_id' }] },
    })
  })

  it('are visible only to the person who began them (X6)', async () => {
    const bob = await SignedIn.as(larder, await addUser(larder))
    const { id } = await readyOrder(ada)
    for (const who of [bob, guest]) {
      expect(await call(who, 'GET', orderPath(id))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect(await call(who, 'PUT', orderPath(id), { personal_message: 'x' })).toMatchObject({ status: 404 })
      expect(
        await submit(who, id, { amount: 25, payment_token: await who.card(visa), ...buyer }),
      ).toMatchObject({ status: 404 })
    }
    const guests = await readyOrder(guest)
    expect(await cardOrder(bob, 'GET', orderPath(guests.id))).toMatchObject({ status: 'Open' })
    // The order becomes the account's once somebody signed in continues it.
    await cardOrder(bob, 'PUT', orderPath(guests.id), { personal_message: '' })
    expect(await call(guest, 'GET', orderPath(guests.id))).toMatchObject({ status: 404 })
    expect(await call(guest, 'GET', orderPath('nothing'))).toMatchObject({ status: 404 })
  })

  it('expire when nobody has touched them for a day', async () => {
    const order = await readyOrder(guest)
    larder.clock.advance(24 * 60 * 60 * 1000 + 1)
    expect(await cardOrder(guest, 'GET', orderPath(order.id))).toMatchObject({ status: 'Expired' })
    expect(await call(guest, 'PUT', orderPath(order.id), { personal_message: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
    expect(await submit(guest, order.id, guestPayment(order, await guest.card(visa)))).toMatchObject({
      status: 409,
    })
    larder.clock.advance(-24 * 60 * 60 * 1000 - 1)
  })

  it('make a change once, however often it is sent', async () => {
    const key = 'c0ffee00-0000-4000-8000-000000000001'
    const one = await call(guest, 'POST', startPath, { type: 'Purchase' }, { key })
    const again = await call(guest, 'POST', startPath, { type: 'Purchase' }, { key })
    expect(again.body).toEqual(one.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await call(guest, 'POST', startPath, { type: 'SendText' }, { key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
  })
})

describe.for(databases)('card orders where they are switched off [$name]', (engine) => {
  /** A folder with the fixture's merchants, with Tavola's card settings changed. */
  const merchants = (change: (cards: Record<string, Record<string, unknown>>) => void): string => {
    const dir = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
    cpSync(fixtureMerchants, dir, { recursive: true })
    const file = join(dir, 'tavola/location.json')
    const location = JSON.parse(readFileSync(file, 'utf8')) as {
      settings: { cards: Record<string, Record<string, unknown>> }
    }
    change(location.settings.cards)
    writeFileSync(file, JSON.stringify(location))
    return dir
  }

  it('are not there, type by type', async () => {
    const larder = await startTestLarder(engine, {
      merchantsDir: merchants((cards) => void (cards['digital']!['send_card_by_email'] = false)),
    })
    const at = (place?: typeof grill) => new Guest(larder, place)
    const startable = async (who: Guest): Promise<CardOrderType[]> => {
      const types: CardOrderType[] = ['Purchase', 'SendText', 'SendEmail', 'SendPhysical']
      const replies = await Promise.all(types.map((type) => call(who, 'POST', startPath, { type })))
      return types.filter((_type, index) => replies[index]!.status === 200)
    }
    expect(await startable(at())).toEqual(['Purchase', 'SendText', 'SendPhysical'])
    expect(await startable(at(grill))).toEqual([])
    expect(await call(at(grill), 'POST', startPath, { type: 'Purchase' })).toMatchObject({
      status: 403,
      body: {
        code: 'not_offered',
        message:
          'Grill 44 doesn’t offer this online right now: Buying gift cards. Please call us at (212) 555-0100.',
      },
    })
    expect((await at(grill).send('GET', '/location/:loc/programs')).body).toEqual({ programs: [] })
    await larder.close()
  })
})
