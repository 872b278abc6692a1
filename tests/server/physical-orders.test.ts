import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPosted } from '#server/import/posted-cards.ts'
import type { PhysicalOrder, PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import {
  bookedOf,
  buyer,
  cardsOf,
  chargedOf,
  home,
  orderPath,
  readyOrder,
  visa,
} from './support/card-orders.ts'
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
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { listPosted } from './support/posted.ts'
import { actsOf } from './support/staff.ts'

type PhysicalReply = Reply<{ physical_order: PhysicalOrder; message?: string } & ProblemBody>

const path = (id: string): string => `/location/:loc/physicalcard/${id}`
const row = (price: number, quantity = 1, item = 'posted-card') => ({ item, price, quantity })

describe.for(databases)('cards by post [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const start = (items: object[], who: Guest = guest): Promise<PhysicalReply> =>
    who.send('POST', '/location/:loc/physicalcard/start', { items })
  const put = (
    id: string,
    body: Partial<PhysicalOrderBody>,
    key: string = randomUUID(),
    who: Guest = guest,
  ): Promise<PhysicalReply> =>
    who.send('PUT', path(id), { status: 'Open', items: [row(25, 2)], ...body }, { key })
  const started = async (items = [row(25, 2)]): Promise<PhysicalOrder> =>
    (await start(items)).body.physical_order
  const checkout = async (
    amount: number,
    changes: Partial<PhysicalOrderBody> = {},
  ): Promise<Partial<PhysicalOrderBody>> => ({
    status: 'Submit',
    ...home,
    ...buyer,
    amount,
    payment_token: await guest.card(visa),
    ...changes,
  })

  it('look as a gift card does where there is no picture of the one that goes by post', async () => {
    const shows = (image: string) =>
      larder.change('tavola', (document) => ({
        ...document,
        physicalProduct: { ...document.physicalProduct!, image },
      }))
    shows('')
    expect((await guest.send('GET', '/location/:loc/physicalcard/products')).body).toMatchObject({
      // The posted card's own design: the first design is the digital card's.
      products: [{ image: '', design: { id: ':own', words: 'A gift for you' } }],
    })
    shows('https://pictures.example/posted.webp')
  })

  it('have a product and a price for postage @EN-39', async () => {
    expect((await guest.send('GET', '/location/:loc/physicalcard/products')).body).toEqual({
      products: [
        {
          name: 'Tavola card by post',
          subheader: 'In an envelope',
          image: 'https://pictures.example/posted.webp',
          description: '<p>A card to hold.</p>',
          program_id: 'posted-card',
        },
      ],
      shipping_handling: '$4.95',
    })
    expect((await new Guest(larder, grill).send('GET', '/location/:loc/physicalcard/products')).body).toEqual(
      {
        products: [],
        shipping_handling: '$0.00',
      },
    )
    expect(await start([row(25)], new Guest(larder, grill))).toMatchObject({
      status: 403,
      body: { code: 'not_offered' },
    })
  })

  it('start with their first items, saved @AP-12 @EN-38', async () => {
    const reply = await start([row(25.5, 2), row(100, 1, 'giftcard')])
    expect(reply).toMatchObject({ status: 200, body: { message: 'Successfully saved' } })
    expect(reply.body.physical_order).toMatchObject({
      status: 'Open',
      items: [
        { index: 1, item: 'posted-card', price: 25.5, quantity: 2 },
        { index: 2, item: 'posted-card', price: 100, quantity: 1 },
      ],
      totals: { subtotal: '$151.00', discount: '$0.00', shipping_handling: '$4.95', total: '$155.95' },
    })
    expect(reply.body.physical_order.id).toMatch(/^[\w-]{32}$/)
  })

  it('are sent whole each time: rows, coupon, address, message, buyer @AP-13 @EN-38', async () => {
    const { id } = await started()
    const body = {
      items: [row(50)],
      promo_code: 'welcome10',
      personal_message: 'Enjoy',
      ...home,
      recipient_phone: '(212) 555-0147',
      ...buyer,
    }
    const reply = await put(id, body)
    expect(reply.body).toMatchObject({ message: 'Successfully saved' })
    const order = {
      items: [{ price: 50, quantity: 1 }],
      promo_code: 'WELCOME10',
      personal_message: 'Enjoy',
      ...home,
      recipient_phone: '2125550147',
      ...buyer,
      totals: { subtotal: '$50.00', discount: '-$5.00', shipping_handling: '$4.95', total: '$49.95' },
    }
    expect(reply.body.physical_order).toMatchObject(order)
    expect(
      (await guest.send<{ physical_order: PhysicalOrder }>('GET', path(id))).body.physical_order,
    ).toMatchObject(order)
    const emptied = await put(id, { items: [] })
    expect(emptied.body.physical_order).toMatchObject({
      items: [],
      recipient_address: '',
      totals: { total: '$0.00', shipping_handling: '$0.00' },
    })
    expect(emptied.body.physical_order.promo_code).toBeUndefined()
  })

  it.each([
    [row(0.5), 'items.0.price', 'Please enter a valid price'],
    [row(-25), 'items.0.price', 'Please enter a valid price'],
    [row(10.001), 'items.0.price', 'Please enter a valid price'],
    [row(10_001), 'items.0.price', 'Please enter a valid price'],
    [row(25, 11), 'items.0.quantity', 'Please enter a valid quantity'],
    [row(25, 0), 'items.0.quantity', 'Please enter a valid quantity'],
    [row(25, -1), 'items.0.quantity', 'Please enter a valid quantity'],
    [row(25, 1.5), 'items.0.quantity', 'Please enter a valid quantity'],
    [
      row(25, 1, 'somebody-else'),
      'items.0.item',
      'This gift card is not sold anymore. Please choose another.',
    ],
  ])('refuse %j (X10) @VA-05 @VA-06 @VA-08 @VA-09 @ER-13', async (item, field, message) => {
    expect(await start([item])).toMatchObject({
      status: 422,
      body: { errors: [{ field, message }], message },
    })
    const { id } = await started()
    expect(await put(id, { items: [item] })).toMatchObject({
      status: 422,
      body: { errors: [{ field, message }] },
    })
  })

  it('refuse an incomplete address, each field in its own words @VA-06 @VA-19 @ER-13', async () => {
    const { id } = await started()
    const reply = await put(id, { ...home, recipient_city: ' ', recipient_zip: '1001' })
    expect(reply).toMatchObject({ status: 422, body: { message: 'Please enter a valid city' } })
    expect(reply.body.errors).toEqual([
      { field: 'recipient_city', message: 'Please enter a valid city' },
      { field: 'recipient_zip', message: 'Please enter a valid zip' },
    ])
    expect((await put(id, home)).status).toBe(200)
  })

  it('keep a code that was good, and refuse one that is not', async () => {
    const { id } = await started()
    expect(await put(id, { promo_code: 'NOPE' })).toMatchObject({
      status: 422,
      body: { code: 'promo_invalid' },
    })
    expect((await put(id, { promo_code: 'FIVEOFF' })).body.physical_order.totals.discount).toBe('-$5.00')
    // The order is too small for the code now: the code stays, without a discount.
    const small = await put(id, { items: [row(10)], promo_code: 'FIVEOFF' })
    expect(small).toMatchObject({
      status: 200,
      body: { physical_order: { promo_code: 'FIVEOFF', totals: { discount: '$0.00' } } },
    })
  })

  it('check out by one call that pays once: the order waits for posting @AP-13 @EN-38', async () => {
    const { id } = await started()
    const reply = await put(id, await checkout(54.95, { personal_message: 'Enjoy' }))
    expect(reply.body.physical_order).toMatchObject({
      status: 'Submitted',
      personal_message: 'Enjoy',
      ...home,
      totals: { total: '$54.95' },
    })
    expect(reply.body.message).toContain('2 to 3 business days')
    await larder.minute()
    expect(await chargedOf(larder, id)).toEqual([5495])
    expect(await cardsOf(larder, id)).toMatchObject([{ balance_cents: 2500 }, { balance_cents: 2500 }])
    expect(await bookedOf(larder, id)).toEqual({ card_provider: -5495, card_shipping: 495, 'card:': 5000 })
    // None of the cards is sent by email.
    expect(larder.emails.map(({ kind }) => kind)).toEqual(['order-cards-placed'])
    expect(await put(id, { items: [row(1)] })).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
  })

  it('charge once for twenty checkouts at once, with one key and with different ones (N2)', async () => {
    for (const key of [randomUUID(), undefined]) {
      const { id } = await started()
      const body = await checkout(54.95)
      const replies = await Promise.all(Array.from({ length: 20 }, () => put(id, body, key ?? randomUUID())))
      expect(replies.some((reply) => reply.status === 200)).toBe(true)
      await larder.minute()
      expect(await chargedOf(larder, id)).toEqual([5495])
      expect(await cardsOf(larder, id)).toHaveLength(2)
      expect((await put(id, body, key ?? randomUUID())).body.physical_order.status).toBe('Submitted')
    }
  })

  it('charge what was on the screen, or nothing, and only for what can be posted (X10)', async () => {
    const { id } = await started()
    expect(await put(id, await checkout(1))).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await put(id, await checkout(54.95, { buyer_email: '' }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'buyer_email' }] },
    })
    expect(await put(id, { status: 'Submit', ...buyer, amount: 54.95, payment_token: 'pm_x' })).toMatchObject(
      {
        status: 422,
        body: { message: 'Please enter a valid first name' },
      },
    )
    expect(await put(id, await checkout(0, { items: [] }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'items' }] },
    })
    const declined = await put(
      id,
      await checkout(54.95, { payment_token: await guest.card('4000000000000002') }),
    )
    expect(declined).toMatchObject({
      status: 402,
      body: { code: 'payment_declined', message: 'Your card was declined.' },
    })
    expect(await chargedOf(larder, id)).toEqual([])
    expect(
      (await guest.send<{ physical_order: PhysicalOrder }>('GET', path(id))).body.physical_order.status,
    ).toBe('Open')
  })

  it('are visible only to the person who began them, and are no card orders (X6) @AP-13 @EN-38', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { id } = (await start([row(25)], ada)).body.physical_order
    expect(await guest.send('GET', path(id))).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await put(id, {})).toMatchObject({ status: 404 })
    expect(await put(id, await checkout(54.95))).toMatchObject({ status: 404 })
    expect(await ada.send('GET', orderPath(id))).toMatchObject({ status: 404 })
    expect(await ada.send('GET', path((await readyOrder(ada)).id))).toMatchObject({ status: 404 })
    // A signed-in buyer is not asked for a name.
    const paid = await put(
      id,
      { items: [row(25)], status: 'Submit', ...home, amount: 29.95, payment_source: await ada.card(visa) },
      randomUUID(),
      ada,
    )
    expect(paid.body.physical_order).toMatchObject({ status: 'Submitted', buyer_first_name: 'Ada' })
  })

  it('are on the list of those to print until they are posted, and once more when their order is named', async () => {
    const order = await started()
    expect((await put(order.id, await checkout(54.95))).status).toBe(200)
    const list = (id?: string) => listPosted(larder, id)
    const post = (...ids: string[]) => markPosted(larder.database, tavola.location, ids, larder.clock.now())
    await larder.minute()
    const made = (change: string) =>
      larder.database.query(`UPDATE card_shipments SET made = ${change} WHERE order_id = $1`, [order.id])
    // The state while the last card is still being made.
    await made('quantity - 1')
    expect(await post(order.id)).toEqual([])
    await made('quantity')
    const ofOrder = async (): Promise<number> =>
      (await list()).filter((line) => line.startsWith(order.id)).length
    expect(await ofOrder()).toBe(2)
    expect(await markPosted(larder.database, grill.location, [order.id], 1)).toEqual([])
    expect(await post(order.id, 'nothing')).toEqual([order.id])
    expect(await ofOrder()).toBe(0)
    expect(await list(order.id)).toHaveLength(2)
    const at = () =>
      larder.database.query('SELECT posted_at FROM card_shipments WHERE order_id = $1', [order.id])
    const posted = await at()
    larder.clock.advance(60_000)
    expect(await post(order.id)).toEqual([order.id])
    expect(await at()).toEqual(posted)
  })

  it('leave one row in what was done when their numbers are read, and none where there are none', async () => {
    const order = await started()
    expect((await put(order.id, await checkout(54.95))).status).toBe(200)
    await larder.minute()
    const owner = await administratorOf(larder)
    const before = await actsOf(owner)
    expect(await listPosted(larder, order.id)).toHaveLength(2)
    expect(await listPosted(larder, 'none')).toEqual([])
    const [act, ...others] = await actsOf(owner)
    expect(others).toEqual(before)
    expect(act).toMatchObject({
      action: 'card_numbers_read',
      role: 'operator',
      who: '',
      about: '2 cards to mail',
    })
  })
})
