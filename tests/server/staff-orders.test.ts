import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { centsFromNumber } from '#contract/money.ts'
import { priceRefund } from '#contract/pricing/refund.ts'
import type { RefundBody } from '#contract/schemas/refund.ts'
import type { StaffOrder } from '#contract/schemas/staff-order.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { forgetByRetention } from '#server/retention.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { failedRefund } from './support/failed-refunds.ts'
import {
  dinnerTime,
  grill,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, dollars, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, place, placedOrder, refund } from './support/placed.ts'
import { actsOf, tabletOf } from './support/staff.ts'
import { askOrder, findOrders, numbersFound, seenOrder } from './support/staff-orders.ts'
import {
  addReward,
  balanceOf,
  earnedOf,
  expectBooks,
  redeem,
  useReward as takeReward,
} from './support/tenders.ts'
import { wholeRest } from '../support/whole-rest.ts'

describe.for(databases)('orders of any age [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let staff: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  let startMs = dinnerTime
  beforeEach(async () => {
    // Each test has weeks of its own: searches by day find only its orders.
    startMs += 28 * dayMs
    larder.clock.set(startMs)
    guest = new Guest(larder)
    staff = await administratorOf(larder)
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  /** Lets time pass; the manager signs in again. */
  const later = async (ms: number): Promise<void> => {
    larder.clock.advance(ms)
    staff = await administratorOf(larder)
  }
  const person = (changes: object) =>
    completeOrder(guest).then(async ({ id }) =>
      place(guest, await guest.ticket('PUT', ticketPath(id), changes)),
    )
  const handedOver = async (order: TicketOrder): Promise<TicketOrder> => {
    for (const status of ['Preparing', 'Ready', 'Completed']) await move(staff, order.id, status)
    return order
  }
  const wholeOf = ({ refundable }: StaffOrder): Partial<RefundBody> => {
    const { lines, delivery, tipCents } = wholeRest(refundable!)
    const { totalCents } = priceRefund(refundable!, { lines, delivery, tipCents })
    return { lines: [...lines], delivery, tip: tipCents / 100, amount: totalCents / 100 }
  }

  it('are a manager’s to find, at their own location, when they are placed', async () => {
    const placed = await placedOrder(guest)
    const open = await completeOrder(guest)
    const number = placed.name
    const cook = await SignedIn.as(larder, await addUser(larder, { role: 'kitchen' }))
    const member = await SignedIn.as(larder, await addUser(larder))
    const manager = await SignedIn.as(larder, await addUser(larder, { role: 'manager' }))
    for (const [who, status] of [
      [guest, 401],
      [member, 403],
      [cook, 403],
      [await tabletOf(larder), 403],
      [manager, 200],
    ] as const) {
      expect((await findOrders(who, { number })).status).toBe(status)
      expect((await askOrder(who, placed.id)).status).toBe(status)
    }
    expect((await askOrder(manager, open.id)).status).toBe(404)
    expect((await askOrder(manager, randomUUID())).status).toBe(404)
    const elsewhere = await administratorOf(larder, grill)
    expect(await numbersFound(elsewhere, { number })).toEqual([])
    expect((await askOrder(elsewhere, placed.id)).status).toBe(404)
    expect((await refund(elsewhere, placed.id, { tip: 1, amount: 1 })).status).toBe(404)
  })

  it('are found by number, telephone and email in any spelling, months later', async () => {
    const email = `${randomUUID()}@example.com`
    const { name } = await person({ recipient_phone: '(415) 555-0199', recipient_email: email })
    await placedOrder(guest)
    await later(120 * dayMs)
    const digits = name.slice(2)
    for (const number of [name, name.toLowerCase(), digits, `#${digits}`, `P ${digits}`, ` order ${name} `])
      expect(await numbersFound(staff, { number })).toEqual([name])
    for (const phone of [
      '4155550199',
      '415.555.0199',
      '+1 (415) 555-0199',
      '1-415-555-0199 x5',
      '415 555 0199',
    ])
      expect(await numbersFound(staff, { phone })).toEqual([name])
    for (const typed of [email, ` ${email.toUpperCase()} `])
      expect(await numbersFound(staff, { email: typed })).toEqual([name])
    expect(await numbersFound(staff, { phone: '(415) 555-0198' })).toEqual([])
    for (const [body, field] of [
      [{ number: 'lasagna' }, 'number'],
      [{ phone: '555-0199' }, 'phone'],
      [{ email: 'ada' }, 'email'],
      [{}, 'number'],
      [{ day: '2026-02-30' }, 'day'],
      [{ number: '1001', after: 'yesterday' }, 'after'],
    ] as const)
      expect(await findOrders(staff, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  })

  it('that nobody marked leave the board a day after their last step, and are found and refunded all the same', async () => {
    const isOnBoard = async ({ id }: TicketOrder) =>
      (await kitchenOf(staff)).orders.some((one) => one.id === id)
    const never = await placedOrder(guest)
    const begun = await placedOrder(guest)
    await later(20 * hourMs)
    await move(staff, begun.id, 'Preparing')
    expect([await isOnBoard(never), await isOnBoard(begun)]).toEqual([true, true])
    await later(5 * hourMs)
    expect([await isOnBoard(never), await isOnBoard(begun)]).toEqual([false, true])
    await later(20 * hourMs)
    expect(await isOnBoard(begun)).toBe(false)
    expect(await numbersFound(staff, { number: never.name })).toEqual([never.name])
    const whole = wholeOf(await seenOrder(staff, never.id))
    expect(await refund(staff, never.id, whole)).toMatchObject({ status: 200 })
    expect(await isOnBoard(never)).toBe(false)
  })

  it('for a day to come are on the board until that day is over, however early they were taken', async () => {
    const day = (days: number) => new Date(larder.clock.now() + days * dayMs).toISOString().slice(0, 10)
    const { id } = await completeOrder(guest)
    const times = { ready_date_v2: day(3), ready_time_v2: '6:00pm' }
    const placed = await place(guest, await guest.ticket('PUT', ticketPath(id), times))
    const isOnBoard = async () => (await kitchenOf(staff)).orders.some((one) => one.id === placed.id)
    // The kitchen begins with it at once.
    await move(staff, placed.id, 'Preparing')
    await later(3 * dayMs)
    expect(await isOnBoard()).toBe(true)
    await later(dayMs)
    expect(await isOnBoard()).toBe(false)
  })

  it('of a member are also found by the account’s email and phone', async () => {
    const email = `${randomUUID()}@example.com`
    const ada = await SignedIn.as(
      larder,
      await addUser(larder, { phone: '4155550133', email, emailKey: email } as object),
    )
    const { name } = await placedOrder(ada)
    expect(await numbersFound(staff, { phone: '(415) 555-0133' })).toEqual([name])
    expect(await numbersFound(staff, { email })).toEqual([name])
  })

  it('of a day are the location’s own, placed on it or for it, the newest first', async () => {
    // An evening in New York, the next day in UTC.
    larder.clock.set(startMs + 1.5 * 60 * 60 * 1000)
    const ownDay = new Date(startMs).toISOString().slice(0, 10)
    const late = await placedOrder(guest)
    expect(await numbersFound(staff, { day: ownDay })).toEqual([late.name])
    const nextDay = new Date(startMs + dayMs).toISOString().slice(0, 10)
    expect(await numbersFound(staff, { day: nextDay })).toEqual([])
    await larder.database.query('UPDATE tickets SET ready_date = $2, ready_time = $3 WHERE id = $1', [
      late.id,
      nextDay,
      '6:30pm',
    ])
    larder.clock.advance(dayMs)
    const next = await placedOrder(guest)
    staff = await administratorOf(larder)
    const { body } = await findOrders(staff, { day: nextDay })
    expect(body.orders.map(({ number }) => number)).toEqual([next.name, late.name])
    expect(body.orders[1]).toEqual({
      id: late.id,
      number: late.name,
      status: 'Submitted',
      placed_at: new Date(startMs + 1.5 * 60 * 60 * 1000).toISOString(),
      ready_date: `${nextDay.slice(5, 7)}/${nextDay.slice(8)}/${nextDay.slice(0, 4)}`,
      ready_time: '6:30pm',
      guest_name: 'Ada Guest',
      guest_phone: expect.stringContaining('555') as string,
      total_cents: centsFromNumber(dollars(late.totals.total)),
      refunded_cents: 0,
    })
  })

  it('come page by page, each once, also those of the same moment', async () => {
    const phone = '(415) 555-0166'
    const names: string[] = []
    for (let count = 0; count < 5; count++) names.push((await person({ recipient_phone: phone })).name)
    const shown: string[] = []
    let after: string | undefined
    const sizes: number[] = []
    do {
      const { body } = await findOrders(staff, { phone, limit: 2, ...(after !== undefined && { after }) })
      shown.push(...body.orders.map(({ number }) => number))
      sizes.push(body.orders.length)
      after = body.next
    } while (after !== undefined)
    expect(sizes).toEqual([2, 2, 1])
    expect(shown.toSorted()).toEqual(names.toSorted())
  })

  it('whose person was forgotten are found by number and day alone, and show nobody', async () => {
    const email = `${randomUUID()}@example.com`
    const ada = await SignedIn.as(larder, await addUser(larder, { phone: '4155550144' }))
    const { id } = await completeOrder(ada)
    const placed = await place(
      ada,
      await ada.ticket('PUT', ticketPath(id), { recipient_phone: '(415) 555-0177', recipient_email: email }),
    )
    const day = new Date(startMs).toISOString().slice(0, 10)
    await handedOver(placed)
    await later(800 * dayMs)
    startMs = larder.clock.now()
    expect(await numbersFound(staff, { phone: '4155550177' })).toEqual([placed.name])
    await forgetByRetention({ ...larder, log: (line) => void larder.log.push(line) })
    for (const body of [{ phone: '4155550177' }, { phone: '4155550144' }, { email }])
      expect(await numbersFound(staff, body)).toEqual([])
    expect(await numbersFound(staff, { number: placed.name })).toEqual([placed.name])
    const { body } = await findOrders(staff, { day })
    expect(body.orders).toMatchObject([{ number: placed.name, guest_name: '', guest_phone: '' }])
    const seen = JSON.stringify(await seenOrder(staff, placed.id))
    for (const part of ['Ada', email, '0177', '0144', ada.userId]) expect(seen).not.toContain(part)
    // The refund goes to the guest all the same.
    const told = larder.emails.length
    expect((await refund(staff, placed.id, wholeOf(await seenOrder(staff, placed.id)))).status).toBe(200)
    await larder.minute()
    expect(larder.emails).toHaveLength(told)
    expect(await earnedOf(larder, placed.id)).toEqual({})
  })

  it('a week later go back to a gift card and a payment card, with the tip and the reward, and come onto no board', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const rewardId = await addReward(larder, ada.userId, { endsOn: '2039-12-31' })
    const { id } = await completeOrder(ada, margherita({ quantity: 2 }))
    await ada.ticket('PUT', ticketPath(id), { use_curbside: false, use_delivery: true, ...address })
    await ada.ticket('POST', ticketPath(id, '/tip'), { tip: 3 })
    await takeReward(ada, id, rewardId)
    const card = await addCard(larder, { userId: ada.userId, amountCents: 1000 })
    const part = (await redeem(ada, id, { card_id: card.id, amount: 10, tip: 0 })).body.ticket_order
    await ada.ticket('POST', ticketPath(id, '/payment'), paymentOf(part, await ada.card('4242424242424242')))
    const placed = await handedOver(await ada.ticket('POST', submitPath(id), { phone_number: '' }))
    await later(7 * dayMs)
    const boardOf = async () => (await kitchenOf(staff)).orders.filter((one) => one.id === id)
    expect(await boardOf()).toEqual([])
    const before = await seenOrder(staff, id)
    expect(before).toMatchObject({ name: placed.name, status: 'Completed', recipient_first_name: 'Ada' })
    expect(before.placed_at).toBe(new Date(startMs).toISOString())
    const body = wholeOf(before)
    const key = randomUUID()
    // Without a recent step-up the manager is asked for one, as for every refund.
    larder.clock.advance(6 * 60_000)
    expect((await refund(staff, id, body, key)).status).toBe(403)
    await staff.showAgain()
    expect((await refund(staff, id, body, key)).status).toBe(200)
    expect((await refund(staff, id, body, key)).status).toBe(200)
    expect((await refund(staff, id, body)).status).toBe(409)
    expect(await balanceOf(larder, card.id)).toBe(1000)
    const after = await seenOrder(staff, id)
    expect(after).toMatchObject({ status: 'Completed', refunds: [{ reward_back: true }] })
    expect(await boardOf()).toEqual([])
    const { body: found } = await findOrders(staff, { number: placed.name })
    expect(found.orders).toMatchObject([{ refunded_cents: centsFromNumber(dollars(placed.totals.total)) }])
    await larder.minute()
    expect((await seenOrder(staff, id)).refunds![0]!.parts.every((one) => one.done_at !== undefined)).toBe(
      true,
    )
    expect(await earnedOf(larder, id)).toEqual({})
    const acts = (await actsOf(staff)).filter(({ about }) => about === placed.name)
    expect(acts).toMatchObject([
      {
        action: 'order_refunded',
        amount_cents: centsFromNumber(body.amount!),
        reason: 'Something was missing.',
      },
    ])
    const told = larder.emails.filter(({ kind, text }) => kind === 'order-part-refunded' && text.includes(id))
    expect(told).toHaveLength(1)
  })

  it('say what had paid for them after all of it has gone back', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { id } = await completeOrder(ada, margherita({ quantity: 2 }))
    const card = await addCard(larder, { userId: ada.userId, amountCents: 1000 })
    const part = (await redeem(ada, id, { card_id: card.id, amount: 10, tip: 0 })).body.ticket_order
    await ada.ticket('POST', ticketPath(id, '/payment'), paymentOf(part, await ada.card('4242424242424242')))
    await ada.ticket('POST', submitPath(id), { phone_number: '' })
    const paidOf = async () => (await seenOrder(staff, id)).paid
    const before = (await paidOf())!
    expect(before).toHaveLength(2)
    const { refundable } = await seenOrder(staff, id)
    const { index, quantity, cents } = refundable!.lines[0]!
    const amount = Math.floor(cents / quantity) / 100
    expect((await refund(staff, id, { lines: [{ index, quantity: 1 }], amount })).status).toBe(200)
    await move(staff, id, 'Cancelled')
    await larder.minute()
    const { payments } = await seenOrder(staff, id)
    expect(payments).toEqual([])
    const byName = (one: { display_name: string }, other: { display_name: string }) =>
      one.display_name.localeCompare(other.display_name)
    expect((await paidOf())!.toSorted(byName)).toEqual(before.toSorted(byName))
  })

  it('whose bank sends a refund back are named by the list of those', async () => {
    const { order_id: id = '', about } = await failedRefund(larder, guest, staff)
    expect((await seenOrder(staff, id)).name).toBe(about)
    // The refund was under way, and is owed again.
    const { body } = await findOrders(staff, { number: about })
    expect(body.orders).toMatchObject([{ status: 'Cancelled', refunded_cents: 0 }])
  })
})
