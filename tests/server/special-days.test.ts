import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import { listOrdersOnClosedDays } from '#server/import/closed-days.ts'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { databases, oneDatabase } from './support/databases.ts'
import {
  dinnerTime,
  fixtureMerchants,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'

/** `special_days` of `location.json`: holidays. The fixtures' dinner is on Friday, November 20, 2026, in New York. */

const thanksgiving = { date: '2026-11-26', name: 'Thanksgiving', hours: [] }

/** The fixture's restaurants, where Tavola has these special days. */
function withSpecialDays(days: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-special-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/location.json')
  const value = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...value, special_days: days }, null, 2))
  return folder
}

describe('holidays in a restaurant’s files', () => {
  it('are read, and come back as they went out', () => {
    const eve = { date: '2026-12-24', hours: [['11:00', '15:00']], kitchen_hours: [['11:00', '14:30']] }
    const stored = readMerchants(withSpecialDays([thanksgiving, eve]), { allowMissingPictures: false })
    const { document } = stored.find((one) => one.document.label === 'tavola')!
    expect(document.location.special_days).toEqual([thanksgiving, { date: eve.date, hours: eve.hours }])
    expect(document.kitchen.specialDays).toEqual([
      thanksgiving,
      { date: eve.date, hours: [['11:00', '14:30']] },
    ])
    const target = mkdtempSync(join(tmpdir(), 'larder-special-'))
    writeMerchantFolder(join(target, 'tavola'), exportMerchant(document))
    expect(readMerchants(target, { allowMissingPictures: true })[0]!.document).toEqual(document)
  })

  it.each([
    [[{ date: '2026-02-30', hours: [] }], 'special_days[0].date: not a day of the calendar'],
    [[{ date: '11/26/2026', hours: [] }], 'special_days[0].date: not a date (YYYY-MM-DD)'],
    [[thanksgiving, thanksgiving], 'special_days[1].date: stands here twice'],
    [[{ ...thanksgiving, hours: [['15:00', '11:00']] }], 'special_days[0].hours[0]: ends before it begins'],
  ])('are refused where nobody can keep them: %j', (days, message) => {
    expect(() => readMerchants(withSpecialDays(days), { allowMissingPictures: false })).toThrow(message)
  })
})

describe.for(oneDatabase)('an order for a holiday [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      merchantsDir: withSpecialDays([{ date: '2026-11-21', name: 'Private party', hours: [] }]),
    })
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('is not offered, and is refused before payment if it is requested anyway', async () => {
    const ticket = await completeOrder(guest)
    const dates = ticket.settings.available_order_ahead_time_slots_for_the_future?.map(({ date }) => date)
    expect(dates).toContain('2026-11-20')
    expect(dates).not.toContain('2026-11-21')
    const later = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }
    expect((await guest.send('PUT', ticketPath(ticket.id), later)).status).toBe(422)
  })

  it('is not taken for as soon as possible on that day', async () => {
    larder.clock.set('2026-11-21T23:30:00Z') // 18:30 on that day in New York
    const ticket = await completeOrder(guest)
    const card = await guest.card('4242424242424242')
    expect(
      await guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, card)),
    ).toMatchObject({ status: 409, body: { code: 'kitchen_closed' } })
  })

  it('is part of the location’s answer', async () => {
    const { body } = await guest.send<LocationAnswer>('GET', '/location/:loc')
    expect(body.location.special_days).toEqual([{ date: '2026-11-21', name: 'Private party', hours: [] }])
  })
})

describe.for(databases)('a day that is closed when orders stand for it [$name]', (engine) => {
  it('is reported with their numbers by the import, unless the day is over', async () => {
    const larder = await startTestLarder(engine)
    const admin = await administratorOf(larder)
    const listed = async (days: object[]): Promise<string[]> => {
      const stored = readMerchants(withSpecialDays(days), { allowMissingPictures: false })
      const { document } = stored.find((one) => one.document.label === 'tavola')!
      return listOrdersOnClosedDays(larder.database, document, larder.clock.now())
    }
    const later = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }
    const party = { date: '2026-11-21', hours: [] }
    const [one, other, cancelled] = [
      await placedOrder(new Guest(larder), later),
      await placedOrder(new Guest(larder), { ...later, ready_time_v2: '7:00pm' }),
      await placedOrder(new Guest(larder), later),
    ]
    await placedOrder(new Guest(larder))
    await move(admin, cancelled.id, 'Cancelled')
    expect(await listed([thanksgiving, party])).toEqual([
      `2 orders are scheduled for 11/21/2026, which is closed now: ${one.name}, ${other.name}`,
    ])
    await move(admin, other.id, 'Cancelled')
    expect(await listed([party])).toEqual([
      `1 order is scheduled for 11/21/2026, which is closed now: ${one.name}`,
    ])
    expect(await listed([{ ...party, hours: [['11:00', '22:00']] }])).toEqual([])
    larder.clock.set('2026-11-22T17:00:00Z')
    expect(await listed([party])).toEqual([])
    await larder.close()
  })
})
