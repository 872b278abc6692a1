import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, submitPath, tavola, ticketPath } from './support/larder.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import {
  deliverEvents,
  intentOf,
  methodAt,
  startStripeLarder,
  type StripeLarder,
} from './support/stripe/larder.ts'
import { expectBooks, redeem } from './support/tenders.ts'

/** A dish of the fixture is $16.00, with tax $17.42: two are 32 points, and $34.84. */
describe.for(databases)('points of an order whose money somebody else took [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    owner = await administratorOf(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterEach(() => void (larder.stripe.account('acct_tavola').events.length = 0))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const rewards = async () => (await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!
  const points = async (): Promise<number> => (await rewards()).summary!.current_points
  const give = (count: number) =>
    larder.database.query(
      `INSERT INTO reward_points (location_id, id, user_id, points, description, expires_on, created_at) VALUES ($1, $2, $3, $4, 'Visits', '2027-06-30', 0)`,
      [tavola.location, randomUUID(), ada.userId, count],
    )
  /** An order of two dishes; `byGiftCard`: so many cents of it. */
  const order = async (byGiftCard = 0): Promise<{ id: string; intentId: string }> => {
    const ready = await completeOrder(ada, margherita({ quantity: 2 }))
    let ticket = ready
    if (byGiftCard > 0) {
      const card = await addCard(larder, { userId: ada.userId, amountCents: byGiftCard })
      ticket = (await redeem(ada, ready.id, { card_id: card.id, amount: byGiftCard / 100 })).body.ticket_order
    }
    await ada.ticket('POST', ticketPath(ready.id, '/payment'), paymentOf(ticket, methodAt(larder, tavola)))
    await ada.ticket('POST', submitPath(ready.id), { phone_number: '' })
    return { id: ready.id, intentId: intentOf(larder, tavola, ready.id) }
  }
  const decide = async (dispute: ReturnType<ReturnType<typeof dashboard>['dispute']>, to: 'won' | 'lost') => {
    dashboard().closeDispute(dispute, to)
    await deliverEvents(larder)
  }

  it('stay while a bank decides, are taken back when it keeps the money, and come back with it', async () => {
    const { intentId } = await order()
    expect(await points()).toBe(32)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    expect(await points()).toBe(32)
    await decide(dispute, 'lost')
    expect(await points()).toBe(0)
    await decide(dispute, 'won')
    expect(await points()).toBe(32)
    await deliverEvents(larder)
    expect(await points()).toBe(32)
  })

  it('go for the part that the bank took', async () => {
    const { intentId } = await order()
    const dispute = dashboard().dispute(intentId, 1742)
    await deliverEvents(larder)
    await decide(dispute, 'lost')
    expect(await points()).toBe(16)
  })

  it('stay for what a gift card paid', async () => {
    const { intentId } = await order(1742)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    await decide(dispute, 'lost')
    expect(await points()).toBe(16)
  })

  it('of dishes that were refunded are not taken twice', async () => {
    const { id, intentId } = await order()
    const shown = (await kitchenOf(owner)).orders.find((one) => one.id === id)!
    const { index } = shown.refundable!.lines[0]!
    expect((await refund(owner, id, { lines: [{ index, quantity: 1 }], amount: 17.42 })).status).toBe(200)
    await larder.minute()
    expect(await points()).toBe(16)
    const dispute = dashboard().dispute(intentId, 871)
    await deliverEvents(larder)
    await decide(dispute, 'lost')
    expect(await points()).toBe(8)
  })

  it('take the reward that they had reached with them, and bring one again', async () => {
    await give(220)
    const { intentId } = await order()
    expect([(await rewards()).reward?.length, await points()]).toEqual([1, 2])
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    await decide(dispute, 'lost')
    expect([(await rewards()).reward?.length, await points()]).toEqual([0, 220])
    await decide(dispute, 'won')
    expect([(await rewards()).reward?.length, await points()]).toEqual([1, 2])
  })

  it('of a canceled order do not come back', async () => {
    const { id, intentId } = await order()
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    await move(owner, id, 'Cancelled')
    await decide(dispute, 'lost')
    await decide(dispute, 'won')
    expect(await points()).toBe(0)
  })

  it('go with a refund in the provider’s dashboard, whose email says so, and come back if it fails', async () => {
    await give(220)
    const { intentId } = await order()
    const made = dashboard().refund(intentId, 1742)
    await deliverEvents(larder)
    expect([(await rewards()).reward?.length, await points()]).toEqual([0, 236])
    await larder.minute()
    expect(larder.emails.findLast(({ to }) => to.includes('@example.com'))!.text).toContain(
      'The reward that its points had reached is gone again.',
    )
    dashboard().failRefund(made)
    await deliverEvents(larder)
    expect([(await rewards()).reward?.length, await points()]).toEqual([1, 2])
  })
})
