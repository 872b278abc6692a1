import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCard, addProgram } from './support/cards.ts'
import { visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { merchantsWithOrdering } from './support/merchants.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { balanceOf, earnedOf, expectBooks, redeem, redeemByNumber } from './support/tenders.ts'

describe.for(databases)('a tip [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const tipOn = (id: string, body: object, who = guest) =>
    who.send<TicketBody & ProblemBody>('POST', ticketPath(id, '/tip'), body)
  const pay = async (ticket: TicketBody['ticket_order'], who = guest) =>
    who.send<TicketBody & ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, await who.card(visa)),
    )

  it('can be as much as the food, and $100.00 on anything smaller; more is refused in words', async () => {
    const { id } = await completeOrder(guest)
    const words = 'A tip on this order can be $100.00 at most. Please check the amount.'
    for (const tip of [100.01, 999, 10_000])
      expect(await tipOn(id, { tip })).toMatchObject({
        status: 422,
        body: { message: words, errors: [{ field: 'tip', message: words }] },
      })
    expect((await tipOn(id, { tip: 100 })).body.ticket_order.totals.tips).toBe('$100.00')
    const large = await completeOrder(guest, margherita({ quantity: 10 }))
    expect((await tipOn(large.id, { tip: 160 })).status).toBe(200)
    expect((await tipOn(large.id, { tip: 160.01 })).body.message).toContain('$160.00')
  })

  it('that is far too large for what is left of an order is not charged by any tender', async () => {
    const { id, items } = await completeOrder(guest, margherita({ quantity: 10 }))
    await tipOn(id, { tip: 160 })
    const smaller = await guest.ticket('PUT', ticketPath(id, `/items/${items[0]!.index}`), margherita())
    const refused = { status: 422, body: { errors: [{ field: 'tip' }] } }
    expect(await pay(smaller)).toMatchObject(refused)
    const card = await addCard(larder)
    expect(await redeemByNumber(guest, id, { card_number: card.cardNumber, amount: 17.42 })).toMatchObject(
      refused,
    )
    expect(await balanceOf(larder, card.id)).toBe(2500)
    const mended = (await tipOn(id, { tip: 3 })).body.ticket_order
    expect((await pay(mended)).status).toBe(200)
    expect(await earnedOf(larder, id)).toEqual({ card_provider: -2042, orders: 1742, tips: 300 })
  })

  it('that is a share moves with the order until it is paid; an amount stays', async () => {
    const { id, items } = await completeOrder(guest)
    expect((await tipOn(id, { tip: 3.2, tip_percent: 20 })).body.ticket_order).toMatchObject({
      tip: '$3.20',
      tip_percent: 20,
      totals: { tips: '$3.20' },
    })
    const line = ticketPath(id, `/items/${items[0]!.index}`)
    const larger = await guest.ticket('PUT', line, margherita({ quantity: 5 }))
    expect(larger).toMatchObject({
      tip: '$16.00',
      tip_percent: 20,
      totals: { tips: '$16.00', due_tip: '$16.00', total: '$103.10' },
    })
    const emptied = await guest.ticket('DELETE', line)
    expect(emptied).toMatchObject({
      tip_percent: 20,
      totals: { tips: '$0.00', total: '$0.00', due: '$0.00' },
    })
    const again = await guest.ticket('POST', ticketPath(id, '/items'), {
      items: [margherita({ quantity: 2 })],
    })
    expect(again.totals.tips).toBe('$6.40')
    const paid = await pay(again)
    expect(paid.body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      tip: '$6.40',
      totals: { tips: '$6.40', due: '$0.00' },
    })
    expect(await earnedOf(larder, id)).toMatchObject({ tips: 640 })
  })

  it('in dollars counts for nothing on an emptied order, and again with the next dish', async () => {
    const { id, items } = await completeOrder(guest)
    await tipOn(id, { tip: 3, tip_percent: 20 })
    // A tip without a percentage is an amount again.
    expect((await tipOn(id, { tip: 3 })).body.ticket_order.tip_percent).toBeUndefined()
    const emptied = await guest.ticket('DELETE', ticketPath(id, `/items/${items[0]!.index}`))
    expect(emptied.totals).toMatchObject({ tips: '$0.00', total: '$0.00', due: '$0.00' })
    const again = await guest.ticket('POST', ticketPath(id, '/items'), {
      items: [margherita({ quantity: 3 })],
    })
    expect(again.totals.tips).toBe('$3.00')
  })

  it('of a share that no preset is, is refused', async () => {
    const { id } = await completeOrder(guest)
    for (const tip_percent of [0, -10, 12.5, 101])
      expect((await tipOn(id, { tip: 1, tip_percent })).status).toBe(422)
  })

  it('is not paid by a gift card where that is forbidden, whoever owns the card', async () => {
    const strict = await startTestLarder(engine, {
      merchantsDir: merchantsWithOrdering({ pay_tips_with_gift_card: false }),
    })
    await addProgram(strict)
    const there = new Guest(strict)
    const ada = await SignedIn.as(strict, await addUser(strict))
    const order = async (who: Guest): Promise<string> => {
      const { id } = await completeOrder(who)
      await tipOn(id, { tip: 2 }, who)
      return id
    }
    const own = await addCard(strict, { userId: ada.userId, amountCents: 5000 })
    const loose = await addCard(strict, { amountCents: 5000 })
    const message = 'You can’t pay tips with a gift card here. Please pay the tip by card.'
    const refused = { status: 422, body: { message, errors: [{ field: 'tip' }] } }
    const [hers, theirs] = [await order(ada), await order(there)]
    expect(await redeem(ada, hers, { card_id: own.id, amount: 17.42, tip: 2 })).toMatchObject(refused)
    expect(
      await redeemByNumber(there, theirs, { card_number: loose.cardNumber, amount: 17.42, tip: 2 }),
    ).toMatchObject(refused)
    expect([await balanceOf(strict, own.id), await balanceOf(strict, loose.id)]).toEqual([5000, 5000])
    expect(
      (await redeem(ada, hers, { card_id: own.id, amount: 17.42 })).body.ticket_order.totals,
    ).toMatchObject({ due_tip: '$2.00', due: '$2.00' })
    await expectBooks(strict)
    await strict.close()
  })

  it('that is not paid yet keeps an order from being placed', async () => {
    const { id } = await completeOrder(guest)
    await tipOn(id, { tip: 3 })
    const card = await addCard(larder)
    const { body } = await redeemByNumber(guest, id, { card_number: card.cardNumber, amount: 17.42 })
    expect(body.ticket_order).toMatchObject({
      status: 'Open',
      totals: { due_non_tip: '$0.00', due_tip: '$3.00', due: '$3.00' },
    })
    expect(await guest.send('POST', submitPath(id), { phone_number: '' })).toMatchObject({
      status: 409,
      body: { code: 'payment_incomplete' },
    })
    expect((await pay(body.ticket_order)).status).toBe(200)
    expect((await guest.ticket('POST', submitPath(id), { phone_number: '' })).status).toBe('Submitted')
  })

  it('or none: an order that a code paid for whole still asks whether the kitchen can make it', async () => {
    const { id } = await completeOrder(guest)
    await guest.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'EVERYTHING' })
    larder.clock.set('2026-11-21T08:30:00Z')
    expect(await guest.send('POST', submitPath(id), { phone_number: '' })).toMatchObject({
      status: 409,
      body: { code: 'kitchen_closed' },
    })
    expect(
      await larder.database.query('SELECT 1 AS one FROM submissions WHERE ticket_id = $1', [id]),
    ).toEqual([])
  })
})
