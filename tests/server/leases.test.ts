import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import type { Database } from '#server/db/database.ts'
import { freeLeftLeases, leases, LeaseWatch } from '#server/db/leases.ts'
import { keepEvent } from '#server/modules/provider-events/store.ts'
import type { LogLine } from '#server/ports/log.ts'
import { guestPayment, readyOrder, submit, visa } from './support/card-orders.ts'
import { cutLock, databases, type Engine, lockPids, openAgain } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type LarderOptions,
  startTestLarder,
  submitPath,
  tavola,
  testClock,
  type TestClock,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { assignLeases, leasesHeldBy, leasesOf, nameOf, namesOf } from './support/leases.ts'
import { paidOrder } from './support/orders.ts'
import { payables } from './support/payables.ts'
import { administratorOf } from './support/placed.ts'
import { callAt, cardAt, orderAt, type Run, startBeside, startProgram } from './support/program.ts'
import { buy, orderOfCard, refundOrder, referenceOf } from './support/staff-cards.ts'

/** A process number whose lock nobody holds. */
const nobody = 4711

/**
 * A server that has used every lease: it took payments, sent a card, handed an order to the kitchen, and refunded another
 * order and a gift card.
 */
async function startAfterEveryLease(engine: Engine, options: LarderOptions = {}): Promise<TestLarder> {
  const larder = await startTestLarder(engine, {
    kitchen: { kind: 'external', send: async () => undefined },
    ...options,
  })
  const guest = new Guest(larder)
  for (const kind of payableKinds)
    expect((await (await payables[kind](larder)).pay(randomUUID())).status).toBe(200)
  const order = await readyOrder(guest, 'SendEmail')
  expect((await submit(guest, order.id, guestPayment(order, await guest.card(visa)))).status).toBe(200)
  const { cards } = await buy(larder, guest)
  const owner = await administratorOf(larder)
  const { reference } = await orderOfCard(owner, await referenceOf(larder, cards[0]!.id))
  expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
  const cooked = await paidOrder(guest)
  await guest.ticket('POST', submitPath(cooked.id), { phone_number: '' })
  await keepEvent(
    larder.database,
    tavola.location,
    { id: 'evt_1', type: 'charge.refunded', intentId: 'pi_1', createdAt: dinnerTime },
    dinnerTime,
  )
  const spoiled = await paidOrder(guest)
  await larder.database.query(`UPDATE tickets SET contact = '{}' WHERE id = $1`, [spoiled.id])
  await larder.minute()
  larder.clock.advance(80_000)
  await larder.minute()
  // The orders placed by that round are handed to the kitchen, and the refunds are announced by email.
  await larder.minute()
  await larder.minute()
  expect((await guest.ticket('GET', ticketPath(spoiled.id))).status).toBe('Cancelled')
  expect((await guest.ticket('GET', ticketPath(cooked.id))).status).toBe('Submitted')
  return larder
}

describe.for(databases)('leases [$name]', (engine) => {
  let larder: TestLarder
  /** For each lease, the holders seen while something outside of the database was called. */
  const seen = new Map<string, Set<number | null>>()
  const look = async (): Promise<void> => {
    for (const lease of await leasesOf(larder.database)) {
      const { table, until, by } = lease
      const rows = await larder.database.query<{ by: number | null }>(
        `SELECT ${by} AS by FROM ${table} WHERE ${until} > $1`,
        [dinnerTime],
      )
      seen.set(nameOf(lease), new Set([...(seen.get(nameOf(lease)) ?? []), ...rows.map((row) => row.by)]))
    }
  }
  const looking =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // No leases are taken while the server starts.
      if (larder !== undefined) await look()
      return call(...args)
    }
  beforeAll(async () => {
    const opened = await engine.open()
    larder = { database: opened } as TestLarder
    larder = await startAfterEveryLease(
      { ...engine, open: async () => opened },
      {
        payments: (made) => ({
          ...made,
          charge: looking(made.charge),
          refund: looking(made.refund),
          findPayment: looking(async () => undefined),
        }),
        mail: { send: looking(async () => undefined) },
        kitchen: { kind: 'external', send: looking(async () => undefined) },
      },
    )
  })
  afterAll(() => larder.close())

  it('have each a column for their holder, and a row in the table of leases', async () => {
    const found = await leasesOf(larder.database)
    expect(found.map(({ type }) => type)).toEqual(found.map(() => 'bigint'))
    expect(found.map(nameOf)).toEqual(leases.map(nameOf).toSorted())
  })

  it('name their holder, and nobody once they have expired', async () => {
    for (const lease of await leasesOf(larder.database)) {
      const left = await larder.database.query(
        `SELECT ${lease.by} FROM ${lease.table} WHERE ${lease.by} IS NOT NULL`,
      )
      expect([nameOf(lease), [...seen.get(nameOf(lease))!], left]).toEqual([
        nameOf(lease),
        [larder.database.holder],
        [],
      ])
    }
  })

  it('are all free at the start of a database that has one process, but this one’s', async () => {
    const { database, clock } = larder
    await assignLeases(database, nobody, clock.now() + 60_000)
    expect(await leasesHeldBy(database, nobody)).toEqual(await namesOf(database))
    expect(await freeLeftLeases(database)).toBe(leases.length)
    expect(await leasesHeldBy(database, nobody)).toEqual([])
    await assignLeases(database, database.holder!, clock.now() + 60_000)
    expect(await freeLeftLeases(database)).toBe(0)
  })
})

describe.for(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'leases of several processes [$name]',
  (engine) => {
    let larder: TestLarder
    let database: Database
    let clock: TestClock
    let watch: LeaseWatch
    const give = (holder: number): Promise<void> =>
      assignLeases(database, holder, larder.clock.now() + 60_000)
    const expectAllWith = async (holder: number): Promise<void> =>
      expect(await leasesHeldBy(database, holder)).toEqual(await namesOf(database))
    beforeAll(async () => {
      larder = await startAfterEveryLease(engine)
      database = larder.database
    })
    beforeEach(() => {
      clock = testClock()
      watch = new LeaseWatch({ database, clock })
    })
    afterAll(() => larder.close())

    it('are free when their holder was not seen for five seconds, and not before', async () => {
      await give(nobody)
      expect(await watch.round()).toBe(0)
      clock.advance(4999)
      expect(await watch.round()).toBe(0)
      await expectAllWith(nobody)
      clock.advance(1)
      expect(await watch.round()).toBe(leases.length)
      expect(await leasesHeldBy(database, nobody)).toEqual([])
    })

    it('stay with a running process, however slow it is, and with this one', async () => {
      const other = await openAgain(database)
      for (const holder of [other.holder!, database.holder!]) {
        await give(holder)
        for (let round = 0; round < 3; round++) {
          expect(await watch.round()).toBe(0)
          clock.advance(60_000)
        }
        await expectAllWith(holder)
      }
      await other.close()
    })

    it('begin a new five seconds when their holder was seen in between', async () => {
      await give(nobody)
      await watch.round()
      clock.advance(4000)
      const back = await openAgain(database, { holder: nobody })
      expect(await watch.round()).toBe(0)
      await back.close()
      await expect.poll(() => lockPids(database, nobody)).toEqual([])
      clock.advance(4000)
      expect(await watch.round()).toBe(0)
      clock.advance(5000)
      expect(await watch.round()).toBe(leases.length)
    })

    it('are freed by nobody who does not see its own lock: the database may have just come back', async () => {
      const cutOff = new LeaseWatch({
        database: { ...database, holder: nobody + 1, keepHolder: async () => undefined },
        clock,
      })
      await give(nobody)
      await cutOff.round()
      clock.advance(60_000)
      expect(await cutOff.round()).toBe(0)
      await expectAllWith(nobody)
    })

    it('stay with a process whose connection broke: it takes its lock again at once', async () => {
      const other = await openAgain(database)
      await give(other.holder!)
      const [before] = await lockPids(database, other.holder!)
      await cutLock(database, other.holder!)
      await watch.round()
      await expect
        .poll(async () => (await lockPids(database, other.holder!)).filter(({ pid }) => pid !== before!.pid))
        .toHaveLength(1)
      clock.advance(5000)
      expect(await watch.round()).toBe(0)
      await expectAllWith(other.holder!)
      await other.close()
      await expect.poll(() => lockPids(database, other.holder!)).toEqual([])
    })
  },
)

describe.for(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'a process that is killed in the middle of a payment [$name]',
  (engine) => {
    const runs: Run[] = []
    afterEach(async () => {
      for (const { child } of runs) child.kill('SIGKILL')
      await Promise.all(runs.map(({ ended }) => ended))
    })

    it('is followed within seconds by another: the same call is answered with the payment, made once', async () => {
      const database = await engine.open()
      const first = await startProgram(database)
      runs.push(first.run)
      // Only the one that is killed needs to be a process of its own.
      const lines: LogLine[] = []
      const second = await startBeside(database, (line) => void lines.push(line))
      const ticket = await orderAt(first.port)
      const body = {
        tip: 0,
        amount: Number(ticket.totals.due.slice(1)),
        payment_source: await cardAt(first.port),
      }
      const key = randomUUID()
      const pay = (port: number): Promise<Response> =>
        callAt(port, 'POST', `ticketorder/${ticket.id}/payment`, body, { key, orderKey: ticket.order_key })

      // The provider hangs, because its table is locked.
      const [locked, unlock] = [gate(), gate()]
      const hanging = database.transaction(async (tx) => {
        await tx.script('LOCK TABLE sandbox_requests IN ACCESS EXCLUSIVE MODE')
        locked.open()
        await unlock.opened
      })
      await locked.opened
      const cut = pay(first.port).then(
        () => 'answered',
        () => 'cut',
      )
      await expect
        .poll(() => database.query(`SELECT 1 AS one FROM payment_attempts WHERE counted <> '[]'`))
        .toHaveLength(1)
      first.run.child.kill('SIGKILL')
      expect([await cut, await first.run.ended]).toEqual(['cut', null])
      unlock.open()
      await hanging

      // Only after the other process's end is noticed, which takes some seconds.
      const { code } = (await (await pay(second.port)).json()) as { code?: string }
      expect(['idempotency_in_progress', undefined]).toContain(code)
      await expect
        .poll(async () => (await pay(second.port)).status, { timeout: 60_000, interval: 500 })
        .toBe(200)
      const charged = await database.query(
        `SELECT body->>'amount' AS amount FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
      )
      expect(charged).toEqual([{ amount: String(Math.round(body.amount * 100)) }])
      expect(lines.map(({ event }) => event)).toContain('leases_freed')
      await second.close()
      await database.close()
    }, 180_000)
  },
)

function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
