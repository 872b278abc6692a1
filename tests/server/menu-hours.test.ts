import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atMealTime } from '#server/portal/first-screens.ts'
import { databases } from './support/databases.ts'
import {
  fixtureMerchants,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'

/** Tavola, whose dinner is served on Fridays from five, and on no other day. The test's day is Friday, 20 November 2026. */
function merchantsWithHours(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-hours-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/menus/01-dinner.json')
  const none = { monday: [], tuesday: [], wednesday: [], thursday: [], saturday: [], sunday: [] }
  const menu = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...menu, served: { ...none, friday: [['17:00', '22:00']] } }))
  return folder
}

describe('a menu with hours', () => {
  let larder: TestLarder
  let guest: Guest
  beforeEach(async () => {
    larder = await startTestLarder(databases[0]!, { merchantsDir: merchantsWithHours() })
    guest = new Guest(larder)
  })
  afterEach(() => larder.close())
  const at = (time: string) => larder.clock.set(`2026-11-20T${time}:00-05:00`)
  const choose = async (id: string, time: string, date = '2026-11-20') =>
    await guest.send<ProblemBody>('PUT', ticketPath(id), { ready_date_v2: date, ready_time_v2: time })
  const pay = async (id: string) => {
    const ticket = await guest.ticket('GET', ticketPath(id))
    return await guest.send<ProblemBody>(
      'POST',
      ticketPath(id, '/payment'),
      paymentOf(ticket, await guest.card('4242424242424242')),
    )
  }

  it('is ordered at any time, for a time at which it is served', async () => {
    at('12:00')
    const { id } = await completeOrder(guest)
    expect((await choose(id, '6:30pm')).status).toBe(200)
    expect((await pay(id)).status).toBe(200)
  })

  it('is not ordered for another time, with its hours in words', async () => {
    at('12:00')
    const { id } = await completeOrder(guest)
    for (const [time, date] of [
      ['3:00pm', '2026-11-20'],
      ['6:30pm', '2026-11-21'],
    ] as const) {
      const { status, body } = await choose(id, time, date)
      expect([status, body.errors[0]]).toEqual([
        422,
        {
          field: 'ready_time_v2',
          message:
            'Dinner is not served at the time you chose, but served from 5:00pm. Please choose another time, or take its dishes off your order.',
        },
      ])
    }
  })

  it('is not paid for right now while it is not served', async () => {
    at('12:00')
    const { id } = await completeOrder(guest)
    const { status, body } = await pay(id)
    expect([status, body.errors[0]?.field]).toEqual([422, 'ready_time_v2'])
    expect(body.message).toContain('Dinner is not served right now, but served from 5:00pm.')
    at('18:00')
    expect((await pay(id)).status).toBe(200)
  })

  it('comes after what is served now on the ordering page, which stays the same as long as that does', () => {
    const merchant = larder.directory.findByLabel('tavola')!
    const orderOf = (time: string) =>
      atMealTime(merchant, Date.parse(`2026-11-20T${time}:00-05:00`))
        .listMenus('order')
        .map(({ external_id: id }) => id)
    expect(orderOf('18:00')).toEqual(merchant.listMenus('order').map(({ external_id: id }) => id))
    expect(orderOf('12:00').at(-1)).toBe('dinner')
    expect(orderOf('12:00')).toHaveLength(merchant.listMenus('order').length)
    const noon = Date.parse('2026-11-20T12:00:00-05:00')
    expect(atMealTime(merchant, noon)).toBe(atMealTime(merchant, noon + 60_000))
    expect(atMealTime(merchant, noon).listMenus('browse')).toBe(merchant.listMenus('browse'))
  })
})
