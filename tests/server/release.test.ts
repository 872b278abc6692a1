import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, contact, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import {
  addReward,
  balanceOf,
  dueOf,
  earnedOf,
  expectBooks,
  redeem,
  redeemByNumber,
  release,
  useReward,
} from './support/tenders.ts'

describe.for(databases)('rewards on a ticket, and taking tenders off it [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const read = (id: string) => ada.ticket('GET', ticketPath(id))
  const ownCard = (amountCents = 2500) => addCard(larder, { userId: ada.userId, amountCents })
  const pay = async (id: string, number = '4242424242424242') =>
    ada.send<{ code: string; client_secret: string }>(
      'POST',
      ticketPath(id, '/payment'),
      paymentOf(await read(id), await guest.card(number)),
    )

  it('takes a reward off before tax, and says how much @AT-12 @ST-17 @EN-25 @EN-30', async () => {
    const rewardId = await addReward(larder, ada.userId)
    const ticket = await completeOrder(ada)
    expect(ticket.reward_can_be_used).toBe(true)
    const { status, body } = await useReward(ada, ticket.id, rewardId)
    expect(status).toBe(200)
    // 16.00 − 5.00 = 11.00; tax 0.976 → 0.98
    expect(body.ticket_order).toMatchObject({
      status: 'Open',
      payments: [{ display_name: 'A dessert', display_amount: '$5.00', tip: '$0.00', tender_type: 'reward' }],
      totals: { sub_total: '$16.00', discounts: '-$5.00', tax: '$0.98', total: '$11.98', due: '$11.98' },
      reward_can_be_used: false,
    })
    expect((await useReward(ada, ticket.id, rewardId)).body).toEqual(body)
    expect((await pay(ticket.id)).status).toBe(200)
    const placed = await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(placed.payments.map((one) => [one.tender_type, one.display_amount])).toEqual([
      ['reward', '$5.00'],
      ['credit_card', '$11.98'],
    ])
    // The reward is used up, and points are earned for what was paid.
    expect((await completeOrder(ada)).reward_can_be_used).toBe(false)
    expect(
      await larder.database.query('SELECT points FROM reward_points WHERE ticket_id = $1', [ticket.id]),
    ).toEqual([{ points: 11 }])
  })

  it('can be used after signing in with an order that was begun as a guest, and are visible to nobody else', async () => {
    const rewardId = await addReward(larder, ada.userId)
    const rosa = await SignedIn.as(larder, await addUser(larder))
    const { id } = await completeOrder(guest)
    const usableBy = async (who: Guest): Promise<boolean | undefined> =>
      (await who.ticket('GET', ticketPath(id))).reward_can_be_used
    expect([await usableBy(guest), await usableBy(ada), await usableBy(rosa)]).toEqual([false, true, false])
    expect((await useReward(ada, id, rewardId)).status).toBe(200)
    expect(await usableBy(ada)).toBe(false)
  })

  it('combines a reward with a promo code, never below zero, and recomputes it with the lines @AT-12', async () => {
    const ticket = await completeOrder(ada)
    await ada.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'WELCOME10' })
    const rewardId = await addReward(larder, ada.userId, { amountCents: 2000 })
    const { body } = await useReward(ada, ticket.id, rewardId)
    expect(body.ticket_order).toMatchObject({
      payments: [{ display_amount: '$14.40' }],
      totals: { discounts: '-$16.00', tax: '$0.00', total: '$0.00', due: '$0.00' },
    })
    const more = await ada.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect(more).toMatchObject({ payments: [{ display_amount: '$20.00' }], totals: { discounts: '-$23.20' } })
    const without = await ada.ticket('PUT', ticketPath(ticket.id), { promo_code: '' })
    expect(without.promo_code).toBeUndefined()
    expect(without.totals.discounts).toBe('-$20.00')
  })

  it('applies a reward to one order, whichever device is first (B8)', async () => {
    const rewardId = await addReward(larder, ada.userId)
    const tickets = await Promise.all(Array.from({ length: 5 }, () => completeOrder(ada)))
    const replies = await Promise.all(tickets.map(({ id }) => useReward(ada, id, rewardId)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const late = replies.find(({ status }) => status === 409)!
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      message: 'This reward is already used for another order.',
    })
    for (const { id } of tickets) expect((await read(id)).reward_can_be_used).toBe(false)
  })

  it('refuses a reward that is another person’s, expired, the second one, or used after a payment @AT-12 @ST-17', async () => {
    const eve = await addUser(larder)
    const ticket = await completeOrder(ada)
    for (const id of [
      await addReward(larder, eve),
      await addReward(larder, ada.userId, { endsOn: '2026-11-19' }),
      'no-such-reward',
    ])
      expect(await useReward(ada, ticket.id, id)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'reward_id' }] },
      })
    expect((await read(ticket.id)).reward_can_be_used).toBe(false)
    expect((await useReward(guest, (await completeOrder(guest)).id, 'any')).status).toBe(401)
    const [first, second] = [
      await addReward(larder, ada.userId, { endsOn: '2026-11-20' }),
      await addReward(larder, ada.userId),
    ]
    await useReward(ada, ticket.id, first)
    expect((await useReward(ada, ticket.id, second)).body.code).toBe('changed_meanwhile')
    const paidFor = await completeOrder(ada)
    expect(paidFor.reward_can_be_used).toBe(true)
    await redeem(ada, paidFor.id, { card_id: (await ownCard(100)).id, amount: 1 })
    expect((await read(paidFor.id)).reward_can_be_used).toBe(false)
    expect((await useReward(ada, paidFor.id, second)).body.code).toBe('already_paid')
  })

  it('gives everything back, and the order can be changed again (B16)', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1000)]
    const rewardId = await addReward(larder, ada.userId)
    await useReward(ada, ticket.id, rewardId)
    await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })
    expect(await pay(ticket.id, '4000000000000002')).toMatchObject({
      status: 402,
      body: { code: 'payment_declined' },
    })
    expect(await read(ticket.id)).toMatchObject({
      payments: [{ tender_type: 'reward' }, { tender_type: 'card' }],
      totals: { due: '$1.98' },
    })
    const released = await release(ada, ticket.id)
    expect(released.body.ticket_order).toMatchObject({
      status: 'Open',
      payments: [],
      totals: { discounts: '$0.00', due: '$17.42' },
      reward_can_be_used: true,
    })
    expect((await release(ada, ticket.id)).body).toEqual(released.body)
    expect(await balanceOf(larder, card.id)).toBe(1000)
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    const { body } = await ada.send<{ transactions: { description: string; pretty_amount: string }[] }>(
      'GET',
      `/location/:loc/card/${card.id}`,
    )
    expect(body.transactions).toContainEqual(
      expect.objectContaining({ description: 'Returned from an order', pretty_amount: '$10.00' }),
    )
    await ada.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect((await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })).status).toBe(200)
  })

  it('are not returned once a payment card was charged, or while one is being charged', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1000)]
    await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })
    expect((await pay(ticket.id)).status).toBe(200)
    expect(await release(ada, ticket.id)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(await release(ada, ticket.id)).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    const whole = await completeOrder(ada)
    await redeem(ada, whole.id, { card_id: (await ownCard()).id, ...dueOf(whole) })
    expect((await release(ada, whole.id)).body.ticket_order).toMatchObject({
      status: 'Open',
      totals: { due: '$17.42' },
    })
    const running = await completeOrder(ada)
    await larder.database.query(
      `INSERT INTO payment_attempts (location_id, id, ticket_id, idempotency_key, non_tip_cents, tip_cents, payment_source, priced, state, locked_until, created_at)
       VALUES ('tavola-nyc', $1, $1, 'k', 1742, 0, 'pm', '{}', 'started', 0, 0)`,
      [running.id],
    )
    expect(await release(ada, running.id)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await redeem(ada, running.id, { card_id: card.id, amount: 10 })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })

  it('gives up a payment that only waits for its guest: it never charges (B16)', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard()]
    expect((await pay(ticket.id, '4000002500003155')).body.code).toBe('authentication_required')
    expect((await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })).status).toBe(200)
    expect(
      await larder.database.query('SELECT state FROM payment_attempts WHERE ticket_id = $1', [ticket.id]),
    ).toEqual([{ state: 'abandoned' }])
    const other = await completeOrder(ada)
    expect((await pay(other.id, '4000002500003155')).body.code).toBe('authentication_required')
    expect((await release(ada, other.id)).status).toBe(200)
    expect(
      await larder.database.query('SELECT state FROM payment_attempts WHERE ticket_id = $1', [other.id]),
    ).toEqual([{ state: 'abandoned' }])
  })

  it('releases what an abandoned order holds after a quarter of an hour (B16)', async () => {
    const [ticket, card, rewardId] = [
      await completeOrder(ada),
      await ownCard(500),
      await addReward(larder, ada.userId),
    ]
    await useReward(ada, ticket.id, rewardId)
    await redeem(ada, ticket.id, { card_id: card.id, amount: 5 })
    expect((await pay(ticket.id, '4000002500003155')).body.code).toBe('authentication_required')
    larder.clock.advance(14 * minuteMs)
    await larder.minute()
    expect(await balanceOf(larder, card.id)).toBe(0)
    larder.clock.advance(minuteMs)
    await Promise.all([larder.minute(), larder.minute()])
    expect(await balanceOf(larder, card.id)).toBe(500)
    expect(await read(ticket.id)).toMatchObject({
      status: 'Open',
      payments: [],
      totals: { due: '$17.42' },
      reward_can_be_used: true,
    })
  })

  it('keeps what an order holds while its payment card may be charged (B16)', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(500)]
    await redeem(ada, ticket.id, { card_id: card.id, amount: 5 })
    await larder.database.query(
      `INSERT INTO payment_attempts (location_id, id, ticket_id, idempotency_key, non_tip_cents, tip_cents, payment_source, priced, state, locked_until, created_at)
       VALUES ('tavola-nyc', $1, $1, 'k', 1242, 0, 'pm', '{}', 'started', $2, $2)`,
      [ticket.id, larder.clock.now() + 15 * minuteMs],
    )
    larder.clock.advance(16 * minuteMs)
    await larder.minute()
    expect(await balanceOf(larder, card.id)).toBe(0)
  })

  it('lets nobody else pay, reward or release the order (X6)', async () => {
    const ticket = await completeOrder(ada)
    const eve = await SignedIn.as(larder, await addUser(larder))
    const card = await addCard(larder, { userId: eve.userId })
    const loose = await addCard(larder)
    const rewardId = await addReward(larder, eve.userId)
    const calls = [
      redeem(eve, ticket.id, { card_id: card.id, ...dueOf(ticket) }),
      useReward(eve, ticket.id, rewardId),
      release(eve, ticket.id),
      release(guest, ticket.id),
      redeemByNumber(guest, ticket.id, { card_number: loose.cardNumber, ...dueOf(ticket) }),
    ]
    for (const reply of await Promise.all(calls))
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect([await balanceOf(larder, card.id), await balanceOf(larder, loose.id)]).toEqual([2500, 2500])
  })

  it('is a guest’s to take off, too', async () => {
    const [ticket, card] = [await completeOrder(guest), await addCard(larder)]
    await guest.send('POST', ticketPath(ticket.id, '/importandredeemcard'), {
      card_number: card.cardNumber,
      amount: 17.42,
    })
    expect(await balanceOf(larder, card.id)).toBe(758)
    const released = await release(guest, ticket.id)
    expect(released.body.ticket_order).toMatchObject({ status: 'Open', payments: [] })
    expect(await balanceOf(larder, card.id)).toBe(2500)
    expect((await guest.ticket('PUT', ticketPath(ticket.id), contact)).status).toBe('Open')
  })
})
