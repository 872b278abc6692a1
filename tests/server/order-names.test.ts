import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { migrations } from '#server/db/migrations.ts'
import { findFreeRange } from '#server/modules/tickets/order-name.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { administratorOf, kitchenOf, placedOrder } from './support/placed.ts'

/** Tomorrow at 6 p.m. */
const tomorrow = { ready_date_v2: '2026-11-21', ready_time_v2: '6:00pm' }

describe.for(databases)('the name of an order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const counter = (lastNumber: number, freeUntil: number): Promise<unknown> =>
    larder.database.query(
      'UPDATE order_counters SET last_number = $2, free_until = $3 WHERE location_id = $1',
      [tavola.location, lastNumber, freeUntil],
    )

  it('is no other order’s in the kitchen: the first of a day is not called as one of the day before', async () => {
    const ahead = await placedOrder(guest, tomorrow)
    larder.clock.set(dinnerTime + dayMs)
    await larder.minute()
    const today = await placedOrder(guest)
    const { orders } = await kitchenOf(await administratorOf(larder))
    expect(orders.map(({ id }) => id)).toEqual([ahead.id, today.id])
    expect(orders.map(({ name }) => name)).toEqual(['T-1001', 'T-1002'])
  })

  it('is unique for orders that are placed at the same moment, even at the end of a block of numbers', async () => {
    await counter(1503, 1504)
    const placed = await Promise.all(['1', '2', '3', '4'].map(() => placedOrder(guest)))
    expect(placed.map(({ name }) => name).sort()).toEqual(['T-1504', 'T-1505', 'T-1506', 'T-1507'])
  })

  it('begins again after four digits, with what no order of the last weeks has', async () => {
    await counter(9999, 9999)
    expect((await placedOrder(guest)).name).toBe('T-1003')
    expect((await placedOrder(guest)).name).toBe('T-1004')
    larder.clock.advance(62 * dayMs)
    await counter(9999, 9999)
    expect((await placedOrder(guest)).name).toBe('T-1001')
  })
})

describe('numbers from before they continued over midnight', () => {
  it('go on after the highest', async () => {
    const embedded = databases.find((engine) => engine.name === 'PGlite')!
    const database = await embedded.open()
    // A second set of tables in a schema of its own, migrated up to the version before.
    await database.script('CREATE SCHEMA before_counters; SET search_path TO before_counters')
    const last = migrations.findIndex(({ id }) => id === '032-order-counters')
    for (const { sql } of migrations.slice(0, last)) await database.script(sql)
    await database.script(`
      INSERT INTO order_numbers VALUES ('here', '2026-11-18', 1040), ('here', '2026-11-19', 1007), ('there', '2026-11-18', 1002)`)
    await database.script(migrations[last]!.sql)
    expect(await database.query('SELECT * FROM order_counters ORDER BY location_id')).toEqual([
      { location_id: 'here', last_number: 1040, free_until: 9999 },
      { location_id: 'there', last_number: 1002, free_until: 9999 },
    ])
    await database.close()
  })
})

describe('the numbers that come next', () => {
  const from = (first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, count) => first + count)

  it.each([
    ['end before one that is taken', 1500, [1600], { next: 1501, freeUntil: 1599 }],
    ['begin after those that are taken', 1500, from(1501, 1510), { next: 1511, freeUntil: 9999 }],
    ['begin again after four digits', 9999, [1002], { next: 1001, freeUntil: 1001 }],
    [
      'have five digits while all of four are taken',
      9999,
      from(1001, 9999),
      { next: 10_000, freeUntil: 10_999 },
    ],
    ['go on with five', 10_999, from(1001, 10_999), { next: 11_000, freeUntil: 11_999 }],
    [
      'have four again as soon as there are some',
      10_999,
      from(3001, 10_999),
      { next: 1001, freeUntil: 3000 },
    ],
  ])('%s', (_, last, taken, expected) => {
    expect(findFreeRange(last, new Set(taken))).toEqual(expected)
  })
})
