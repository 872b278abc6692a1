import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Database } from '#server/db/database.ts'
import { deleteBatchSize } from '#server/db/delete-in-batches.ts'
import { forgetExpired } from '#server/housekeeping.ts'
import { forgetEndedSessions, forgetOldTrail } from '#server/modules/accounts/clean-up.ts'
import {
  exportOrders,
  findOpenGift,
  forgetOrdersOf,
  forgetUnplacedOrders,
  lockOrdersOf,
} from '#server/modules/card-orders/forget.ts'
import { kitchenOf } from '#server/modules/kitchen/orders.ts'
import { forgetOldCounts } from '#server/modules/limits/counts.ts'
import { forgetOldEvents } from '#server/modules/provider-events/store.ts'
import { forgetUnplacedTickets, listTicketIdsOf } from '#server/modules/tickets/forget.ts'
import { SlotTables } from '#server/modules/tickets/slots.ts'
import { forgetExpiredKeys } from '#server/plugins/idempotency-store.ts'
import type { LogLine } from '#server/ports/log.ts'
import { forgetByRetention } from '#server/retention.ts'
import { guestPayment, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'
import { listening, rowsReadBy } from './support/reads.ts'

/** A restaurant's orders of some months. */
const many = 5000
/** The rows found may be read, and a page of their neighbors. */
const few = 100

describe.for(databases)('queries that run often [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const old = (): number => larder.clock.now() - 100 * dayMs
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    const { id } = await placedOrder(guest)
    const ada = await SignedIn.as(larder, await addUser(larder))
    const gift = await readyOrder(guest, 'SendEmail')
    await submit(guest, gift.id, guestPayment(gift, await guest.card(visa)))
    await move(await administratorOf(larder), id, 'Completed')
    await copy('tickets', id, {
      id: `id || '-' || n`,
      name: `name || '-' || n`,
      status: `CASE n % 10 WHEN 0 THEN 'Cancelled' ELSE 'Completed' END`,
      contact: `jsonb_set(contact, '{recipient_email}', to_jsonb(n || '@example.com'))`,
      created_at: `${old()} + n`,
      touched_at: `${old()} + n`,
      history: `'[]'`,
    })
    await copy('submissions', id, { ticket_id: `ticket_id || '-' || n`, name: `name || '-' || n` })
    await copy('users', ada.userId, {
      id: `'member ' || n`,
      email: `n || '@member.example'`,
      email_key: `n || '@member.example'`,
    })
    await copy('card_orders', gift.id, {
      id: `id || '-' || n`,
      reference: `reference || '-' || n`,
      receipt_id: `receipt_id || '-' || n`,
      buyer: `jsonb_set(buyer, '{buyer_email}', to_jsonb(n || '@example.com'))`,
      recipient: `jsonb_set(recipient, '{recipient_email}', to_jsonb('to-' || n || '@example.com'))`,
      user_id: `CASE n % 3 WHEN 0 THEN NULL ELSE 'member ' || n END`,
      status: `CASE n % 5 WHEN 0 THEN 'Open' ELSE 'Submitted' END`,
      forgotten_at: `CASE n % 5 WHEN 0 THEN 1 END`,
      created_at: `${old()} + n`,
      touched_at: `${old()} + n`,
    })
    await ada.send('GET', '/user')
    await copy('access_tokens', undefined, { token_hash: `token_hash || '-' || n` })
    await copy('refresh_tokens', undefined, { token_hash: `token_hash || '-' || n` })
    await larder.database.query(
      `INSERT INTO limits (location_id, bucket, window_start, used) SELECT $1, 'many ' || n, $2::bigint, 1 FROM generate_series(1, ${many}) AS n`,
      [tavola.location, larder.clock.now()],
    )
    for (const table of [
      'tickets',
      'submissions',
      'users',
      'card_orders',
      'access_tokens',
      'refresh_tokens',
      'limits',
    ])
      await larder.database.script(`ANALYZE ${table}`)
  })
  afterAll(() => larder.close())

  /** Inserts copies of a row (of any row by default), each with the `changed` columns (SQL by column; `n` counts the copies). */
  async function copy(table: string, id: string | undefined, changed: Record<string, string>): Promise<void> {
    const columns = (
      await larder.database.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()`,
        [table],
      )
    ).map(({ name }) => name)
    const idColumn = Object.keys(changed)[0]!
    const values = columns.map((name) => changed[name] ?? name)
    await larder.database.query(
      `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()}
       FROM (SELECT * FROM ${table} WHERE $1::text IS NULL OR ${idColumn} = $1 LIMIT 1) AS one, generate_series(1, ${many}) AS n`,
      [id ?? null],
    )
  }

  /** The largest number of rows that any statement of `work` reads. */
  async function rowsRead(work: (database: Database) => Promise<unknown>): Promise<number> {
    const { database, asked } = listening(larder.database)
    await work(database)
    expect(asked.length).toBeGreaterThan(0)
    const read = []
    for (const one of asked) read.push(await rowsReadBy(larder.database, one))
    return Math.max(...read)
  }

  const merchant = () => larder.directory.findByLabel('tavola')!

  it('the kitchen’s board reads what it shows, and no order of months ago', async () => {
    const ports = { clock: larder.clock, slots: new SlotTables() }
    expect((await kitchenOf(larder.database, merchant(), ports)).orders).toHaveLength(1)
    expect(await rowsRead((database) => kitchenOf(database, merchant(), ports))).toBeLessThan(few)
  })

  it('the hourly look for orders that nobody placed reads those', async () => {
    await completeOrder(guest)
    const nowMs = larder.clock.now()
    const all = { locationId: tavola.location, beforeMs: nowMs - dayMs, nowMs }
    expect(await rowsRead((database) => forgetUnplacedTickets(database, all))).toBeLessThan(few)
    expect(await rowsRead((database) => forgetUnplacedOrders(database, all))).toBeLessThan(few)
  })

  it('the hourly look for sessions and counts that are over reads those', async () => {
    const nowMs = larder.clock.now()
    expect(await rowsRead((database) => forgetEndedSessions(database, nowMs))).toBeLessThan(few)
    expect(await rowsRead((database) => forgetOldCounts(database, nowMs))).toBeLessThan(few)
  })

  it('what is over is deleted a batch at a time, all of it', async () => {
    const nowMs = larder.clock.now()
    const count = 2 * deleteBatchSize + 1
    await larder.database.query(
      `INSERT INTO idempotency_keys (location_id, caller, key, method, path, fingerprint, state, locked_until, created_at, expires_at)
       SELECT $1, 'guest', 'over ' || n, 'PUT', '/', '', 'done', 0, 0, $2::bigint FROM generate_series(1, ${count}) AS n`,
      [tavola.location, nowMs],
    )
    await larder.database.query(
      `INSERT INTO audit_trail (location_id, id, at, action, outcome, request_id)
       SELECT $1, 'over ' || n, 0, 'sign_in', 'ok', '' FROM generate_series(1, ${count}) AS n`,
      [tavola.location],
    )
    const { database, asked } = listening(larder.database)
    await forgetExpiredKeys(database, nowMs)
    await forgetOldTrail(database, tavola.location, 1)
    expect(asked.filter(({ sql }) => sql.startsWith('DELETE FROM idempotency_keys'))).toHaveLength(3)
    expect(asked.filter(({ sql }) => sql.startsWith('DELETE FROM audit_trail'))).toHaveLength(3)
    const left = await larder.database.query<{ keys: number; acts: number }>(
      `SELECT (SELECT count(*)::int FROM idempotency_keys WHERE key LIKE 'over %') AS keys, (SELECT count(*)::int FROM audit_trail WHERE id LIKE 'over %') AS acts`,
    )
    expect(left).toEqual([{ keys: 0, acts: 0 }])
  })

  it('the hourly look for what the provider told long ago reads that', async () => {
    await larder.database.query(
      `INSERT INTO provider_events (location_id, id, type, intent_id, created_at, received_at, next_try_at, done_at)
       SELECT $1, 'evt_' || n, 'charge.refunded', 'pi_' || n, $2::bigint, $2::bigint, $2::bigint, $2::bigint FROM generate_series(1, ${many}) AS n`,
      [tavola.location, larder.clock.now()],
    )
    await larder.database.script('ANALYZE provider_events')
    const nowMs = larder.clock.now()
    expect(await rowsRead((database) => forgetOldEvents(database, nowMs))).toBeLessThan(few)
    await forgetOldEvents(larder.database, nowMs + 31 * dayMs)
    expect(await larder.database.query(`SELECT 1 AS one FROM provider_events WHERE id LIKE 'evt_%'`)).toEqual(
      [],
    )
  })

  it('whoever leaves is found in the orders with their address by that', async () => {
    const person = { locationId: tavola.location, userId: 'nobody', email: '17@example.com' }
    expect(await listTicketIdsOf(larder.database, person)).toHaveLength(1)
    expect(await rowsRead((database) => listTicketIdsOf(database, person))).toBeLessThan(few)
  })

  it('whoever leaves is found in the orders for gift cards, placed or not, by who they are and by their address', async () => {
    const nowMs = larder.clock.now()
    const person = (n: number) => ({
      locationId: tavola.location,
      userId: `member ${n}`,
      email: `${n}@example.com`,
    })
    // A member's own orders, placed and not; a guest's purchases; gifts to an address.
    const people = [person(1), person(5), person(3), { ...person(0), email: 'to-7@example.com' }]
    const { database } = larder
    for (const one of people) {
      const found = await database.transaction((tx) => lockOrdersOf(tx, one))
      expect(found).toHaveLength(1)
      for (const work of [
        (asked: Database) => findOpenGift(asked, one, nowMs),
        (asked: Database) => exportOrders(asked, one),
        (asked: Database) => asked.transaction((tx) => lockOrdersOf(tx, one)),
        (asked: Database) => asked.transaction((tx) => forgetOrdersOf(tx, one, nowMs)),
      ])
        expect(await rowsRead(work)).toBeLessThan(few)
      expect(await database.transaction((tx) => lockOrdersOf(tx, one))).toEqual([])
    }
  })
})

describe.for(databases)('data that is kept for a limited time [$name]', (engine) => {
  it('what has had its time is deleted a batch a statement, whatever it is', async () => {
    const larder = await startTestLarder(engine)
    const { database, asked, later } = listening(larder.database)
    const failed: unknown[] = []
    const { clock, directory } = larder
    const ports = { database, clock, directory, log: (line: LogLine) => void failed.push(line) }
    await forgetExpired(ports)
    const kept = asked.length
    await forgetByRetention(ports)
    expect(failed).toEqual([])
    const deletions = [...asked, ...later].filter(({ sql }) => /\bDELETE\b/i.test(sql))
    // Deletions by id are batches of ids.
    const whole = deletions.filter(
      ({ sql }) => !sql.includes(`LIMIT ${deleteBatchSize}`) && !sql.includes('ANY (string_to_array('),
    )
    expect(whole.map(({ sql }) => sql)).toEqual([])
    expect(kept).toBeGreaterThanOrEqual(7)
    expect(deletions.length).toBeGreaterThan(kept)
    await larder.close()
  })
})
