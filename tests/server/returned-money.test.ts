import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { cardOrder, giftcard, orderPath, start, submit, visa } from './support/card-orders.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, cancelOwn, move } from './support/placed.ts'
import { act, buy, orderOfCard, referenceOf, refundOrder, seen } from './support/staff-cards.ts'
import { addReward, dueOf, expectBooks, redeem, release, useReward as putReward } from './support/tenders.ts'

const submitTicket = (id: string): string => `/v2.0/location/:loc/ticketorder/${id}/submit`

/** Money and rewards that are returned can be used, and the texts about them are true. */
describe.for(databases)('money that comes back [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  let ada: SignedIn
  let userId: string
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    userId = await addUser(larder)
    ada = await SignedIn.as(larder, userId)
    owner = await administratorOf(larder)
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const day = (date: string): void => larder.clock.set(`${date}T23:30:00Z`)
  /** Places an order paid with a gift card. */
  const orderBy = async (cardId: string): Promise<string> => {
    const ticket = await completeOrder(ada)
    const paid = await redeem(ada, ticket.id, { card_id: cardId, ...dueOf(ticket) })
    expect(paid.status).toBe(200)
    return (await ada.ticket('POST', submitTicket(ticket.id), { phone_number: '' })).id
  }
  const cancel = async (id: string): Promise<void> => {
    owner = await administratorOf(larder)
    expect((await move(owner, id, 'Cancelled')).status).toBe(200)
  }
  const lastDayOf = async (id: string): Promise<string | null> => {
    const statement = 'SELECT expires_on FROM cards WHERE id = $1'
    return (await larder.database.query<{ expires_on: string | null }>(statement, [id]))[0]!.expires_on
  }
  const buys = async (cardId: string): Promise<number> => {
    ada = await SignedIn.as(larder, userId)
    const ticket = await completeOrder(ada)
    return (await redeem(ada, ticket.id, { card_id: cardId, ...dueOf(ticket) })).status
  }

  it('to a gift card whose last day is over makes it good for a season', async () => {
    const { id } = await addCard(larder, { userId, expiresOn: '2026-11-20' })
    const order = await orderBy(id)
    day('2026-11-23')
    await cancel(order)
    expect(await buys(id)).toBe(200)
    expect(await lastDayOf(id)).toBe('2027-02-21')
  })

  it('to a card that is good for longer changes nothing of its last day, and gives none to one without', async () => {
    for (const expiresOn of ['2031-01-31', undefined]) {
      const { id } = await addCard(larder, { userId, expiresOn })
      await cancel(await orderBy(id))
      expect(await lastDayOf(id)).toBe(expiresOn ?? null)
    }
  })

  it('to a card that ended with the refund of its order makes it good again; to a voided one it stays for the staff', async () => {
    const { cards } = await buy(larder, ada)
    const [card] = cards
    const food = await orderBy(card!.id)
    const reference = await referenceOf(larder, card!.id)
    const { reference: cardOrder, refundable } = await orderOfCard(owner, reference)
    expect((await refundOrder(owner, cardOrder, { amount_cents: refundable!.unspent_cents })).status).toBe(
      200,
    )
    expect((await seen(owner, reference)).status).toBe('disabled')
    await cancel(food)
    expect(await seen(owner, reference)).toMatchObject({ status: 'active', balance_cents: 1742 })
    expect(await buys(card!.id)).toBe(200)

    const { id } = await addCard(larder, { userId })
    const other = await orderBy(id)
    const voided = await referenceOf(larder, id)
    await act(owner, voided, 'void', { amount_cents: 758 })
    await cancel(other)
    expect(await seen(owner, voided)).toMatchObject({ status: 'disabled', balance_cents: 1742 })
  })

  it('an expired card is re-issued as one that is valid', async () => {
    const { id } = await addCard(larder, { userId, expiresOn: '2026-11-19' })
    const reference = await referenceOf(larder, id)
    expect((await seen(owner, reference)).status).toBe('expired')
    expect((await act(owner, reference, 'reissue', { amount_cents: 2500, email: '' })).status).toBe(200)
    const { replaced_by: fresh } = await seen(owner, reference)
    expect(await seen(owner, fresh!.reference)).toMatchObject({ status: 'active', expires: '02/18/2027' })
  })

  it('a reloaded card is valid for five years', async () => {
    const { id } = await addCard(larder, { userId, expiresOn: '2026-11-20' })
    const { id: orderId } = await start(ada, 'Reload', { card_id: id })
    await cardOrder(ada, 'PUT', orderPath(orderId), { items: [giftcard(20, { card_id: id })] })
    const paid = { amount: 20, payment_source: await ada.card(visa) }
    expect((await submit(ada, orderId, paid)).status).toBe(200)
    expect(await lastDayOf(id)).toBe('2031-11-24')
  })

  /** Moves the order's time, so that its guest may cancel it until then. */
  const putOff = (id: string) =>
    larder.database.query(
      `UPDATE tickets SET ready_date = '2026-11-27', ready_time = '6:30pm' WHERE id = $1`,
      [id],
    )

  it('a reward whose day is over is good for a week after the restaurant cancels, and for the day after its owner does', async () => {
    const has = async () => (await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!.reward
    const orderWith = async (endsOn: string): Promise<string> => {
      const ticket = await completeOrder(ada)
      await putReward(ada, ticket.id, await addReward(larder, userId, { endsOn }))
      const open = await ada.ticket('GET', ticketPath(ticket.id))
      await ada.ticket('POST', ticketPath(ticket.id, '/payment'), paymentOf(open, await ada.card(visa)))
      return (await ada.ticket('POST', submitTicket(ticket.id), { phone_number: '' })).id
    }
    const byStaff = await orderWith('2026-11-20')
    const byGuest = await orderWith('2026-11-20')
    await putOff(byGuest)
    day('2026-11-21')
    ada = await SignedIn.as(larder, userId)
    await cancel(byStaff)
    expect((await has())!.map(({ end }) => end)).toEqual(['11/28/2026'])
    expect((await cancelOwn(ada, byGuest)).status).toBe(200)
    expect((await has())!.map(({ end }) => end)).toEqual(['11/21/2026', '11/28/2026'])
  })

  it('to a guest who cancels their own order prolongs no card: one that is over is good for that day', async () => {
    const { id } = await addCard(larder, { userId, expiresOn: '2026-11-22' })
    expect((await cancelOwn(ada, await orderBy(id))).status).toBe(200)
    expect(await lastDayOf(id)).toBe('2026-11-22')
    const order = await orderBy(id)
    await putOff(order)
    day('2026-11-23')
    ada = await SignedIn.as(larder, userId)
    expect((await cancelOwn(ada, order)).status).toBe(200)
    expect(await lastDayOf(id)).toBe('2026-11-23')
    expect(await buys(id)).toBe(200)
  })

  it('a reward that took nothing off is its member’s still when the order is placed, and is not on it', async () => {
    const ticket = await completeOrder(ada)
    const rewardId = await addReward(larder, userId, { endsOn: '2026-11-30' })
    await putReward(ada, ticket.id, rewardId)
    await ada.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'EVERYTHING' })
    const placed = await ada.ticket('POST', submitTicket(ticket.id), { phone_number: '' })
    expect(placed).toMatchObject({ status: 'Submitted', payments: [], totals: { discounts: '-$16.00' } })
    const other = await completeOrder(ada)
    expect((await putReward(ada, other.id, rewardId)).status).toBe(200)
    // Nothing of the first order is left to be returned.
    await cancel(placed.id)
    expect(await ada.ticket('GET', ticketPath(other.id))).toMatchObject({
      payments: [{ tender_type: 'reward', display_amount: '$5.00' }],
    })
  })

  it('of an order that nobody placed prolongs nothing: neither a card that is taken off it, nor a reward', async () => {
    const { id } = await addCard(larder, { userId, expiresOn: '2026-11-20' })
    const ticket = await completeOrder(ada)
    await putReward(ada, ticket.id, await addReward(larder, userId, { endsOn: '2026-11-20' }))
    const open = await ada.ticket('GET', ticketPath(ticket.id))
    expect((await redeem(ada, ticket.id, { card_id: id, ...dueOf(open) })).status).toBe(200)
    larder.clock.set('2026-11-21T06:00:00Z')
    await release(ada, ticket.id)
    expect(await lastDayOf(id)).toBe('2026-11-20')
    expect((await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!.reward).toEqual([])
  })
})
