import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTicketAnswer } from '#contract/schemas/ticket-history.ts'
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
import { completeOrder, margherita, paymentOf, startOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'

describe.for(databases)('tickets of members [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  let eve: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
    eve = await SignedIn.as(larder, await addUser(larder))
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('shows a member’s ticket to nobody else, and lets nobody else change, pay or place it (X6)', async () => {
    const ticket = await completeOrder(ada)
    const card = await guest.card('4242424242424242')
    for (const other of [guest, eve]) {
      const calls = [
        () => other.send<ProblemBody>('GET', ticketPath(ticket.id)),
        () => other.send<ProblemBody>('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] }),
        () => other.send<ProblemBody>('PUT', ticketPath(ticket.id, '/items/1'), margherita()),
        () => other.send<ProblemBody>('DELETE', ticketPath(ticket.id, '/items/1')),
        () => other.send<ProblemBody>('PUT', ticketPath(ticket.id), { use_curbside: true }),
        () => other.send<ProblemBody>('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }),
        () =>
          other.send<ProblemBody>('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'WELCOME10' }),
        () => other.send<ProblemBody>('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, card)),
        () => other.send<ProblemBody>('POST', submitPath(ticket.id), { phone_number: '' }),
      ]
      for (const call of calls)
        expect(await call()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await ada.ticket('GET', ticketPath(ticket.id))).toEqual(ticket)
    const paid = await ada.ticket('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, card))
    expect((await ada.ticket('POST', submitPath(paid.id), { phone_number: '' })).status).toBe('Submitted')
    expect((await eve.send('GET', ticketPath(ticket.id))).status).toBe(404)
  })

  it('tells a member their latest unplaced order, and nobody else’s', async () => {
    const path = '/location/:loc/ticketorder/open'
    const mine = await SignedIn.as(larder, await addUser(larder))
    const open = async () => (await mine.send<Partial<TicketBody>>('GET', path)).body.ticket_order?.id
    await mine.ticket('GET', ticketPath('create'))
    expect(await open()).toBeUndefined()
    const first = await startOrder(mine)
    larder.clock.advance(1000)
    const second = await completeOrder(mine)
    expect(await open()).toBe(second.id)
    expect((await eve.send<Partial<TicketBody>>('GET', path)).body.ticket_order?.id).not.toBe(second.id)
    expect((await guest.send('GET', path)).status).toBe(401)
    const paid = await mine.ticket(
      'POST',
      ticketPath(second.id, '/payment'),
      paymentOf(second, await mine.card('4242424242424242')),
    )
    expect(await open()).toBe(second.id)
    await mine.ticket('POST', submitPath(paid.id), { phone_number: '' })
    expect(await open()).toBe(first.id)
    larder.clock.advance(24 * 60 * 60 * 1000)
    expect(await open()).toBeUndefined()
  })

  it('tells a member their current orders, wherever they were placed, and nobody else’s', async () => {
    const path = '/location/:loc/ticketorder/open'
    const mine = await SignedIn.as(larder, await addUser(larder))
    const owner = await administratorOf(larder)
    const awaited = async (who = mine) =>
      (await who.send<OpenTicketAnswer>('GET', path)).body.placed?.map(({ id, status }) => [id, status])
    expect(await awaited()).toEqual([])
    const first = await placedOrder(mine)
    larder.clock.advance(1000)
    const second = await placedOrder(mine)
    expect(await awaited()).toEqual([
      [second.id, 'Submitted'],
      [first.id, 'Submitted'],
    ])
    expect(await awaited(eve)).toEqual([])
    await move(owner, first.id, 'Completed')
    await move(owner, second.id, 'Preparing')
    expect(await awaited()).toEqual([[second.id, 'Preparing']])
    larder.clock.advance(24 * 60 * 60 * 1000)
    expect(await awaited()).toEqual([])
  })

  it('makes a guest’s ticket a member’s when they change it, not when they look at it', async () => {
    const ticket = await startOrder(guest)
    expect((await eve.send('GET', ticketPath(ticket.id))).status).toBe(200)
    expect((await guest.send('GET', ticketPath(ticket.id))).status).toBe(200)
    await ada.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 2 })
    expect([
      (await guest.send('GET', ticketPath(ticket.id))).status,
      (await eve.send('GET', ticketPath(ticket.id))).status,
    ]).toEqual([404, 404])
    expect((await ada.ticket('GET', ticketPath(ticket.id))).tip).toBe('$2.00')
  })

  it('is one member’s when two change it at once', async () => {
    const ticket = await startOrder(guest)
    const tips = await Promise.all(
      [ada, eve, ada, eve].map((member) => member.send('POST', ticketPath(ticket.id, '/tip'), { tip: 1 })),
    )
    expect(tips.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
  })

  it('repeats the answer to a guest’s own change', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    const tip = () => guest.send<TicketBody>('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })
    const first = await tip()
    await ada.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 2 })
    const again = await tip()
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, body: first.body })
    expect((await ada.ticket('GET', ticketPath(ticket.id))).tip).toBe('$2.00')
  })

  it('stops guesses of promo codes, for each ticket and for each client (X5)', async () => {
    const limited = await startTestLarder(engine, {
      limits: { promoOfTicket: { max: 3, minutes: 60 }, promoOfClient: { max: 5, minutes: 60 } },
    })
    const other = new Guest(limited)
    const guess = async (id: string) =>
      (await other.send<ProblemBody>('POST', ticketPath(id, '/promocode'), { promo_code: 'GUESS' })).status
    const [one, two] = [await startOrder(other), await startOrder(other)]
    expect([await guess(one.id), await guess(one.id), await guess(one.id), await guess(one.id)]).toEqual([
      422, 422, 422, 429,
    ])
    expect([await guess(two.id), await guess(two.id)]).toEqual([422, 429])
    const refused = await other.send<ProblemBody>('POST', ticketPath(two.id, '/promocode'), {
      promo_code: 'WELCOME10',
    })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      headers: { 'retry-after': '3600' },
    })
    limited.clock.advance(60 * 60 * 1000)
    expect(
      (await other.ticket('POST', ticketPath(two.id, '/promocode'), { promo_code: 'WELCOME10' })).promo_code,
    ).toBe('WELCOME10')
    await limited.close()
  })
})
