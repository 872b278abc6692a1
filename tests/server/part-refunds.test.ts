import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { placeMixed } from './support/mixed-orders.ts'
import { address, completeOrder, margherita } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, place, placedOrder, refund } from './support/placed.ts'
import { addReward, balanceOf, earnedOf, expectBooks, useReward as takeReward } from './support/tenders.ts'

/** The fixture's Margherita is $16.00, $17.42 with tax. */
describe.for(databases)('partial refunds of an order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let staff: SignedIn
  let ada: SignedIn
  /** The refunds requested from the provider, and the faults that replace the sandbox's answers. */
  const asked: Parameters<Payments['refund']>[0][] = []
  let lost = false
  /** Answers only once this many requests have arrived. */
  let together: { count: number; waiting: (() => void)[] } | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        async refund(one) {
          asked.push(one)
          const outcome = await made.refund(one)
          if (together)
            await new Promise<void>((go) => {
              together!.waiting.push(go)
              if (together!.waiting.length === together!.count) for (const one of together!.waiting) one()
            })
          return lost ? { kind: 'unknown', reason: 'no answer' } : outcome
        },
      }),
    })
    await addProgram(larder)
    guest = new Guest(larder)
    staff = await administratorOf(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterEach(async () => {
    lost = false
    together = undefined
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    asked.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  type Mixed = { giftCents?: number; quantity?: number; tip?: number; delivery?: boolean; rewardId?: string }
  /** A member's placed order of Margheritas, paid by a gift card as far as it goes and otherwise by Visa. */
  async function mixedOrder({ giftCents = 1000, quantity = 2, tip = 3, delivery, rewardId }: Mixed = {}) {
    const { id } = await completeOrder(ada, margherita({ quantity }))
    if (delivery)
      await ada.ticket('PUT', ticketPath(id), { use_curbside: false, use_delivery: true, ...address })
    let ticket = await ada.ticket('POST', ticketPath(id, '/tip'), { tip })
    if (rewardId !== undefined) ticket = (await takeReward(ada, id, rewardId)).body.ticket_order
    const card = await addCard(larder, { userId: ada.userId, amountCents: Math.max(1, giftCents) })
    const placed = await placeMixed(ada, ticket, { cardId: card.id, giftCents })
    return { id, name: placed.name, line: placed.items[0]!.index, cardId: card.id }
  }
  const seenByStaff = async (id: string): Promise<KitchenOrder> =>
    (await kitchenOf(staff)).orders.find((one) => one.id === id)!
  const read = (who: Guest, id: string): Promise<TicketOrder> => who.ticket('GET', ticketPath(id))
  const pointsOf = async (): Promise<number> =>
    (await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!.summary!.current_points

  it('can be given only by staff', async () => {
    const { id, line } = await mixedOrder()
    const part = { lines: [{ index: line, quantity: 1 }], amount: 17.42 }
    expect((await refund(guest, id, part)).status).toBe(401)
    expect((await refund(ada, id, part)).status).toBe(403)
    expect((await refund(staff, 'nothing', part)).status).toBe(404)
    const open = await completeOrder(guest)
    expect((await refund(staff, open.id, part)).status).toBe(404)
    expect((await read(ada, id)).refunds).toBeUndefined()
  })

  it('are remembered as they went back where one dish is named twice, and go back once', async () => {
    const { id, line } = await mixedOrder()
    const twice = { lines: [1, 1].map((quantity) => ({ index: line, quantity })), amount: 34.84 }
    expect((await refund(staff, id, twice)).status).toBe(200)
    expect((await read(ada, id)).refunds![0]!.items).toEqual([
      { index: line, name: 'Margherita', quantity: 2 },
    ])
    expect((await seenByStaff(id)).refundable!.lines).toMatchObject([
      { index: line, quantity: 2, refunded: 2 },
    ])
    const again = { lines: [{ index: line, quantity: 1 }], amount: 17.42 }
    expect(await refund(staff, id, again)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  })

  it('go to the gift card at once and to the payment card by its bank, and both guest and staff see it', async () => {
    const { id, name, line, cardId } = await mixedOrder()
    expect((await seenByStaff(id)).refundable).toMatchObject({
      lines: [{ index: line, quantity: 2, refunded: 0, cents: 3484, earned_cents: 3200 }],
      tip_cents: 300,
    })
    const given = await refund(staff, id, {
      lines: [{ index: line, quantity: 1 }],
      tip: 0.5,
      amount: 17.92,
      note: 'No basil left',
    })
    expect(given.status).toBe(200)
    expect(await balanceOf(larder, cardId)).toBe(1000)
    const told = {
      amount: '$17.92',
      reason: 'missing',
      items: [{ index: line, name: 'Margherita', quantity: 1 }],
      tip: '$0.50',
      parts: [
        { display_name: expect.stringMatching(/^Gift card •••• \d{4}$/) as string, amount: '$10.00' },
        { display_name: 'Visa ending in 4242', amount: '$7.92' },
      ],
    }
    const own = (await read(ada, id)).refunds!
    expect(own).toMatchObject([told])
    expect(own[0]).toMatchObject({ display: '11/20/2026 6:00pm' })
    // Only the staff see their own note.
    expect(JSON.stringify(own)).not.toContain('basil')
    expect((await seenByStaff(id)).refunds).toMatchObject([{ ...told, note: 'No basil left' }])
    expect(asked).toEqual([])
    expect(own[0]!.parts.map(({ done_at: at }) => at !== undefined)).toEqual([true, false])
    await larder.minute()
    expect(asked.map(({ amountCents }) => amountCents)).toEqual([792])
    expect((await read(ada, id)).refunds![0]!.parts[1]!.done_at).toBe('2026-11-20T23:00:00.000Z')
    expect(await earnedOf(larder, id)).toEqual({ card_provider: -1992, orders: 1742, tips: 250 })
    const email = larder.emails.find(({ text, kind }) => kind === 'order-part-refunded' && text.includes(id))!
    expect(email.subject).toBe(`Your refund of $17.92 for order ${name}`)
    for (const words of [
      'Something was missing.',
      /\$10\.00 is back on gift card •••• \d{4}\./,
      '$7.92 goes back to Visa ending in 4242; allow 5–10 business days.',
      'Items: 1 × Margherita',
      'Tip: $0.50',
    ])
      expect(email.text).toMatch(words)
    const { body } = await ada.send<ReceiptAnswer>(
      'GET',
      `/location/:loc/receipt?type=ticket_order&object_id=${id}`,
    )
    expect(body.receipt.refunds).toMatchObject([
      { tender_type: 'card', refund_amount: '$10.00', refund_date: '11/20/2026 6:00pm' },
      { tender_type: 'credit_card', refund_type: 'Visa ending in 4242', refund_amount: '$7.92' },
    ])
  })

  it('go once: the same press again, two at once for the last dish, and an answer of the bank that was lost', async () => {
    const { id, line } = await mixedOrder({ quantity: 1 })
    const part = { lines: [{ index: line, quantity: 1 }], amount: 17.42 }
    const key = randomUUID()
    const replies = await Promise.all([
      refund(staff, id, part, key),
      refund(staff, id, part, key),
      refund(staff, id, part),
    ])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toContain(409)
    const refunds = (await read(ada, id)).refunds!
    expect(refunds.map(({ amount }) => amount)).toEqual(['$17.42'])
    expect((await refund(staff, id, part)).body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining('was already refunded') as string,
    })
    lost = true
    await larder.minute()
    lost = false
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(asked).toHaveLength(2)
    expect(await earnedOf(larder, id)).toEqual({ card_provider: -300, tips: 300 })
  })

  it('go once also when the provider is asked again a day later, and has forgotten the key', async () => {
    const order = await place(guest, await completeOrder(guest, margherita({ quantity: 2 })))
    const { index } = (await kitchenOf(staff)).orders.find(({ id }) => id === order.id)!.refundable!.lines[0]!
    await refund(staff, order.id, { lines: [{ index, quantity: 1 }], amount: 17.42 })
    lost = true
    await larder.minute()
    lost = false
    await larder.database.query('DELETE FROM sandbox_requests')
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    expect(asked.map(({ isOld }) => isOld)).toEqual([false, true])
    expect(
      await larder.database.query(
        `SELECT (r.body->>'amount')::int AS amount FROM sandbox_objects r JOIN sandbox_objects i ON i.id = r.body->>'payment_intent'
         WHERE r.kind = 'refund' AND i.body->'metadata'->>'ticket' = $1`,
        [order.id],
      ),
    ).toEqual([{ amount: 1742 }])
    expect(await earnedOf(larder, order.id)).toEqual({ card_provider: -1742, orders: 1742 })
    staff = await administratorOf(larder)
  })

  it('match what the staff saw, or nothing is refunded', async () => {
    const { id, line } = await mixedOrder()
    for (const [part, status] of [
      [{ lines: [{ index: line, quantity: 1 }], amount: 17.41 }, 409],
      [{ lines: [{ index: line, quantity: 1 }], amount: 17.43 }, 409],
      [{ lines: [{ index: line, quantity: 3 }], amount: 52.26 }, 409],
      [{ lines: [{ index: 77, quantity: 1 }], amount: 17.42 }, 409],
      [{ tip: 3.01, amount: 3.01 }, 409],
      [{ tip: 1.005, amount: 1.005 }, 422],
      [{ tip: 1, amount: 1, reason: 'whim' }, 422],
      [{ amount: 0 }, 422],
    ] as const)
      expect((await refund(staff, id, part as object)).status).toBe(status)
    expect((await read(ada, id)).refunds).toBeUndefined()
  })

  it('of one of two dishes, made by two at once, go once: the second has seen another order', async () => {
    const { id, line } = await mixedOrder({ tip: 0 })
    const seen = { lines: [{ index: line, quantity: 1 }], amount: 17.42, left: 34.84 }
    const replies = await Promise.all([refund(staff, id, seen), refund(staff, id, seen)])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining('was already refunded') as string,
    })
    expect((await read(ada, id)).refunds).toHaveLength(1)
    expect((await refund(staff, id, seen)).status).toBe(409)
    expect((await refund(staff, id, { ...seen, left: 17.42 })).status).toBe(200)
  })

  it('take the points with them that they had earned, and the delivery goes once', async () => {
    const { id, line } = await mixedOrder({ delivery: true })
    expect(await pointsOf()).toBe(32)
    const fee = (await seenByStaff(id)).refundable!.delivery_cents / 100
    expect((await refund(staff, id, { delivery: true, amount: fee })).status).toBe(200)
    expect(await pointsOf()).toBe(32)
    expect((await seenByStaff(id)).refundable!.delivery_cents).toBe(0)
    await refund(staff, id, { lines: [{ index: line, quantity: 1 }], amount: 17.42 })
    expect(await pointsOf()).toBe(16)
    await refund(staff, id, { lines: [{ index: line, quantity: 1 }], tip: 3, amount: 20.42 })
    expect(await pointsOf()).toBe(0)
    const rows = await larder.database.query('SELECT 1 AS one FROM reward_points WHERE ticket_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('leave the reward with the order until all of it is refunded', async () => {
    const rewardId = await addReward(larder, ada.userId, { amountCents: 500 })
    const { id, line } = await mixedOrder({ rewardId, tip: 0 })
    const free = async () =>
      (await ada.send<{ user: User }>('GET', '/user')).body.user.rewards!.reward!.some(
        (one) => one.id === rewardId,
      )
    const { refundable } = await seenByStaff(id)
    // $32.00 less $5.00, plus tax.
    expect(refundable!.lines[0]).toMatchObject({ cents: 2940, earned_cents: 2700 })
    expect((await refund(staff, id, { lines: [{ index: line, quantity: 1 }], amount: 14.7 })).status).toBe(
      200,
    )
    expect(await free()).toBe(false)
    larder.clock.advance(60_000)
    const rest = await refund(staff, id, { lines: [{ index: line, quantity: 1 }], amount: 14.7 })
    expect(rest.body.orders.find((one) => one.id === id)!.refunds!.at(-1)).toMatchObject({
      reward_back: true,
    })
    expect(await free()).toBe(true)
    // The reward's return is announced once: nothing is left to return when the order is cancelled now.
    await move(staff, id, 'Cancelled')
    expect(await read(ada, id)).toMatchObject({ status: 'Cancelled', refunds: [{}, {}] })
    await larder.minute()
    expect(asked.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(1940)
  })

  it('leave it no longer than that where a dish of an order from before went back twice', async () => {
    const rewardId = await addReward(larder, ada.userId, { amountCents: 500 })
    const { id, line } = await mixedOrder({ rewardId, tip: 3 })
    await refund(staff, id, { lines: [{ index: line, quantity: 2 }], amount: 29.4 })
    larder.clock.advance(60_000)
    await larder.database.query('UPDATE refunds SET lines = $2 WHERE ticket_id = $1', [
      id,
      JSON.stringify([1, 2].map((quantity) => ({ index: line, quantity }))),
    ])
    expect((await seenByStaff(id)).refundable!.lines).toMatchObject([{ quantity: 2, refunded: 2 }])
    const rest = await refund(staff, id, { tip: 3, amount: 3 })
    expect(rest.body.orders.find((one) => one.id === id)!.refunds!.at(-1)).toMatchObject({
      reward_back: true,
    })
  })

  it('leave exactly the rest to be refunded when the order is cancelled after them', async () => {
    const { id, line, cardId } = await mixedOrder()
    await refund(staff, id, { lines: [{ index: line, quantity: 1 }], tip: 1, amount: 18.42 })
    larder.clock.advance(60_000)
    await move(staff, id, 'Cancelled')
    const cancelled = await read(ada, id)
    expect(cancelled.success_message!.message).toContain('$19.42 goes back to Visa ending in 4242')
    expect(cancelled.success_message!.message).not.toContain('is back on')
    expect(cancelled.refunds!.map(({ amount, reason }) => [amount, reason])).toEqual([
      ['$18.42', 'missing'],
      ['$19.42', 'cancelled'],
    ])
    await larder.minute()
    expect(asked.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other)).toEqual([
      842, 1942,
    ])
    expect(await balanceOf(larder, cardId)).toBe(1000)
    expect(await earnedOf(larder, id)).toEqual({})
    expect((await refund(staff, id, { tip: 1, amount: 1 })).body.message).toContain('was canceled')
    // The payment leaves the order with its last cent.
    expect((await read(ada, id)).payments).toEqual([])
  })

  it('are possible after an order was handed over, and the staff see a cancelled one for a while', async () => {
    const placed = await placedOrder(guest)
    await move(staff, placed.id, 'Completed')
    expect(
      (
        await refund(staff, placed.id, {
          lines: [{ index: placed.items[0]!.index, quantity: 1 }],
          amount: 17.42,
        })
      ).status,
    ).toBe(200)
    expect((await read(guest, placed.id)).status).toBe('Completed')
    const other = await placedOrder(guest)
    await move(staff, other.id, 'Cancelled')
    expect(await seenByStaff(other.id)).toMatchObject({ status: 'Cancelled', cancelled_by: 'staff' })
    expect((await seenByStaff(other.id)).refundable).toBeUndefined()
  })

  it('take the payment off a cancelled order, though two of them go back at the same moment', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      const { id, line } = await mixedOrder()
      await refund(staff, id, { lines: [{ index: line, quantity: 1 }], tip: 1, amount: 18.42 })
      await move(staff, id, 'Cancelled')
      ids.push(id)
    }
    // One round requests all ten refunds; all are answered once the last is requested.
    together = { count: 10, waiting: [] }
    larder.clock.advance(60_000)
    await larder.minute()
    expect(asked).toHaveLength(10)
    for (const id of ids) expect((await read(ada, id)).payments).toEqual([])
  })
})
