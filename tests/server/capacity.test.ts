import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  fixtureMerchants,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  tavola,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { expectBooks, redeemByNumber, release } from './support/tenders.ts'

/** The fixture's merchants, where Tavola's kitchen takes this many orders in a slot. */
function merchantsWithRoom(ordersPerSlot: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, dir, { recursive: true })
  const file = join(dir, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as { kitchen: object }
  location.kitchen = { ...location.kitchen, orders_per_slot: ordersPerSlot }
  writeFileSync(file, JSON.stringify(location))
  return dir
}

describe.for(databases)('room in the kitchen [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { merchantsDir: merchantsWithRoom(1) })
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await larder.database.query('DELETE FROM slot_uses')
    await larder.database.query('UPDATE tickets SET held_slot = NULL')
    await larder.minute()
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const at = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }
  const slotOrder = async (): Promise<TicketOrder> =>
    guest.ticket('PUT', ticketPath((await completeOrder(guest)).id), at)
  const pay = async (ticket: TicketOrder, number = '4242424242424242') =>
    guest.send<TicketBody & ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, await guest.card(number)),
    )
  const isOffered = ({ settings }: TicketOrder): boolean =>
    settings.available_order_ahead_time_slots_for_the_future
      .find(({ date }) => date === at.ready_date_v2)!
      .available_time_slots.find(({ value }) => value === at.ready_time_v2)!.enable
  const takenOf = async (): Promise<number> =>
    (
      await larder.database.query<{ taken: number }>(
        `SELECT coalesce(sum(taken), 0)::int AS taken FROM slot_uses WHERE slot = '2026-11-21 6:30pm'`,
      )
    )[0]!.taken

  it('is shown as theirs only to its holder, also after a declined card', async () => {
    const [ticket, other] = [await slotOrder(), await slotOrder()]
    expect(ticket.ready_time_held).toBeUndefined()
    expect((await pay(ticket, '4000000000000002')).status).not.toBe(200)
    const isHeld = async ({ id }: TicketOrder) => (await guest.ticket('GET', ticketPath(id))).ready_time_held
    expect([await isHeld(ticket), await isHeld(other)]).toEqual([true, undefined])
    expect((await guest.ticket('PUT', ticketPath(ticket.id), at)).ready_time_held).toBe(true)
    const moved = await guest.ticket('PUT', ticketPath(ticket.id), { ...at, ready_time_v2: '7:00pm' })
    expect(moved.ready_time_held).toBeUndefined()
  })

  it('goes to one buyer when twenty want the last place at once (B5)', async () => {
    const tickets = await Promise.all(Array.from({ length: 20 }, slotOrder))
    const replies = await Promise.all(tickets.map((ticket) => pay(ticket)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    for (const { status, body } of refused)
      expect([status, body.errors[0]?.field]).toEqual([422, 'ready_time_v2'])
    const loser = tickets[replies.findIndex(({ status }) => status !== 200)]!
    // The chosen time is no longer available, another can be chosen, and nothing was charged.
    expect(isOffered(await guest.ticket('GET', ticketPath(loser.id)))).toBe(false)
    expect(await guest.send('PUT', ticketPath((await completeOrder(guest)).id), at)).toMatchObject({
      status: 422,
    })
    const charged = await larder.database.query(`SELECT 1 AS one FROM payments WHERE ticket_id = $1`, [
      loser.id,
    ])
    expect(charged).toEqual([])
    const moved = await guest.ticket('PUT', ticketPath(loser.id), { ...at, ready_time_v2: '7:00pm' })
    expect((await pay(moved)).status).toBe(200)
    const winner = replies.find(({ status }) => status === 200)!.body.ticket_order
    expect((await guest.ticket('POST', submitPath(winner.id), { phone_number: '' })).name).not.toBe('')
  })

  it('is free again when its order takes another time, is refunded, or is abandoned (B5, B16)', async () => {
    const first = await slotOrder()
    expect((await pay(first, '4000000000000002')).status).toBe(402)
    expect(await takenOf()).toBe(1)
    await guest.ticket('PUT', ticketPath(first.id), { ...at, ready_time_v2: '8:00pm' })
    expect(await takenOf()).toBe(0)
    const second = await slotOrder().catch(() => undefined)
    // Other servers learn of it in their next round.
    await larder.minute()
    const third = second ?? (await slotOrder())
    const card = await addCard(larder)
    expect(
      (await redeemByNumber(guest, third.id, { card_number: card.cardNumber, amount: 17.42 })).status,
    ).toBe(200)
    expect(await takenOf()).toBe(1)
    await release(guest, third.id)
    expect(await takenOf()).toBe(0)
    expect((await pay(third, '4000000000000002')).status).toBe(402)
    expect(await takenOf()).toBe(1)
    larder.clock.advance(16 * 60_000)
    await larder.minute()
    expect(await takenOf()).toBe(0)
    expect(isOffered(await guest.ticket('GET', ticketPath(third.id)))).toBe(true)
  })

  it('stays with its holder, who chooses it again after looking at the times (B5)', async () => {
    const ticket = await slotOrder()
    expect((await pay(ticket, '4000000000000002')).status).toBe(402)
    const day = ticket.settings.available_order_ahead_time_slots_for_the_future.find(
      ({ date }) => date === at.ready_date_v2,
    )!
    // The last place of the whole day: the day is offered to nobody else.
    for (const { value } of day.available_time_slots)
      await larder.database.query(
        'INSERT INTO slot_uses (location_id, slot, taken) VALUES ($1, $2, 1) ON CONFLICT DO NOTHING',
        [tavola.location, `${at.ready_date_v2} ${value}`],
      )
    await larder.minute()
    expect(await guest.send('PUT', ticketPath((await completeOrder(guest)).id), at)).toMatchObject({
      status: 422,
    })
    const again = await guest.ticket('PUT', ticketPath(ticket.id), at)
    expect(again.ready_time).toBe('6:30pm')
    expect(await takenOf()).toBe(1)
    expect((await pay(again)).status).toBe(200)
  })

  it('is taken once only by an order with nothing due (B5)', async () => {
    const [one, two] = await Promise.all([slotOrder(), slotOrder()])
    for (const { id } of [one, two])
      await guest.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'EVERYTHING' })
    const replies = await Promise.all(
      [one, two].map(({ id }) => guest.send('POST', submitPath(id), { phone_number: '' })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await takenOf()).toBe(1)
  })

  it('is there for all again where the limit is taken out while the server runs', async () => {
    const limitTo = (ordersPerSlot: number | undefined): void =>
      larder.change('tavola', (document) => ({
        ...document,
        kitchen: { ...document.kitchen, ordersPerSlot },
      }))
    const other = await completeOrder(guest)
    expect((await pay(await slotOrder())).status).toBe(200)
    expect(isOffered(await guest.ticket('GET', ticketPath(other.id)))).toBe(false)
    limitTo(undefined)
    await larder.minute()
    expect(isOffered(await guest.ticket('GET', ticketPath(other.id)))).toBe(true)
    expect((await guest.ticket('PUT', ticketPath(other.id), at)).ready_time).toBe('6:30pm')
    limitTo(1)
  })
})
