import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { es } from '#contract/languages/es.ts'
import { type CancelReason, cancelReasonNames, cancelReasons } from '#contract/rules/cancel-reasons.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { isDue } from '#server/modules/kitchen/placing.ts'
import { SlotTables } from '#server/modules/tickets/slots.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { home } from './support/card-orders.ts'
import { brisket, completeOrder, margherita, modifiers, startOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { actsOf } from './support/staff.ts'
import {
  administratorOf,
  kitchenOf,
  kitchenPath,
  move,
  place,
  placedOrder,
  turn,
  vehicle,
} from './support/placed.ts'

/** Tomorrow at 6 p.m.: such an order waits before it goes to the kitchen. */
const tomorrow = { ready_date_v2: '2026-11-21', ready_time_v2: '6:00pm' }

describe.for(databases)('the kitchen [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let admin: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await turn(admin, true)
  })
  afterAll(() => larder.close())

  const read = (id: string): Promise<TicketOrder> => guest.ticket('GET', ticketPath(id))

  it('is only for the staff', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const { id } = await placedOrder(guest)
    for (const [who, status] of [
      [guest, 401],
      [member, 403],
    ] as const) {
      expect((await who.send('GET', kitchenPath)).status).toBe(status)
      expect((await turn(who, false)).status).toBe(status)
      expect((await move(who, id, 'Ready')).status).toBe(status)
    }
    expect((await read(id)).status).toBe('Submitted')
    const elsewhere = await administratorOf(larder, grill)
    expect((await kitchenOf(elsewhere)).orders).toEqual([])
    expect((await move(elsewhere, id, 'Ready')).status).toBe(404)
  })

  it('shows each new order with its guest’s contact, and moves it to Completed', async () => {
    const placed = await placedOrder(guest)
    expect((await kitchenOf(admin)).orders.find((one) => one.id === placed.id)).toMatchObject({
      name: placed.name,
      status: 'Submitted',
      recipient_first_name: 'Ada',
      recipient_phone: '2125550147',
      items: [{ name: 'Margherita', quantity: 1 }],
    })
    for (const status of ['Preparing', 'Ready', 'Completed']) {
      larder.clock.advance(5 * 60_000)
      const moved = await move(admin, placed.id, status)
      expect(moved).toMatchObject({ status: 200 })
      expect(moved.body.orders.find((one) => one.id === placed.id)?.status).toBe(status)
      expect((await read(placed.id)).status).toBe(status)
    }
    larder.clock.advance(4 * 60 * 60_000)
    const later = await administratorOf(larder)
    expect((await kitchenOf(later)).orders.map((one) => one.id)).not.toContain(placed.id)
  })

  it('stores no names for a move that is sent twice: the second one gets the current board (X12)', async () => {
    const [first, second] = [await placedOrder(guest), await placedOrder(guest)]
    const key = randomUUID()
    const send = () =>
      admin.send<KitchenAnswer>('PUT', `${kitchenPath}/orders/${first.id}`, { status: 'Preparing' }, { key })
    expect((await send()).status).toBe(200)
    await move(admin, second.id, 'Ready')
    const again = await send()
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.body.orders.find((one) => one.id === second.id)?.status).toBe('Ready')
    expect(await larder.database.query('SELECT body FROM idempotency_keys WHERE key = $1', [key])).toEqual([
      { body: '' },
    ])
  })

  it('keeps the history of an order since it was placed @EN-30', async () => {
    const open = await completeOrder(guest)
    expect(open).toMatchObject({ history: [], customized: false, reward_can_be_used: false })
    expect(open.receipt).toBeUndefined()
    const placed = await placedOrder(guest)
    larder.clock.advance(5 * 60_000)
    await move(admin, placed.id, 'Preparing')
    await move(admin, placed.id, 'Preparing')
    larder.clock.advance(10 * 60_000)
    await move(admin, placed.id, 'Ready')
    expect(await read(placed.id)).toMatchObject({
      receipt: `/receipt?type=ticket_order&object_id=${placed.id}`,
      history: [
        { status: 'Submitted', at: '2026-11-20T23:00:00.000Z', display: '6:00pm' },
        { status: 'Preparing', at: '2026-11-20T23:05:00.000Z', display: '6:05pm' },
        { status: 'Ready', at: '2026-11-20T23:15:00.000Z', display: '6:15pm' },
      ],
    })
    expect(
      (await startOrder(guest, margherita({ modifiers: modifiers('size-12', 'no-basil') }))).customized,
    ).toBe(true)
  })

  it('takes an order back by a state, and moves none that was canceled', async () => {
    const placed = await placedOrder(guest)
    await move(admin, placed.id, 'Completed')
    expect((await move(admin, placed.id, 'Cancelled')).status).toBe(409)
    expect(
      (await move(admin, placed.id, 'Ready')).body.orders.find((one) => one.id === placed.id)?.status,
    ).toBe('Ready')
    expect((await move(admin, placed.id, 'Cancelled')).status).toBe(200)
    expect(await read(placed.id)).toMatchObject({
      status: 'Cancelled',
      success_message: { header: 'Your order was canceled' },
    })
    expect((await read(placed.id)).history?.at(-1)?.status).toBe('Cancelled')
    const again = await move(admin, placed.id, 'Ready')
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`${placed.name} was canceled`) as string },
    })
  })

  it('moves no order back that somebody else has moved since it was seen', async () => {
    const placed = await placedOrder(guest)
    const seen = { seen: 'Submitted' }
    expect((await move(admin, placed.id, 'Ready', seen)).status).toBe(200)
    const late = await move(admin, placed.id, 'Preparing', seen)
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        message: `Order ${placed.name} was already updated to “ready” on another screen. Nothing was changed.`,
      },
    })
    expect((await move(admin, placed.id, 'Cancelled', seen)).status).toBe(409)
    expect((await read(placed.id)).status).toBe('Ready')
    // A move to the status it already has succeeds; a board that has seen the current status may move it back.
    expect((await move(admin, placed.id, 'Ready', seen)).status).toBe(200)
    expect((await move(admin, placed.id, 'Preparing', { seen: 'Ready' })).status).toBe(200)
    // An older board does not send the status it has seen.
    expect((await move(admin, placed.id, 'Completed')).status).toBe(200)
  })

  it('starts an order that came out of the queue since it was seen: nobody has moved it', async () => {
    await turn(admin, false)
    const waiting = await placedOrder(guest)
    await turn(admin, true)
    expect((await read(waiting.id)).status).toBe('Submitted')
    expect((await move(admin, waiting.id, 'Preparing', { seen: 'Queued' })).status).toBe(200)
  })

  it('keeps the staff’s words with an order that they cancel, for the staff alone', async () => {
    const { id } = await placedOrder(guest)
    const body = { status: 'Cancelled', note: ' The oven is out ' }
    const { status } = await admin.send('PUT', `${kitchenPath}/orders/${id}`, body)
    expect(status).toBe(200)
    const seen = (await kitchenOf(admin)).orders.find((one) => one.id === id)!
    expect(seen.refunds).toMatchObject([{ reason: 'cancelled', note: 'The oven is out' }])
    expect(JSON.stringify(await read(id))).not.toContain('oven')
  })

  it('tells the guest why it cancels, on the order’s page, by email and on the receipt, and writes it down', async () => {
    const words: Record<CancelReason, RegExp> = {
      sold_out: /^Something was sold out\. We could not make order \S+\. We are sorry!/,
      busy: /^The kitchen is very busy right now\. We could not make order /,
      equipment: /^We’re having equipment trouble\. We could not make order /,
      closed: /^We have to close early\. We could not make order /,
      no_delivery: /^We can’t deliver to your address\. We could not make order /,
      guest_asked: /^We canceled order \S+, as you asked\. Questions\?/,
      other: /^We could not make order /,
    }
    for (const reason of cancelReasons) {
      const { id, name } = await placedOrder(
        guest,
        reason === 'no_delivery' ? { use_delivery: true, ...home } : undefined,
      )
      const cancelled = await admin.send('PUT', `${kitchenPath}/orders/${id}`, {
        status: 'Cancelled',
        reason,
      })
      expect(cancelled.status).toBe(200)
      const { message } = (await read(id)).success_message!
      expect(message).toMatch(words[reason])
      expect(message).toContain(' goes back to ')
      const { body } = await guest.send<object>(
        'GET',
        `/location/:loc/receipt?type=ticket_order&object_id=${id}`,
      )
      expect(JSON.stringify(body)).toContain(message)
      await larder.minute()
      // Not always the last email: a refund made in the same minute sends one of its own afterwards.
      expect(larder.emails.findLast(({ kind }) => kind === 'order-cancelled')!.text).toContain(message)
      // Every sentence of it has a translation.
      expect(es.translateAnswer(message)).not.toMatch(
        /sold out|busy|trouble|close|deliver|canceled|could not/,
      )
      const [act] = await actsOf(admin)
      expect(act).toMatchObject({ action: 'order_cancelled', about: name, reason: cancelReasonNames[reason] })
    }
  })

  it('says of no order that it cannot be delivered that was not to be', async () => {
    const { id, name } = await placedOrder(guest)
    const body = { status: 'Cancelled', reason: 'no_delivery' }
    expect(await admin.send('PUT', `${kitchenPath}/orders/${id}`, body)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'reason', message: `Order ${name} is not a delivery. Please choose another reason.` },
        ],
      },
    })
    expect((await read(id)).status).toBe('Submitted')
  })

  it('says when an order is to be ready: at its time, or the lead time after it was placed', async () => {
    const promisedAt = async (changes?: object) => {
      const { id } = await placedOrder(guest, changes)
      return (await kitchenOf(admin)).orders.find((one) => one.id === id)!.promised_at
    }
    const placedMs = larder.clock.now()
    expect(await promisedAt()).toBe(new Date(placedMs + 30 * 60_000).toISOString())
    expect(await promisedAt(tomorrow)).toBe('2026-11-21T23:00:00.000Z')
  })

  it('cancels without a reason for a board of before, and knows no other than its own', async () => {
    const { id } = await placedOrder(guest)
    const send = (body: object) => admin.send<ProblemBody>('PUT', `${kitchenPath}/orders/${id}`, body)
    expect(await send({ status: 'Cancelled', reason: 'hunger' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'reason' }] },
    })
    expect((await send({ status: 'Cancelled' })).status).toBe(200)
    expect((await read(id)).success_message!.message).toMatch(/^We could not make order /)
    const [act] = await actsOf(admin)
    expect([act!.action, act!.reason]).toEqual(['order_cancelled', undefined])
  })

  it('does not have an order that is not placed', async () => {
    const open = await completeOrder(guest)
    expect((await move(admin, open.id, 'Ready')).status).toBe(404)
    expect((await kitchenOf(admin)).orders.map((one) => one.id)).not.toContain(open.id)
  })

  it('lets orders wait while it is off, says so, and takes them when it is on again', async () => {
    expect((await turn(admin, false)).body.is_on).toBe(false)
    const waiting = await placedOrder(guest)
    expect(waiting).toMatchObject({
      status: 'Queued',
      success_message: { message: expect.stringContaining('as soon as it is back') as string },
    })
    await larder.minute()
    expect((await read(waiting.id)).status).toBe('Queued')
    larder.clock.advance(60_000)
    const back = await turn(admin, true)
    expect(back.body.is_on).toBe(true)
    expect(back.body.orders.find((one) => one.id === waiting.id)?.status).toBe('Submitted')
    expect((await read(waiting.id)).history?.map((one) => one.status)).toEqual(['Queued', 'Submitted'])
    expect((await placedOrder(guest)).status).toBe('Submitted')
  })

  it('takes waiting orders as if they were placed now once it is on again, and records who switched it', async () => {
    const before = new Set((await actsOf(admin)).map(({ id }) => id))
    await turn(admin, false)
    await turn(admin, false)
    // Forty minutes ahead: ten more than the kitchen's lead time.
    larder.clock.set('2026-11-20T23:20:00Z')
    const soon = { ready_date_v2: '2026-11-20', ready_time_v2: '7:00pm' }
    const waiting = await placedOrder(guest, soon)
    expect(waiting.status).toBe('Queued')
    await turn(admin, true)
    expect((await read(waiting.id)).status).toBe('Submitted')
    expect((await placedOrder(guest, soon)).status).toBe('Submitted')
    const acts = (await actsOf(admin)).filter(({ id }) => !before.has(id))
    expect(acts.map(({ action, role }) => `${action} ${role}`).toSorted()).toEqual([
      'kitchen_switched_off owner',
      'kitchen_switched_on owner',
    ])
  })

  it('promises no time while it is off', async () => {
    await turn(admin, false)
    const later = await placedOrder(guest, tomorrow)
    expect(later.success_message?.message).toContain(
      'You asked for it on 11/21/2026 at 6:00pm. The kitchen is away for a moment',
    )
    await turn(admin, true)
    expect((await placedOrder(guest, tomorrow)).success_message?.message).toContain(
      'It will be ready for you on 11/21/2026 at 6:00pm.',
    )
  })

  it('takes an order for later by itself, its lead time before', async () => {
    const later = await placedOrder(guest, tomorrow)
    expect(later.status).toBe('Queued')
    larder.clock.set('2026-11-21T22:29:00Z') // 31 minutes before 6 p.m. in New York
    await larder.minute()
    expect((await read(later.id)).status).toBe('Queued')
    larder.clock.advance(60_000)
    await larder.minute()
    expect((await read(later.id)).status).toBe('Submitted')
  })

  it('counts the lead time in real minutes over both clock changes (T2) (T3)', () => {
    const { directory } = larder
    const tavola = directory.findByLabel('tavola')!
    const isDueAt = (readyDate: string, readyTime: string, at: string): boolean =>
      isDue(tavola, { readyDate, readyTime }, new SlotTables(), Date.parse(at))
    // 1:30 occurs twice in that night; the first is meant, 5:30 in UTC.
    expect([
      isDueAt('2026-11-01', '1:30am', '2026-11-01T04:59:00Z'),
      isDueAt('2026-11-01', '1:30am', '2026-11-01T05:00:00Z'),
    ]).toEqual([false, true])
    // 2:30 does not exist in that night, and so no slot: the wall clock shows 3:00 then.
    expect([
      isDueAt('2027-03-14', '2:30am', '2027-03-14T06:00:00Z'),
      isDueAt('2027-03-14', '2:30am', '2027-03-14T07:00:00Z'),
    ]).toEqual([false, true])
  })

  it('keeps an order for later waiting while it is away, and when it is switched on too early', async () => {
    const later = await placedOrder(guest, tomorrow)
    await turn(admin, false)
    await turn(admin, true)
    expect((await read(later.id)).status).toBe('Queued')
    await turn(admin, false)
    larder.clock.set('2026-11-21T23:00:00Z')
    await larder.minute()
    expect((await read(later.id)).status).toBe('Queued')
    await turn(await administratorOf(larder), true)
    expect((await read(later.id)).status).toBe('Submitted')
  })

  it('says which order for later is due while it is away: nothing else tells of it', async () => {
    const later = await placedOrder(guest, tomorrow)
    await turn(admin, false)
    const isDueNow = async () => {
      const staff = await administratorOf(larder)
      return (await kitchenOf(staff)).orders.find(({ id }) => id === later.id)?.is_due
    }
    larder.clock.set('2026-11-21T22:29:00Z')
    expect(await isDueNow()).toBeUndefined()
    larder.clock.advance(60_000)
    expect(await isDueNow()).toBe(true)
    await turn(await administratorOf(larder), true)
    expect(await isDueNow()).toBeUndefined()
  })

  it('takes other restaurants’ orders, and this one’s next, when one cannot be moved', async () => {
    const at = new Guest(larder, grill)
    await turn(await administratorOf(larder, grill), false)
    const stuck = await place(at, await completeOrder(at, brisket))
    larder.clock.advance(1)
    const next = await place(at, await completeOrder(at, brisket))
    const others = await placedOrder(guest, tomorrow)
    expect([stuck.status, next.status, others.status]).toEqual(['Queued', 'Queued', 'Queued'])
    await larder.database.query('UPDATE kitchens SET is_on = true WHERE location_id = $1', [grill.location])
    await larder.database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON tickets FOR EACH ROW WHEN (old.id = '${stuck.id}') EXECUTE FUNCTION refuse();`)
    larder.clock.set('2026-11-22T01:00:00Z')
    await larder.minute()
    await larder.database.script('DROP TRIGGER refuse ON tickets; DROP FUNCTION refuse;')
    expect((await read(others.id)).status).toBe('Submitted')
    expect((await at.ticket('GET', ticketPath(next.id))).status).toBe('Submitted')
    expect((await at.ticket('GET', ticketPath(stuck.id))).status).toBe('Queued')
    expect(larder.log.filter(({ event }) => event === 'kitchen_failed')).toEqual([
      { level: 'error', event: 'kitchen_failed', detail: 'grill', error: 'DatabaseError' },
    ])
  })

  it('shows at once that a guest is at the curb', async () => {
    const placed = await placedOrder(guest)
    await guest.ticket('PUT', ticketPath(placed.id), { recipient_checked_in: true, ...vehicle })
    expect((await kitchenOf(admin)).orders.find((one) => one.id === placed.id)).toMatchObject({
      recipient_checked_in: true,
      ...vehicle,
    })
  })

  it('refuses a move to an unknown status', async () => {
    const placed = await placedOrder(guest)
    const refused = await admin.send<ProblemBody>('PUT', `${kitchenPath}/orders/${placed.id}`, {
      status: 'Open',
    })
    expect(refused.status).toBe(422)
  })
})

describe.for(databases)('a kitchen with a system of its own [$name]', (engine) => {
  it('is handed each order once, and again until it has taken it', async () => {
    const taken: string[] = []
    let away = true
    const larder = await startTestLarder(engine, {
      kitchen: {
        kind: 'external',
        async send(locationId, order) {
          if (away) throw new Error('no answer')
          taken.push(`${locationId} ${order.name} ${order.recipient_first_name}`)
        },
      },
    })
    const guest = new Guest(larder)
    const placed = await placedOrder(guest)
    expect(placed.status).toBe('Queued')
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(placed.id))).status).toBe('Queued')
    expect(larder.log.some((line) => line.event === 'kitchen_failed')).toBe(true)
    away = false
    larder.clock.advance(60_000)
    await larder.minute()
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(placed.id))).status).toBe('Submitted')
    expect(taken).toEqual([`tavola-nyc ${placed.name} Ada`])
    await larder.close()
  })
})
