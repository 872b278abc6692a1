import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allSwitches, settingsWithout } from '../support/switches.ts'
import { guestPayment, readyOrder, submit, visa } from './support/card-orders.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { everybody, trySignIn } from './support/members.ts'
import {
  address,
  completeOrder,
  contact,
  margherita,
  paidOrder,
  paymentOf,
  startOrder,
} from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { redeem } from './support/tenders.ts'

/** Things that guests have begun, paid or own when every feature is switched off at once (decision 038). */
describe.for(databases)('with every switch off [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let member: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
    await addProgram(larder)
    guest = new Guest(larder)
    member = await SignedIn.as(larder, await addUser(larder))
  })
  const turn = (off: readonly string[]): void =>
    larder.change('tavola', (document) => ({
      ...document,
      ordering: {
        ...document.ordering,
        showDelivery: off.length === 0,
        showCurbside: off.length === 0,
        showOrderAhead: off.length === 0,
      },
      location: { ...document.location, settings: settingsWithout(off, document.location.settings) },
    }))
  const on = (): void => turn([])
  const off = (): void => turn(allSwitches)
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    on()
  })
  afterAll(() => larder.close())

  const payments = async (ticketId: string): Promise<number> =>
    (await larder.database.query('SELECT 1 AS one FROM payments WHERE ticket_id = $1', [ticketId])).length

  it('an order without a payment cannot be continued or charged, but read and emptied', async () => {
    const ticket = await completeOrder(guest)
    const source = await guest.card(visa)
    off()
    const calls = [
      ['GET', '/location/:loc/ticketorder/create', undefined],
      ['POST', ticketPath(ticket.id, '/items'), { items: [margherita()] }],
      ['PUT', ticketPath(ticket.id, '/items/1'), margherita({ quantity: 2 })],
      ['PUT', ticketPath(ticket.id), { recipient_comment: 'Ring twice' }],
      ['POST', ticketPath(ticket.id, '/tip'), { tip: 1 }],
      ['POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, source)],
      ['POST', submitPath(ticket.id), { phone_number: '' }],
    ] as const
    for (const [method, path, body] of calls) {
      const reply = await guest.send<ProblemBody>(method, path, body)
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'not_offered'])
      expect(reply.body.message).toBe(
        'Tavola doesn’t offer this online right now: Ordering. Please call us at (212) 555-0100.',
      )
    }
    expect(await payments(ticket.id)).toBe(0)
    expect((await guest.ticket('GET', ticketPath(ticket.id))).items).toHaveLength(1)
    expect((await guest.ticket('DELETE', ticketPath(ticket.id, '/items/1'))).items).toHaveLength(0)
  })

  it('a wrong password speaks of signing up only where that can be done', async () => {
    const said = async () => (await trySignIn(guest, 'nobody@example.com', 'not the right one')).body.message
    expect(await said()).toContain('If you have just signed up')
    off()
    expect(await said()).toBe('The email or password is not right.')
  })

  it('a paid order is placed, checked in for, changed, followed and receipted', async () => {
    const begun = await startOrder(guest)
    await guest.ticket('PUT', ticketPath(begun.id), { use_curbside: true, ...contact })
    const ready = await guest.ticket('PUT', ticketPath(begun.id), {
      ready_date_v2: '2026-11-20',
      ready_time_v2: '9:00pm',
    })
    await guest.ticket('POST', ticketPath(begun.id, '/payment'), paymentOf(ready, await guest.card(visa)))
    off()
    const placed = await guest.ticket('POST', submitPath(begun.id), { phone_number: '' })
    expect(placed.name).not.toBe('')
    expect(
      (await guest.ticket('PUT', ticketPath(begun.id, '/delivery'), { vehicle_color: 'Red' })).vehicle_color,
    ).toBe('Red')
    const here = {
      recipient_checked_in: true,
      vehicle_make: 'Fiat',
      vehicle_model: 'Panda',
      vehicle_color: 'Red',
      vehicle_license: 'ABC 123',
    }
    expect((await guest.ticket('PUT', ticketPath(begun.id), here)).recipient_checked_in).toBe(true)
    expect(
      (await guest.send('GET', `/location/:loc/receipt?type=ticket_order&object_id=${begun.id}`)).status,
    ).toBe(200)
  })

  it('a charge whose answer was lost is answered by its key', async () => {
    const ticket = await completeOrder(guest)
    const [source, key] = [await guest.card(visa), crypto.randomUUID()]
    await guest.ticket('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, source), { key })
    off()
    expect(
      (await guest.ticket('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, source), { key }))
        .status,
    ).toBe('PaymentComplete')
    expect(await payments(ticket.id)).toBe(1)
  })

  it('an order that a gift card has paid in part is paid for and placed; or the card has its money back', async () => {
    const [one, other] = [await completeOrder(member), await completeOrder(member)]
    for (const { id } of [one, other]) {
      const card = await addCard(larder, { userId: member.userId, amountCents: 500 })
      expect((await redeem(member, id, { card_id: card.id, amount: 5 })).status).toBe(200)
    }
    off()
    const rest = await member.ticket('GET', ticketPath(one.id))
    await member.ticket('POST', ticketPath(one.id, '/payment'), paymentOf(rest, await guest.card(visa)))
    expect((await member.ticket('POST', submitPath(one.id), { phone_number: '' })).status).toBe('Submitted')
    expect((await member.ticket('POST', ticketPath(other.id, '/release'))).payments).toEqual([])
  })

  it('an unpaid order for delivery says so when only delivery is switched off', async () => {
    const { id } = await startOrder(guest)
    const ticket = await guest.ticket('PUT', ticketPath(id), { use_delivery: true, ...contact, ...address })
    larder.change('tavola', (document) => ({
      ...document,
      ordering: { ...document.ordering, showDelivery: false },
    }))
    const reply = await guest.send<ProblemBody>(
      'POST',
      ticketPath(id, '/payment'),
      paymentOf(ticket, await guest.card(visa)),
    )
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'use_delivery', message: 'This restaurant does not deliver.' }],
    ])
    expect((await guest.ticket('PUT', ticketPath(id), { use_curbside: true })).use_delivery).toBe(false)
  })

  it('a gift card shows its balance to its owner and to anybody with its link', async () => {
    const card = await addCard(larder, { userId: member.userId })
    const given = await addCard(larder)
    off()
    const { body } = await member.send<{ cards: { id: string; balance: number }[] }>(
      'GET',
      '/location/:loc/cards?showall=false',
    )
    expect(body.cards.find((one) => one.id === card.id)?.balance).toBe(2500)
    expect((await member.send('GET', `/location/:loc/card/${card.id}`)).status).toBe(200)
    expect((await guest.send('GET', `/location/:loc/card/${given.id}/egift`)).status).toBe(200)
  })

  it('a gift card that was paid for is answered again, and one that was not is not charged', async () => {
    const [paid, open] = [await readyOrder(guest), await readyOrder(guest)]
    const token = await guest.card(visa)
    expect((await submit(guest, paid.id, guestPayment(paid, token))).status).toBe(200)
    off()
    expect((await submit(guest, paid.id, guestPayment(paid, token))).body.card_order.status).toBe('Submitted')
    expect((await submit(guest, open.id, guestPayment(open, await guest.card(visa)))).status).toBe(409)
    expect((await guest.send('GET', `/location/:loc/card/order/${open.id}`)).status).toBe(200)
  })

  it('a member signs in and out, and administrators come in by their invitation', async () => {
    off()
    expect((await member.send('GET', '/user')).status).toBe(200)
    expect((await member.send('GET', '/user/sessions')).status).toBe(200)
    const invited = await guest.send<ProblemBody>('POST', '/auth/register', { token: 'an invitation' })
    expect(invited.body.code).not.toBe('not_offered')
  })

  it('a refused call succeeds under the same key once it is switched on again', async () => {
    const ticket = await paidOrder(guest)
    const key = crypto.randomUUID()
    const create = (options: { key: string }) =>
      guest.send<ProblemBody>('GET', '/location/:loc/ticketorder/create', undefined, options)
    off()
    expect((await create({ key })).status).toBe(403)
    on()
    expect((await create({ key })).status).toBe(200)
    expect((await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })).name).not.toBe('')
  })
})
