import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenTicketAnswer, TicketHistoryAnswer } from '#contract/schemas/ticket-history.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, contact } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { place, placedOrder } from './support/placed.ts'

describe.for(databases)('the history of tickets [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
  })
  afterAll(() => larder.close())

  const historyOf = (who: Guest, query = '') =>
    who.send<TicketHistoryAnswer & ProblemBody>('GET', `/location/:loc/ticketorder/history${query}`)
  const namesOf = async (who: Guest, query = ''): Promise<string[]> =>
    (await historyOf(who, query)).body.ticket_orders.map((one) => one.name)

  it('lists the placed orders of one member, newest first, with every field @AT-18', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const eve = await SignedIn.as(larder, await addUser(larder))
    expect((await historyOf(ada)).body).toEqual({ ticket_orders: [] })
    const first = await placedOrder(ada)
    larder.clock.advance(60_000)
    const second = await placedOrder(ada)
    await completeOrder(ada)
    await placedOrder(eve)
    await placedOrder(new Guest(larder))
    expect(await namesOf(ada)).toEqual([second.name, first.name])
    const [newest] = (await historyOf(ada)).body.ticket_orders
    const { settings: _settings, ...placed } = second
    expect(placed.may_cancel).toBe(true)
    expect(newest).toMatchObject({ ...placed, recipient_first_name: contact.recipient_first_name })
  })

  it('says whether a waiting order can be cancelled, as the order’s own answer does @AT-18', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { id } = await placedOrder(ada)
    const { body } = await ada.send<OpenTicketAnswer>('GET', '/location/:loc/ticketorder/open')
    expect(body.placed).toMatchObject([{ id, may_cancel: true }])
  })

  it('gives twenty a page and says whether there are more', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const names: string[] = []
    for (let count = 0; count < 21; count++) {
      const ticket = await completeOrder(ada)
      await ada.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'EVERYTHING' })
      const placed = await ada.ticket('POST', `/v2.0/location/:loc/ticketorder/${ticket.id}/submit`, {
        phone_number: '',
      })
      names.unshift(placed.name)
      larder.clock.advance(1000)
    }
    const first = await historyOf(ada)
    expect(first.body.ticket_orders.map((one) => one.name)).toEqual(names.slice(0, 20))
    expect(first.body.next_page).toBe(2)
    expect((await historyOf(ada, '?page=2')).body).toMatchObject({ ticket_orders: [{ name: names[20] }] })
    expect((await historyOf(ada, '?page=2')).body.next_page).toBeUndefined()
    expect((await historyOf(ada, '?page=0')).status).toBe(400)
  })

  it('is for members', async () => {
    const guest = new Guest(larder)
    await place(guest, await completeOrder(guest))
    expect((await historyOf(guest)).status).toBe(401)
  })
})
