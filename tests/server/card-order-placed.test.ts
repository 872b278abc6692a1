import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buyer, cardOrder, giftcard, orderPath, start, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { buy, find } from './support/staff-cards.ts'

/** A buyer of gift cards gets an email with the number by which the restaurant finds the order. */
describe.for(databases)('an order for gift cards that has been placed [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
  })
  beforeEach(() => void (larder.emails.length = 0))
  afterAll(() => larder.close())

  const told = async () => {
    await larder.minute()
    return larder.emails.filter(({ kind }) => kind === 'order-cards-placed')
  }

  it.each([
    ['SendEmail', 'The gift card for Ada Guest goes out right away.'],
    ['SendText', 'The gift card for Ada Guest goes out right away.'],
    ['SendPhysical', 'The gift card for Ada Guest will be mailed.'],
  ] as const)(
    '%s: its buyer is told once, with its number and what was paid, and no address',
    async (type, words) => {
      const { order } = await buy(larder, new Guest(larder), type)
      const [email, ...others] = await told()
      expect(others).toEqual([])
      expect(email).toMatchObject({
        to: buyer.buyer_email,
        subject: `Your gift card order ${order.id.slice(-6).toUpperCase()} is in`,
      })
      expect(email!.text).toContain(words)
      expect(email!.text).toMatch(/^1 × Gift card: \$\d+\.00$/m)
      expect(email!.text).toContain('Visa ending in 4242')
      expect(email!.text).not.toContain('ada@example.com')
      expect(email!.text).not.toContain('Main Street')
      expect(await told()).toHaveLength(1)
    },
  )

  it('a guest’s own card is in a separate email, and in no other', async () => {
    await buy(larder, new Guest(larder))
    expect(await told()).toEqual([])
    expect(larder.emails.map(({ kind }) => kind)).toEqual(['gift-card'])
  })

  it('a member’s own card and a reload are announced, too', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { cards } = await buy(larder, ada)
    const { id } = await start(ada, 'Reload', { card_id: cards[0]!.id })
    await cardOrder(ada, 'PUT', orderPath(id), { items: [giftcard(20, { card_id: cards[0]!.id })] })
    const body = { amount: 20, payment_source: await ada.card(visa) }
    await ada.send('POST', orderPath(id, '/submit'), body)
    expect((await told()).map(({ text }) => /The (?:gift card|money) is .*/.exec(text)?.[0])).toEqual([
      'The gift card is in your account.',
      'The money is on your gift card.',
    ])
  })

  it('its number can be read out, and finds it', async () => {
    const owner = await administratorOf(larder)
    for (let time = 0; time < 20; time++) {
      const { id } = await start(new Guest(larder), 'Purchase')
      expect(id).toMatch(/[0-9A-Za-z]{6}$/)
    }
    const { order } = await buy(larder, new Guest(larder), 'SendEmail')
    const number = order.id.slice(-6).toUpperCase()
    const { body } = await find(owner, { order_id: number })
    expect(body.orders.map((one) => one.order_number)).toContain(number)
  })
})
