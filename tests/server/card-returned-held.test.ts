import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cardsOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { act, orderOfCard, referenceOf, refundOrder, seen } from './support/staff-cards.ts'
import { boughtCard, deliverEvents, startStripeLarder, type StripeLarder } from './support/stripe/larder.ts'
import { expectBooks, redeem, release } from './support/tenders.ts'

const spent = 17.42

/**
 * A gift card that ended before its payment was disputed is held like any other: the bank decides about money that an order
 * returns to it.
 */
describe.for(databases)('money that comes back onto a card after its payment went [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ;[owner, ada] = [await administratorOf(larder), await SignedIn.as(larder, await addUser(larder))]
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  /** A card of $50, part of which is on an order that is not placed. */
  const partlySpent = async () => {
    const { order, intentId } = await boughtCard(larder, ada, 'Purchase', 50, true)
    const [card] = await cardsOf(larder, order.id)
    const reference = await referenceOf(larder, card!.id)
    const ticket = await completeOrder(ada)
    expect((await redeem(ada, ticket.id, { card_id: card!.id, amount: spent })).status).toBe(200)
    return { cardId: card!.id, reference, intentId, ticketId: ticket.id }
  }

  it.each([
    ['disputed', (intentId: string) => void dashboard().dispute(intentId)],
    ['given back by hand', (intentId: string) => void dashboard().refund(intentId)],
  ])('is on hold where the rest was refunded first, then all of it %s', async (_what, happen) => {
    const { cardId, reference, intentId, ticketId } = await partlySpent()
    const bought = await orderOfCard(owner, reference)
    expect((await refundOrder(owner, bought.reference, { amount_cents: 3258 })).status).toBe(200)
    larder.clock.advance(61_000)
    await larder.minute()
    await deliverEvents(larder)
    happen(intentId)
    await deliverEvents(larder)
    expect((await release(ada, ticketId)).status).toBe(200)
    expect(await seen(owner, reference)).toMatchObject({ status: 'frozen', balance_cents: 1742 })
    expect((await redeem(ada, ticketId, { card_id: cardId, amount: spent })).status).toBe(422)
  })

  it('moves to no new card when it was voided before the bank’s inquiry, until that has ended', async () => {
    const { reference, intentId, ticketId } = await partlySpent()
    expect((await act(owner, reference, 'void', { amount_cents: 3258 })).status).toBe(200)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    expect((await release(ada, ticketId)).status).toBe(200)
    expect(await seen(owner, reference)).toMatchObject({ status: 'disabled', balance_cents: 1742 })
    const reissue = () => act(owner, reference, 'reissue', { amount_cents: 1742, email: '' })
    expect((await reissue()).status).toBe(409)
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect(await seen(owner, reference)).toMatchObject({ status: 'disabled', holds: [] })
    expect((await reissue()).status).toBe(200)
  })
})
