import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KitchenAnswer, SoldOutBody } from '#contract/schemas/kitchen.ts'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import type { StaffActsAnswer } from '#contract/schemas/staff.ts'
import { chargedOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startSecondServer,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { brisket, completeOrder, margherita, paidOrder, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, kitchenPath, move, placedOrder } from './support/placed.ts'
import { tabletOf } from './support/staff.ts'

const visa = '4242424242424242'
const pizza = 'dinner.pizza.margherita'
/** The fixture's kitchen closes at 10pm. */
const closing = '2026-11-21T03:00:00.000Z'

const sell = (who: Guest, length: SoldOutBody['length'], item = pizza) =>
  who.send<KitchenAnswer & ProblemBody>('PUT', `${kitchenPath}/sold-out`, { item_id: item, length })
const soldOutAt = async (guest: Guest) =>
  (await guest.send<LocationAnswer>('GET', '/location/:loc')).body.location.sold_out
const add = (guest: Guest, id: string, line = margherita()) =>
  guest.send<ProblemBody>('POST', ticketPath(id, '/items'), { items: [line] })

describe.for(databases)('a dish that has run out [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    owner = await administratorOf(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await sell(owner, 'none')
  })
  afterAll(() => larder.close())

  const pay = async (ticket: Awaited<ReturnType<typeof completeOrder>>) =>
    guest.send<ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, await guest.card(visa)),
    )

  it('is refused before money, at its line, until the kitchen’s day ends', async () => {
    const ticket = await completeOrder(guest)
    const sold = await sell(owner, 'day')
    expect(sold.body.sold_out).toEqual([{ item_id: pizza, until: closing }])
    expect(await soldOutAt(guest)).toEqual([{ item_id: pizza, until: closing }])
    const message = 'Margherita is sold out today. We are sorry! Please choose something else.'
    expect(await pay(ticket)).toMatchObject({
      status: 409,
      body: { code: 'sold_out', message, errors: [{ field: `items.${ticket.items[0]!.index}`, message }] },
    })
    expect(await chargedOf(larder, ticket.id)).toEqual([])
    expect(await add(guest, ticket.id)).toMatchObject({
      status: 409,
      body: { code: 'sold_out', message, errors: [{ field: 'items.0.menu_item' }] },
    })
    larder.clock.set('2026-11-21T02:59:59Z')
    expect((await soldOutAt(guest))?.length).toBe(1)
    larder.clock.set(closing)
    expect(await soldOutAt(guest)).toBeUndefined()
    expect((await kitchenOf(await administratorOf(larder))).sold_out).toEqual([])
    expect((await add(guest, ticket.id)).status).toBe(200)
  })

  it('without an end is off until it is put on again, at whatever time', async () => {
    const ticket = await completeOrder(guest)
    await sell(owner, 'open')
    expect(await soldOutAt(guest)).toEqual([{ item_id: pizza }])
    larder.clock.advance(24 * 60 * 60_000)
    expect(await add(guest, ticket.id)).toMatchObject({
      status: 409,
      body: { message: 'Margherita is sold out for now. We are sorry! Please choose something else.' },
    })
    larder.clock.advance(-24 * 60 * 60_000)
    expect((await sell(owner, 'none')).body.sold_out).toEqual([])
    expect((await pay(ticket)).status).toBe(200)
  })

  it('can be had by an order for another day, which it stays off for today', async () => {
    const ticket = await completeOrder(guest)
    await sell(owner, 'day')
    const readyAt = (ready_date_v2: string, ready_time_v2: string) =>
      guest.send<ProblemBody>('PUT', ticketPath(ticket.id), { ready_date_v2, ready_time_v2 })
    expect((await readyAt('2026-11-20', '8:00pm')).status).toBe(200)
    expect((await pay(ticket)).body.code).toBe('sold_out')
    expect((await readyAt('2026-11-21', '6:00pm')).status).toBe(200)
    expect((await add(guest, ticket.id)).status).toBe(200)
    const whole = await guest.ticket('GET', ticketPath(ticket.id))
    expect((await pay(whole)).status).toBe(200)
  })

  it('changes nothing for paid and placed orders, or for other dishes', async () => {
    const [paid, placed] = [await paidOrder(guest), await placedOrder(guest)]
    await sell(owner, 'day')
    expect(await guest.ticket('POST', submitPath(paid.id), { phone_number: '' })).toMatchObject({
      status: 'Submitted',
    })
    expect((await move(owner, placed.id, 'Preparing')).status).toBe(200)
    await sell(owner, 'none')
    const other = await completeOrder(guest)
    await sell(owner, 'day', 'dinner.pizza.tartufo')
    expect((await pay(other)).status).toBe(200)
    await sell(owner, 'none', 'dinner.pizza.tartufo')
  })

  it('is refused by a gift card’s payment, too', async () => {
    const ticket = await completeOrder(guest)
    await sell(owner, 'day')
    const refused = await guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/importandredeemcard'), {
      card_number: '6006491234567890',
      pin: '1234',
      amount: 1,
    })
    expect(refused.body.code).toBe('sold_out')
  })

  it('is refused by placing an order that costs nothing', async () => {
    const { id } = await completeOrder(guest)
    await guest.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'EVERYTHING' })
    await sell(owner, 'day')
    const submit = () => guest.send<ProblemBody>('POST', submitPath(id), { phone_number: '' })
    expect(await submit()).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    await sell(owner, 'none')
    expect((await submit()).status).toBe(200)
  })

  it('is said by the kitchen’s people and tablets, and by nobody else, and is written down', async () => {
    const cook = await SignedIn.as(larder, await addUser(larder, { role: 'kitchen' }))
    const tablet = await tabletOf(larder)
    expect((await sell(cook, 'open')).status).toBe(200)
    expect((await sell(tablet, 'none')).body.sold_out).toEqual([])
    const member = await SignedIn.as(larder, await addUser(larder, {}))
    expect((await sell(guest, 'day')).status).toBe(401)
    expect((await sell(member, 'day')).status).toBe(403)
    expect(await sell(cook, 'day', 'dinner.pizza.calzone')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'item_id' }] },
    })
    expect(await soldOutAt(guest)).toBeUndefined()
    const { acts } = (await owner.send<StaffActsAnswer>('GET', '/staff/acts')).body
    expect(acts).toContainEqual(
      expect.objectContaining({
        action: 'dish_sold_out',
        role: 'kitchen',
        about: 'Margherita',
        reason: 'Until turned on again',
      }),
    )
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'dish_on_again', is_tablet: true, about: 'Margherita' }),
    )
  })

  it('is the restaurant’s own, and changes the location’s answer alone', async () => {
    const etags = async () =>
      Promise.all(
        ['/location/:loc', '/location/:loc/menubook?mode=order'].map(
          async (path) => (await guest.send('GET', path)).headers.etag,
        ),
      )
    const [location, book] = await etags()
    await sell(owner, 'day')
    const [sold, sameBook] = await etags()
    expect(sold).not.toBe(location)
    expect(sameBook).toBe(book)
    const other = await larder.app.inject({
      url: '/api/location/grill-chi',
      headers: { host: 'grill.localhost' },
    })
    expect(other.json<LocationAnswer>().location.sold_out).toBeUndefined()
    expect((await sell(owner, 'day', brisket.menu_item)).status).toBe(422)
    await sell(owner, 'none')
    expect(await etags()).toEqual([location, book])
  })

  it('is heard of by a server that starts later, and by one beside it when that looks', async () => {
    await sell(owner, 'day')
    const other = await startSecondServer(engine, larder)
    const there = new Guest(other)
    expect(await soldOutAt(there)).toEqual([{ item_id: pizza, until: closing }])
    await sell(owner, 'none')
    await other.minute()
    expect(await soldOutAt(there)).toBeUndefined()
    await other.app.close()
  })
})
