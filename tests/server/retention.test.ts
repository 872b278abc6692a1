import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { DatabaseAwayError } from '#server/db/database.ts'
import { forgetExpired } from '#server/housekeeping.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { LogLine } from '#server/ports/log.ts'
import { forgetByRetention } from '#server/retention.ts'
import {
  cardOrder,
  guestPayment,
  names,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { tabletOf } from './support/staff.ts'
import { databases } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { fixtureMerchants, Guest, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, contact, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'

const declined = '4000000000000002'

describe.for(databases)('retention [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const one = async <T extends Record<string, unknown>>(sql: string, id: string): Promise<T | undefined> =>
    (await larder.database.query<T>(sql, [id]))[0]
  const ticketOf = (id: string) =>
    one<{ contact: { recipient_email?: string }; forgotten_at: number | null; status: string }>(
      'SELECT contact, forgotten_at, status FROM tickets WHERE id = $1',
      id,
    )
  const orderOf = (id: string) =>
    one<{ buyer: { buyer_email: string }; recipient: { recipient_email: string } }>(
      'SELECT buyer, recipient FROM card_orders WHERE id = $1',
      id,
    )
  const keep = (settings: object): void =>
    larder.change('tavola', (document) => ({
      ...document,
      location: {
        ...document.location,
        settings: { ...document.location.settings, data_retention: settings },
      },
    }))
  const afterDays = async (days: number): Promise<void> => {
    larder.clock.advance(days * dayMs)
    await larder.minute()
  }

  it('deletes what nobody placed after two weeks; what was tried to be paid for stays, and nobody is in it', async () => {
    const left = await completeOrder(guest)
    const tried = await completeOrder(guest)
    const refused = await guest.send(
      'POST',
      ticketPath(tried.id, '/payment'),
      paymentOf(tried, await guest.card(declined)),
    )
    expect(refused.status).toBe(402)
    const { id: gift } = await start(guest, 'SendEmail')
    await cardOrder(guest, 'PUT', orderPath(gift), { ...names, recipient_email: contact.recipient_email })
    await afterDays(13)
    expect(await ticketOf(left.id)).toMatchObject({ contact: { recipient_email: 'ada@example.com' } })
    expect(await orderOf(gift)).toBeDefined()
    await afterDays(1.1)
    expect(await ticketOf(left.id)).toBeUndefined()
    expect(await ticketOf(tried.id)).toMatchObject({ contact: {}, forgotten_at: larder.clock.now() })
    expect(await orderOf(gift)).toBeUndefined()
    // The portal learns that the order is gone, and begins a new one.
    expect((await guest.send('GET', ticketPath(left.id))).status).toBe(404)
  })

  it('takes people out of orders after as many days as the restaurant says, and leaves the money', async () => {
    keep({ order_contact_days: 200, gift_contact_days: 150 })
    const placed = await placedOrder(guest)
    const admin = await administratorOf(larder)
    for (const status of ['Preparing', 'Ready', 'Completed']) await move(admin, placed.id, status)
    const gift = await readyOrder(guest, 'SendEmail')
    expect((await submit(guest, gift.id, guestPayment(gift, await guest.card(visa)))).status).toBe(200)
    await larder.minute()
    await afterDays(149)
    expect(await orderOf(gift.id)).toMatchObject({ buyer: { buyer_email: 'rosa@example.com' } })
    await afterDays(2)
    expect(await orderOf(gift.id)).toMatchObject({
      buyer: { buyer_email: '' },
      recipient: { recipient_email: '' },
    })
    expect(await one('SELECT sent_to FROM card_deliveries WHERE order_id = $1', gift.id)).toEqual({
      sent_to: '',
    })
    expect(await ticketOf(placed.id)).toMatchObject({ contact: { recipient_email: 'ada@example.com' } })
    await afterDays(50)
    expect(await ticketOf(placed.id)).toMatchObject({ contact: {}, status: 'Completed' })
    const ticket = await guest.ticket('GET', ticketPath(placed.id))
    expect(ticket.totals.total).toBe(placed.totals.total)
    expect(ticket.name).toBe(placed.name)
  })

  it('keeps an order with a gift that is still to be sent', async () => {
    keep({ gift_contact_days: 120 })
    const { id } = await start(guest, 'SendEmail')
    await cardOrder(guest, 'PUT', orderPath(id), { ...names, recipient_email: contact.recipient_email })
    await larder.database.query(`UPDATE card_orders SET status = 'Submitted', send_at = $2 WHERE id = $1`, [
      id,
      larder.clock.now() + 200 * dayMs,
    ])
    await afterDays(130)
    expect(await orderOf(id)).toMatchObject({ recipient: { recipient_email: 'ada@example.com' } })
  })

  it('forgets trails and what devices did', async () => {
    keep({ trail_days: 90 })
    const userId = await addUser(larder)
    const member = await SignedIn.as(larder, userId)
    expect((await member.send('GET', '/user/export')).status).toBe(200)
    const trail = () => one('SELECT 1 AS there FROM audit_trail WHERE user_id = $1', userId)
    await afterDays(89)
    expect(await trail()).toBeDefined()
    await afterDays(2)
    expect(await trail()).toBeUndefined()
    expect(larder.log.filter(({ event }) => event === 'housekeeping_failed')).toEqual([])
  })

  it('forgets what the staff did, and the tablets that are over, and none that is in use', async () => {
    keep({ trail_days: 90 })
    const gone = await tabletOf(larder)
    const used = await tabletOf(larder)
    await gone.send('POST', '/kitchen/tablet/leave', { token: gone.token })
    const count = async (table: string) =>
      (await larder.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]!
        .count
    await afterDays(89)
    expect([await count('staff_acts'), await count('kitchen_tablets')]).toEqual([5, 2])
    await larder.database.query('UPDATE kitchen_tablets SET last_seen_at = $1 WHERE signed_out_at IS NULL', [
      larder.clock.now(),
    ])
    await afterDays(2)
    expect([await count('staff_acts'), await count('kitchen_tablets')]).toEqual([0, 1])
    expect((await used.send('GET', '/location/:loc/kitchen')).status).toBe(200)
  })

  it('forgets sessions, links, hashes and answers on the day that the privacy page says', async () => {
    const userId = await addUser(larder)
    const member = await SignedIn.as(larder, userId)
    const nowMs = larder.clock.now()
    const write = (sql: string, ...values: (string | number)[]) => larder.database.query(sql, values)
    await start(member, 'SendEmail')
    await placedOrder(member)
    await write('UPDATE sessions SET revoked_at = $1 WHERE user_id = $2', nowMs, userId)
    await write(
      `INSERT INTO mail_links (location_id, token_hash, purpose, user_id, created_at, expires_at) VALUES ('tavola-nyc', 'old', 'reset', $2, $1, $1)`,
      nowMs,
      userId,
    )
    await write(
      `INSERT INTO known_networks (location_id, email_hash, network_hash, seen_at) VALUES ('tavola-nyc', 'old', 'old', $1)`,
      nowMs,
    )
    await write(
      `INSERT INTO sign_in_failures (location_id, email_hash, network_hash, failures, last_failed_at) VALUES ('tavola-nyc', 'old', 'old', 1, $1)`,
      nowMs,
    )
    const there = async (): Promise<string[]> => {
      const rows = await larder.database.query<{ name: string }>(
        `SELECT 'answers' AS name FROM idempotency_keys WHERE caller = $1 AND path LIKE '%/start'
         UNION SELECT 'payments' FROM idempotency_keys WHERE caller = $1 AND path LIKE '%/payment' UNION SELECT 'sessions' FROM sessions WHERE user_id = $1
         UNION SELECT 'links' FROM mail_links WHERE token_hash = 'old' UNION SELECT 'networks' FROM known_networks WHERE email_hash = 'old'
         UNION SELECT 'failures' FROM sign_in_failures WHERE email_hash = 'old' ORDER BY name`,
        [userId],
      )
      return rows.map(({ name }) => name)
    }
    // Shortly before and after each retention ends.
    const before = 0.01
    const left: [days: number, there: string[]][] = [
      [1 - before, ['answers', 'failures', 'links', 'networks', 'payments', 'sessions']],
      [1 + before, ['failures', 'links', 'networks', 'payments', 'sessions']],
      [2 - before, ['failures', 'links', 'networks', 'payments', 'sessions']],
      [2 + before, ['links', 'networks', 'payments', 'sessions']],
      [30 - before, ['links', 'networks', 'payments', 'sessions']],
      [30 + before, ['networks']],
      [90 - before, ['networks']],
      [90 + before, []],
    ]
    let passed = 0
    for (const [days, names] of left) {
      await afterDays(days - passed)
      passed = days
      expect(await there(), `after ${days} days`).toEqual(names)
    }
  })

  it('forgets the guests of the others where a restaurant that is switched off cannot be read', async () => {
    const { database, clock } = larder
    const left = await completeOrder(guest)
    clock.advance(15 * dayMs)
    await database.script(`
      UPDATE locations SET active = false WHERE label = 'tavola';
      INSERT INTO locations (location_id, label, revision, active, document, imported_at) VALUES ('broken', '-broken', 'x', false, '{', 0);`)
    const log: LogLine[] = []
    await forgetByRetention({
      database,
      clock,
      directory: { list: () => [] },
      log: (line) => void log.push(line),
    })
    await database.script(
      `UPDATE locations SET active = true WHERE label = 'tavola'; DELETE FROM locations WHERE label = '-broken';`,
    )
    expect(await ticketOf(left.id)).toBeUndefined()
    expect(log).toEqual([
      { level: 'error', event: 'housekeeping_failed', detail: 'broken', error: 'SyntaxError' },
    ])
  })

  it('forgets the guests of a restaurant whose folder is gone, too', async () => {
    const left = await completeOrder(guest)
    const folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
    cpSync(join(fixtureMerchants, 'grill'), join(folder, 'grill'), { recursive: true })
    await importMerchants(larder.database, folder, { nowMs: larder.clock.now() })
    larder.directory.replace(await listStoredMerchants(larder.database))
    expect(larder.directory.list().map(({ label }) => label)).toEqual(['grill'])
    await afterDays(13)
    expect(await ticketOf(left.id)).toBeDefined()
    await afterDays(1.1)
    expect(await ticketOf(left.id)).toBeUndefined()
  })
  it('forgets the rest where one kind cannot be forgotten', async () => {
    await larder.database.query(
      `INSERT INTO used_challenges (location_id, challenge_hash, expires_at) VALUES ('tavola-nyc', 'solved', 1)`,
    )
    await larder.database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON limits FOR EACH STATEMENT EXECUTE FUNCTION refuse();`)
    const log: LogLine[] = []
    const { database, clock } = larder
    await forgetExpired({ database, clock, log: (line) => void log.push(line) })
    expect(
      await one('SELECT 1 AS there FROM used_challenges WHERE challenge_hash = $1', 'solved'),
    ).toBeUndefined()
    expect(log).toEqual([
      { level: 'error', event: 'housekeeping_failed', detail: 'counts', error: 'DatabaseError' },
    ])
  })

  it('asks a database that does not answer once, not once for each restaurant', async () => {
    const away = vi.fn<() => Promise<never>>(() => Promise.reject(new DatabaseAwayError('away')))
    const { database, clock, directory } = larder
    const ports = {
      clock,
      directory: { list: () => [1, 2].flatMap(() => directory.list()) },
      log: () => undefined,
    }
    await expect(
      forgetByRetention({ ...ports, database: { ...database, transaction: away } }),
    ).rejects.toThrow('away')
    await expect(forgetExpired({ ...ports, database: { ...database, query: away } })).rejects.toThrow('away')
    expect(away).toHaveBeenCalledTimes(2)
  })
})
