import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCurrency } from '#contract/money.ts'
import { putBackMs } from '#contract/rules/put-back.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { paidOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, cancelOwn, kitchenOf, move, placedOrder, turn } from './support/placed.ts'
import { copyPlaced, placeMixed, tendersOf } from './support/mixed-orders.ts'
import { tabletOf } from './support/staff.ts'
import {
  addReward,
  balanceOf,
  dueOf,
  earnedOf,
  expectBooks,
  redeem,
  tippedOrder,
  useReward,
} from './support/tenders.ts'

const tomorrowAtSix = { ready_date_v2: '2026-11-21', ready_time_v2: '6:00pm' }

describe.for(databases)('an order that its guest cancels [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let staff: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    guest = new Guest(larder)
    staff = await administratorOf(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('is cancelled while it lies among the new ones, once, and all that paid for it goes back', async () => {
    const order = await placedOrder(guest)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    const key = randomUUID()
    const replies = await Promise.all([
      cancelOwn(guest, order.id, key),
      cancelOwn(guest, order.id, key),
      cancelOwn(guest, order.id),
    ])
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body.ticket_order).toMatchObject({
        status: 'Cancelled',
        success_message: {
          header: 'Your order was canceled',
          message: `You canceled order ${order.name}. ${order.totals.total} goes back to Visa ending in 4242; allow 5–10 business days.`,
        },
        refunds: [{ reason: 'cancelled', amount: order.totals.total }],
      })
      expect(body.ticket_order.may_cancel).toBeUndefined()
    }
    await larder.minute()
    await larder.minute()
    expect(await earnedOf(larder, order.id)).toEqual({})
    expect((await kitchenOf(staff)).orders.find(({ id }) => id === order.id)).toMatchObject({
      status: 'Cancelled',
      cancelled_by: 'guest',
    })
    expect(larder.emails.filter(({ text }) => text.includes(order.id)).map(({ kind }) => kind)).toEqual([
      'order-placed',
      'order-cancelled',
      'order-refunded',
    ])
  })

  it('is cancelled by its member, who has gift card, reward and points back', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const card = await addCard(larder, { userId: ada.userId, amountCents: 9000 })
    const { id } = await tippedOrder(ada, 0)
    const rewarded = await useReward(ada, id, await addReward(larder, ada.userId))
    await redeem(ada, id, { card_id: card.id, ...dueOf(rewarded.body.ticket_order) })
    await ada.ticket('POST', submitPath(id), { phone_number: '' })
    expect((await cancelOwn(guest, id)).status).toBe(404)
    const { body } = await cancelOwn(ada, id)
    expect(body.ticket_order.success_message!.message).toMatch(
      /is back on gift card •••• \d{4}\. Your reward is yours again\.$/,
    )
    expect(await balanceOf(larder, card.id)).toBe(9000)
    expect(
      await larder.database.query('SELECT 1 AS one FROM reward_points WHERE ticket_id = $1', [id]),
    ).toEqual([])
  })

  it('can be cancelled while it waits for a kitchen that is away', async () => {
    await turn(staff, false)
    const later = await placedOrder(guest, { ready_date_v2: '2026-11-20', ready_time_v2: '7:00pm' })
    const order = await placedOrder(guest)
    expect(order.status).toBe('Queued')
    expect((await cancelOwn(guest, order.id)).body.ticket_order.status).toBe('Cancelled')
    // The order's time has come, but nobody has made it.
    larder.clock.advance(90 * 60_000)
    expect((await cancelOwn(guest, later.id)).body.ticket_order.status).toBe('Cancelled')
    await turn(staff, true)
    expect((await guest.ticket('GET', ticketPath(order.id))).status).toBe('Cancelled')
  })

  it.each(['Preparing', 'Ready', 'Completed'])(
    'cannot be cancelled when it is %s: the refusal says so and whom to call',
    async (status) => {
      const order = await placedOrder(guest)
      await move(staff, order.id, status)
      expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBeUndefined()
      const refused = await cancelOwn(guest, order.id)
      expect(refused).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
      expect(refused.body.message).toMatch(
        status === 'Completed' ? 'was already handed over' : 'The kitchen has started',
      )
      expect(refused.body.message).toContain('(212) 555-0100')
    },
  )

  it('is not once it should be ready, though nobody pressed START: it may be eaten by then', async () => {
    const order = await placedOrder(guest)
    larder.clock.advance(29 * 60_000)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    larder.clock.advance(60_000)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBeUndefined()
    const refused = await cancelOwn(guest, order.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(refused.body.message).toContain('should be ready by now')
  })

  it('is not hours after it was placed, while the kitchen is switched off and when it is on again: many a kitchen cooks what it reads', async () => {
    await turn(staff, false)
    const order = await placedOrder(guest)
    expect(order.status).toBe('Queued')
    larder.clock.advance(6 * 60 * 60_000 - 1000)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    larder.clock.advance(1000)
    await expectPast(order.id)
    await turn(await administratorOf(larder), true)
    expect((await guest.ticket('GET', ticketPath(order.id))).status).toBe('Submitted')
    await expectPast(order.id)
  })

  it('is not hours after a time that it was for, while the kitchen is switched off', async () => {
    await turn(staff, false)
    const order = await placedOrder(guest, tomorrowAtSix)
    larder.clock.set('2026-11-22T04:59:00Z')
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    larder.clock.set('2026-11-22T05:00:00Z')
    await expectPast(order.id)
    await turn(await administratorOf(larder), true)
  })

  it('is as long as the kitchen takes after it was switched on, where that was after the order’s time', async () => {
    await turn(staff, false)
    const order = await placedOrder(guest, tomorrowAtSix)
    // 6:10 p.m.
    larder.clock.set('2026-11-21T23:10:00Z')
    await turn(await administratorOf(larder), true)
    expect(await guest.ticket('GET', ticketPath(order.id))).toMatchObject({
      status: 'Submitted',
      may_cancel: true,
    })
    larder.clock.advance(29 * 60_000)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    larder.clock.advance(60_000)
    await expectPast(order.id)
  })

  it('is until its own time, where it waited in line for that alone', async () => {
    const order = await placedOrder(guest, tomorrowAtSix)
    expect(order.status).toBe('Queued')
    larder.clock.set('2026-11-21T22:30:00Z')
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(order.id))).status).toBe('Submitted')
    larder.clock.set('2026-11-21T22:59:00Z')
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBe(true)
    larder.clock.set('2026-11-21T23:00:00Z')
    await expectPast(order.id)
  })

  it('is not once it was begun, whatever it is moved to afterwards, and nobody moves it back among the new ones', async () => {
    const order = await placedOrder(guest)
    const tablet = await tabletOf(larder)
    await move(tablet, order.id, 'Completed')
    expect((await move(tablet, order.id, 'Submitted')).status).toBe(422)
    // A state that an older board could leave.
    await put(order.id, 'Submitted')
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBeUndefined()
    expect(await cancelOwn(guest, order.id)).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
  })

  it('can be canceled by its guest alone, not by somebody with its link, and not before it is placed', async () => {
    const order = await placedOrder(guest)
    expect((await cancelOwn(new Guest(larder), order.id)).status).toBe(403)
    expect((await cancelOwn(guest, 'nothing')).status).toBe(404)
    expect((await cancelOwn(guest, (await paidOrder(guest)).id)).status).toBe(409)
    expect((await guest.ticket('GET', ticketPath(order.id))).status).toBe('Submitted')
  })

  it('cannot be cancelled while it is being handed to the kitchen’s own system', async () => {
    const { id } = await placedOrder(guest)
    const untilMs = larder.clock.now() + 60_000
    await larder.database.query('UPDATE tickets SET kitchen_locked_until = $2 WHERE id = $1', [id, untilMs])
    expect(await cancelOwn(guest, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The kitchen has started') as string },
    })
    larder.clock.advance(60_000)
    expect((await cancelOwn(guest, id)).status).toBe(200)
  })

  it('cannot be cancelled where the restaurant wants a call instead', async () => {
    const order = await placedOrder(guest)
    const turnGuests = (guestCancel: boolean) =>
      larder.change('tavola', (document) => ({
        ...document,
        ordering: { ...document.ordering, guestCancel },
      }))
    turnGuests(false)
    expect((await guest.ticket('GET', ticketPath(order.id))).may_cancel).toBeUndefined()
    expect(await cancelOwn(guest, order.id)).toMatchObject({ status: 403, body: { code: 'not_offered' } })
    turnGuests(true)
    expect((await cancelOwn(guest, order.id)).status).toBe(200)
  })

  const tries = countOf('cancels against starts')
  it(
    `against a kitchen that starts at the same moment, ${tries} times: one has it, and both say who`,
    { timeout: 900_000 },
    async () => {
      const ada = await SignedIn.as(larder, await addUser(larder))
      const { id: cardId } = await addCard(larder, { userId: ada.userId, amountCents: 1000 })
      const first = await placeMixed(ada, await tippedOrder(ada, 3), { cardId, giftCents: 1000 })
      const ids = await copyPlaced(larder, first.id, tries)
      // The kitchen answers with its whole board, so take the other orders off it.
      const offBoardMs = larder.clock.now() - putBackMs - 60_000
      const takeOffBoard = (which: readonly string[]) =>
        larder.database.query<{ status: string }>(
          `WITH was AS MATERIALIZED (SELECT id, status FROM tickets WHERE id = ANY (string_to_array($1, ',')))
           UPDATE tickets t SET status = CASE was.status WHEN 'Cancelled' THEN was.status ELSE 'Completed' END, touched_at = $2
           FROM was WHERE t.id = was.id RETURNING was.status`,
          [which.join(), offBoardMs],
        )
      await takeOffBoard(ids)
      const won = { guest: [] as string[], kitchen: [] as string[] }
      const outcomes = {
        guest: {
          status: 'Cancelled',
          told: expect.stringContaining('The guest canceled order') as string,
        },
        kitchen: {
          status: 'Preparing',
          told: expect.stringContaining('The kitchen has started order') as string,
        },
      }
      for (const [place, id] of ids.entries()) {
        await put(id, 'Submitted')
        // One or the other call starts a little earlier, by a number of database reads.
        const lead = (place % 16) - 8
        const cancelling = () => after(lead, () => cancelOwn(ada, id))
        const starting = () => after(-lead, () => move(staff, id, 'Preparing'))
        // Each of the two wins once, however fast the machine is.
        const guestFirst = place === 0 ? await cancelling() : undefined
        const kitchenFirst = place === 1 ? await starting() : undefined
        const [cancelled, started] = await Promise.all([
          guestFirst ?? cancelling(),
          kitchenFirst ?? starting(),
        ])
        expect([cancelled.status, started.status].toSorted((one, other) => one - other)).toEqual([200, 409])
        const [row] = await takeOffBoard([id])
        const winner = cancelled.status === 200 ? 'guest' : 'kitchen'
        const loser = winner === 'guest' ? started : cancelled
        won[winner].push(id)
        expect([row!.status, loser.body.message]).toEqual([outcomes[winner].status, outcomes[winner].told])
      }
      expect(won.guest.length + won.kitchen.length).toBe(tries)
      expect(Math.min(won.guest.length, won.kitchen.length)).toBeGreaterThan(0)
      await larder.minute()
      const given = await larder.database.query<{ ticket_id: string }>(
        'SELECT ticket_id FROM refunds WHERE ticket_id LIKE $1',
        [`${first.id}-%`],
      )
      expect(given.map((one) => one.ticket_id).toSorted()).toEqual(won.guest.toSorted())
      // Each tender got back all that it paid, once, or nothing; the provider was asked for the same amount.
      const [gift, visa] = [1000, parseCurrency(first.totals.total) - 1000]
      const tenders = (await tendersOf(larder, ids)).map(({ ticket, tender, back, back_tip, given: asked }) =>
        [ticket, tender, back + back_tip, asked].join(' '),
      )
      const wanted = [
        ...won.guest.flatMap((id) => [`${id} card ${gift} 0`, `${id} credit_card ${visa} ${visa}`]),
        ...won.kitchen.flatMap((id) => [`${id} card 0 0`, `${id} credit_card 0 0`]),
      ]
      expect(tenders.toSorted()).toEqual(wanted.toSorted())
      expect(await balanceOf(larder, cardId)).toBe(won.guest.length * gift)
      await expectBooks(larder)
    },
  )

  /** It is too late to cancel, and the refusal says so. */
  async function expectPast(id: string): Promise<void> {
    expect((await guest.ticket('GET', ticketPath(id))).may_cancel).toBeUndefined()
    const refused = await cancelOwn(guest, id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect(refused.body.message).toMatch(/^The time of order \S+ has passed, .* \(212\) 555-0100\.$/)
  }

  /** Acts after this many reads of the database. */
  async function after<T>(reads: number, act: () => Promise<T>): Promise<T> {
    for (let left = reads; left > 0; left--) await larder.database.query('SELECT 1 AS one')
    return act()
  }

  const put = (id: string, status: string) =>
    larder.database.query('UPDATE tickets SET status = $2 WHERE id = $1', [id, status])
})
