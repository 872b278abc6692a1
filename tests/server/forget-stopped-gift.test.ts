import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { orderNumber } from '#server/modules/payments/attempts.ts'
import { cardOrder, cardsOf, orderPath, readyOrder, submit } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, type ProblemBody, tavola } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { act, referenceOf } from './support/staff-cards.ts'
import {
  deliverEvents,
  intentOf,
  methodAt,
  startStripeLarder,
  type StripeLarder,
} from './support/stripe/larder.ts'

/**
 * A gift whose card went on hold before it was sent: it is sent once the hold ends, and the recipient's data is deleted
 * when it never will be.
 */
describe.for(databases)('a gift that was stopped before it was sent [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  let giver: SignedIn
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
    larder.change('tavola', (document) => ({
      ...document,
      location: {
        ...document.location,
        settings: { ...document.location.settings, data_retention: { gift_contact_days: 120 } },
      },
    }))
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    larder.emails.length = 0
    ;[owner, giver] = [await administratorOf(larder), await SignedIn.as(larder, await addUser(larder))]
  })
  afterAll(() => larder.close())

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  /** Buys a gift for tomorrow. */
  const bought = async () => {
    const { id } = await readyOrder(giver, 'SendEmail', 25)
    await cardOrder(giver, 'PUT', orderPath(id), {
      send_at_local: new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16),
      send_time_zone: 'UTC',
    })
    const paid = await submit(giver, id, { amount: 25, payment_source: methodAt(larder, tavola) })
    expect(paid.status).toBe(200)
    const [card] = await cardsOf(larder, id)
    return {
      id,
      reference: await referenceOf(larder, card!.id),
      intentId: intentOf(larder, tavola, orderNumber(id)),
    }
  }
  type Bought = Awaited<ReturnType<typeof bought>>
  const stops: Record<string, (gift: Bought) => Promise<unknown>> = {
    'is lost to a dispute': async ({ intentId }) => {
      const dispute = dashboard().dispute(intentId)
      await deliverEvents(larder)
      dashboard().closeDispute(dispute, 'lost')
      await deliverEvents(larder)
    },
    'was given back by hand': async ({ intentId }) => {
      dashboard().refund(intentId)
      await deliverEvents(larder)
    },
    'is on hold': ({ reference }) => act(owner, reference, 'hold'),
  }
  const after = async (days: number): Promise<void> => {
    larder.clock.advance(days * dayMs)
    await larder.minute()
    ;[owner, giver] = [await administratorOf(larder), await SignedIn.as(larder, giver.userId)]
  }
  const remove = () => giver.send<ProblemBody>('POST', '/user/delete', { password: '' })
  const sentCount = (): number => larder.emails.filter(({ kind }) => kind === 'gift-card').length
  const recipientOf = async ({ id }: Bought): Promise<string> =>
    (
      await larder.database.query<{ email: string }>(
        `SELECT recipient->>'recipient_email' AS email FROM card_orders WHERE id = $1`,
        [id],
      )
    )[0]!.email

  it.each(['is lost to a dispute', 'was given back by hand'])(
    'holds its giver’s account no longer where its payment %s',
    async (what) => {
      const gift = await bought()
      await stops[what]!(gift)
      await after(2)
      expect(await remove()).toMatchObject({ status: 200 })
      expect([await recipientOf(gift), sentCount()]).toEqual(['', 0])
    },
  )

  it('holds it while the bank decides, and goes out when that is won', async () => {
    const gift = await bought()
    const dispute = dashboard().dispute(gift.intentId)
    await deliverEvents(larder)
    await after(2)
    expect((await remove()).body.message).toMatch(/^Your bank is reviewing one of your payments/)
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    await after(0)
    expect(sentCount()).toBe(1)
    expect((await remove()).status).toBe(200)
  })

  it('holds it while the staff hold the card, saying so, and goes out when they release it', async () => {
    const { reference } = await bought()
    await act(owner, reference, 'hold')
    await after(2)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { message: 'A gift of yours is on hold. Please call us before you delete your account.' },
    })
    expect((await act(owner, reference, 'release')).status).toBe(200)
    await after(0)
    expect(sentCount()).toBe(1)
    expect((await remove()).status).toBe(200)
  })

  it.each(Object.keys(stops))('that %s is forgotten when the restaurant says so', async (what) => {
    const gift = await bought()
    await stops[what]!(gift)
    await after(118)
    expect(await recipientOf(gift)).not.toBe('')
    await after(4)
    expect(await recipientOf(gift)).toBe('')
  })

  it('released after its recipient was removed, is not sent, and its giver is asked for a recipient', async () => {
    const gift = await bought()
    await act(owner, gift.reference, 'hold')
    await after(122)
    await act(owner, gift.reference, 'release')
    await after(1)
    expect(sentCount()).toBe(0)
    const { gift: shown } = await cardOrder(giver, 'GET', orderPath(gift.id))
    expect(shown).toMatchObject({ state: 'undeliverable', can_change: true })
    const again = await giver.send<ProblemBody>('POST', orderPath(gift.id, '/gift/resend'), {})
    expect(again.body.message).toMatch(/^We no longer know where this gift went/)
  })
})
