import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, paidOrder, paymentOf } from './support/orders.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

describe.for(databases)('a card provider that does not answer what became of a charge [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let isCut = false
  let asked: string[] = []
  let release = (): void => undefined
  let released = Promise.resolve()
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: async (charge) => {
          const outcome = await made.charge(charge)
          return isCut ? { kind: 'unknown', reason: 'cut' } : outcome
        },
        find: async (charge, when) => {
          asked.push(charge.about)
          await released
          return made.find(charge, when)
        },
      }),
    })
    guest = new Guest(larder)
  })
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    asked = []
    released = new Promise((resolve) => (release = resolve))
  })
  afterEach(() => release())
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  /** An order whose payment succeeded without its guest or the server learning of it. */
  const lostOrder = async (): Promise<string> => {
    const ticket = await completeOrder(guest)
    isCut = true
    const body = paymentOf(ticket, await guest.card('4242424242424242'))
    expect((await guest.send('POST', ticketPath(ticket.id, '/payment'), body)).status).toBe(503)
    isCut = false
    return ticket.id
  }
  const statusOf = async (id: string) => (await guest.ticket('GET', ticketPath(id))).status

  it('keeps no paid order from being placed and no refund from being made in the same minute (I7, B17)', async () => {
    const lost = await lostOrder()
    larder.clock.advance(8 * minuteMs)
    const first = larder.minute()
    await expect.poll(() => asked).toEqual([lost])
    const paid = await paidOrder(guest)
    const cancelled = await placedOrder(guest)
    expect((await move(await administratorOf(larder), cancelled.id, 'Cancelled')).status).toBe(200)
    larder.clock.advance(minuteMs)
    const second = larder.minute()
    await expect.poll(() => statusOf(paid.id)).toBe('Submitted')
    await expect.poll(() => earnedOf(larder, cancelled.id)).toEqual({})
    expect(asked).toEqual([lost])
    release()
    await Promise.all([first, second])
    expect(await earnedOf(larder, lost)).toEqual({ card_provider: -1742, orders: 1742 })
  })

  it('is asked about all of them at once', async () => {
    const lost = [await lostOrder(), await lostOrder(), await lostOrder()]
    larder.clock.advance(8 * minuteMs)
    const round = larder.minute()
    await expect.poll(() => asked.toSorted()).toEqual(lost.toSorted())
    release()
    await round
    for (const id of lost) expect(await statusOf(id)).toBe('PaymentComplete')
  })
})
