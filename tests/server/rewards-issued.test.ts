import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { priceRefund } from '#contract/pricing/refund.ts'
import type { User } from '#contract/schemas/user.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  tavola,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { kitchenOf, refund } from './support/placed.ts'
import { useReward as takeReward } from './support/tenders.ts'
import { wholeRest } from '../support/whole-rest.ts'

const visa = '4242424242424242'

/** The fixture's dish costs $16.00: sixteen points. */
describe.for(databases)('points that reach the goal [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  let staff: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    staff = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(() => larder.close())

  const give = (points: number, expiresOn: string | null = '2027-06-30') =>
    larder.database.query(
      `INSERT INTO reward_points (location_id, id, user_id, points, description, expires_on, created_at) VALUES ($1, $2, $3, $4, 'Visits', $5, 0)`,
      [tavola.location, randomUUID(), ada.userId, points, expiresOn],
    )
  const has = async () => (await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!
  const pointsOf = async (): Promise<number> => (await has()).summary!.current_points
  const paid = async (quantity = 1, rewardId?: string): Promise<string> => {
    const made = await completeOrder(ada, margherita({ quantity }))
    const ticket =
      rewardId === undefined ? made : (await takeReward(ada, made.id, rewardId)).body.ticket_order
    await ada.ticket('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, await guest.card(visa)))
    return ticket.id
  }
  const submit = (id: string, key = randomUUID()) =>
    ada.ticket('POST', submitPath(id), { phone_number: '' }, { key })
  const order = async (quantity = 1, rewardId?: string): Promise<string> => {
    const id = await paid(quantity, rewardId)
    await submit(id)
    return id
  }
  const refundWhole = async (id: string): Promise<void> => {
    const { refundable } = (await kitchenOf(staff)).orders.find((one) => one.id === id)!
    const { lines, delivery } = wholeRest(refundable!)
    const amount = priceRefund(refundable!, wholeRest(refundable!)).totalCents / 100
    expect((await refund(staff, id, { lines: [...lines], tip: 0, delivery, amount })).status).toBe(200)
  }
  const cancel = async (id: string): Promise<void> => {
    const { status } = await staff.send('PUT', `/location/:loc/kitchen/orders/${id}`, { status: 'Cancelled' })
    expect(status).toBe(200)
  }

  it('are whole dollars of what the order came to after its discount: cents make none', async () => {
    const { id } = await completeOrder(ada, margherita({ quantity: 2 }))
    const reduced = await ada.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'WELCOME10' })
    expect(reduced.totals).toMatchObject({ sub_total: '$32.00', discounts: '-$3.20' })
    await ada.ticket('POST', ticketPath(id, '/payment'), paymentOf(reduced, await guest.card(visa)))
    await submit(id)
    expect(await pointsOf()).toBe(28)
  })

  it('become the reward of the merchant’s files with the order that reaches it, and the rest stays', async () => {
    await give(230)
    await order()
    expect(await has()).toMatchObject({ summary: { current_points: 246 }, reward: [] })
    await order()
    expect(await has()).toMatchObject({
      summary: {
        current_points: 12,
        points_needed: 250,
        reward_message: '238 more points until your next reward.',
      },
      reward: [{ name: '$10.00 off your next order', amount_pretty: '$10.00', end: '02/18/2027' }],
    })
  })

  it('are counted once, however often the order is submitted', async () => {
    await give(240)
    const id = await paid()
    const key = randomUUID()
    await Promise.all([submit(id, key), submit(id, key), submit(id), submit(id)])
    expect(await has()).toMatchObject({ summary: { current_points: 6 }, reward: [{}] })
    expect((await has()).reward).toHaveLength(1)
  })

  it('become one reward when orders that reach it together are placed at once', async () => {
    await give(220)
    const ids = [await paid(), await paid(), await paid()]
    await Promise.all(ids.map((id) => submit(id)))
    const rewards = await has()
    expect([rewards.summary!.current_points, rewards.reward!.length]).toEqual([220 + 48 - 250, 1])
  })

  it('become as many rewards as an order is large, and the points that end first are used first', async () => {
    await give(100, '2026-11-30')
    await give(60, '2026-12-20')
    await give(200, null)
    await order(10)
    // 100 + 60 + 200 + 160 is enough for two rewards with 20 left: the expiring points were used first.
    expect(await has()).toMatchObject({
      summary: { current_points: 20 },
      reward: [{}, {}],
      point_expiration: [],
    })
    larder.clock.set('2028-01-01T23:00:00Z')
    ada = await SignedIn.as(larder, ada.userId)
    expect(await pointsOf()).toBe(20)
  })

  it('are taken back with a cancelled order, and with them a reward that nobody has used', async () => {
    await give(240)
    const id = await order()
    await cancel(id)
    expect(await has()).toMatchObject({ summary: { current_points: 240 }, reward: [] })
    expect((await ada.ticket('GET', ticketPath(id))).success_message?.message).toContain(
      'The reward that its points had reached is gone again.',
    )
    await order()
    expect(await has()).toMatchObject({ summary: { current_points: 6 }, reward: [{}] })
  })

  it('are taken back with a partial refund, and a member who loses a reward by that is told', async () => {
    await give(224)
    const id = await order(2)
    const [line] = (await kitchenOf(staff)).orders.find((one) => one.id === id)!.refundable!.lines
    const onePart = () =>
      refund(staff, id, { lines: [{ index: line!.index, quantity: 1 }], amount: line!.cents / 200 })
    expect((await onePart()).status).toBe(200)
    expect(await has()).toMatchObject({ summary: { current_points: 240 }, reward: [] })
    larder.clock.advance(60_000)
    expect((await onePart()).status).toBe(200)
    const said = 'The reward that its points had reached is gone again.'
    await larder.minute()
    const told = larder.emails.filter(({ kind }) => kind === 'order-part-refunded')
    expect(told.slice(-2).map(({ text }) => text.includes(said))).toEqual([true, false])
    const { refunds } = await ada.ticket('GET', ticketPath(id))
    expect(refunds!.map(({ reward_gone: gone }) => gone)).toEqual([true, undefined])
  })

  it('do not take back a used reward; the missing points have to be earned again first', async () => {
    await give(240)
    const id = await order()
    const [reward] = (await has()).reward!
    const other = await completeOrder(ada)
    expect((await takeReward(ada, other.id, reward!.id)).status).toBe(200)
    await cancel(id)
    // Points are below zero: the next reward needs more than its usual number.
    expect(await has()).toMatchObject({
      summary: { current_points: 0, reward_message: '260 more points until your next reward.' },
    })
    expect((await ada.ticket('GET', ticketPath(other.id))).payments[0]).toMatchObject({
      tender_type: 'reward',
    })
    await order()
    // Ten points were missing, and the order earned sixteen.
    expect(await pointsOf()).toBe(6)
  })

  it.each([
    ['given back', refundWhole],
    ['cancelled', cancel],
  ])(
    'leave the reward that paid a part of the order, which comes back when it is %s',
    async (_what, undo) => {
      await give(234)
      await order()
      const [first] = (await has()).reward!
      await give(228)
      larder.clock.advance(1000)
      // $32.00 less $10.00 earns 22 points, which completes the next reward.
      const id = await order(2, first!.id)
      const [second] = (await has()).reward!
      await order(1, second!.id)
      await undo(id)
      expect((await ada.ticket('GET', ticketPath(id))).refunds).toMatchObject([{ reward_back: true }])
      // Undoing the order took 22 points; the third order had earned only six.
      expect(await has()).toMatchObject({ summary: { current_points: 0 }, reward: [{ id: first!.id }] })
      await give(16)
      await give(1)
      expect(await pointsOf()).toBe(1)
    },
  )

  it('are not issued to a guest, or if rewards are switched off', async () => {
    await give(240)
    larder.change('tavola', (document) => ({
      ...document,
      location: {
        ...document.location,
        settings: { ...document.location.settings, rewards: { enable: false } },
      },
    }))
    await order()
    larder.change('tavola', (document) => ({
      ...document,
      location: {
        ...document.location,
        settings: { ...document.location.settings, rewards: { enable: true } },
      },
    }))
    expect(await has()).toMatchObject({ summary: { current_points: 240 }, reward: [] })
  })
})
