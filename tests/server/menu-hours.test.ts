import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { atMealTime } from '#server/portal/first-screens.ts'
import { databases } from './support/databases.ts'
import {
  fixtureMerchants,
  Guest,
  type ProblemBody,
  startTestLarder,
  tavola,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { buildTinyPortal } from './support/portal.ts'
import { completeOrder, paymentOf } from './support/orders.ts'

const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], saturday: [], sunday: [] }

/** Tavola with dinner served only on Fridays from five. The tests' day is Friday, November 20, 2026. */
function merchantsWithHours(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-hours-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/menus/01-dinner.json')
  const menu = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...menu, served: { ...closed, friday: [['17:00', '22:00']] } }))
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

  it('can be ordered at any time, for a time at which it is served', async () => {
    at('12:00')
    const { id } = await completeOrder(guest)
    expect((await choose(id, '6:30pm')).status).toBe(200)
    expect((await pay(id)).status).toBe(200)
  })

  it('cannot be ordered for another time; the refusal gives its hours', async () => {
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
            'At the time you chose, Dinner is not served. Please choose another time, or take its dishes off your order.',
        },
      ])
    }
  })

  it('cannot be paid for right now while it is not served', async () => {
    at('12:00')
    const { id } = await completeOrder(guest)
    const { status, body } = await pay(id)
    expect([status, body.errors[0]?.field]).toEqual([422, 'ready_time_v2'])
    expect(body.message).toContain('Right now, Dinner is not served.')
    at('18:00')
    expect((await pay(id)).status).toBe(200)
  })

  it('comes after the menus that are served now on the ordering page, whose order changes only with those', () => {
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

/** The service worker caches exactly the bytes that its list names; the ordering page begins with the menu that is served at that time. */
it('the pages that the worker stores match its list at every time of the day (D3)', async () => {
  const merchantsDir = merchantsWithHours()
  const folder = join(merchantsDir, 'tavola/menus')
  const dinner = JSON.parse(readFileSync(join(folder, '01-dinner.json'), 'utf8')) as object
  const lunch = {
    ...dinner,
    external_id: 'lunch',
    name: 'Lunch',
    served: { ...closed, friday: [['11:30', '16:00']] },
  }
  writeFileSync(join(folder, '03-lunch.json'), JSON.stringify(lunch))
  const larder = await startTestLarder(databases[0]!, {
    merchantsDir,
    portal: { kind: 'built', dir: buildTinyPortal() },
    firstScreen: {
      isPrepared: (path) => path === '/order',
      render: async (merchant, path) => ({
        markup: `<main>${path} ${merchant.listMenus('order')[0]!.external_id}</main>`,
        sheets: [],
      }),
      view: async () => undefined,
    },
  })
  onTestFinished(() => larder.close())
  const get = async (url: string, headers: Record<string, string>): Promise<string> =>
    (await larder.app.inject({ url, headers: { host: tavola.host, ...headers } })).body
  const begun: string[] = []
  for (const time of ['12:00', '18:00']) {
    larder.clock.set(`2026-11-20T${time}:00-05:00`)
    const visited = await get('/order', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })
    begun.push(/<main>\/order (\S+)<\/main>/.exec(visited)![1]!)
    const script = await get('/service-worker.js', { 'sec-fetch-dest': 'serviceworker' })
    const [, listed] = /"url":"\/order","revision":"[^"]*","integrity":"([^"]*)"/.exec(script)!
    const kept = await get('/order', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'same-origin' })
    expect(`sha256-${createHash('sha256').update(kept).digest('base64')}`, time).toBe(listed)
  }
  expect(begun).toEqual(['lunch', 'dinner'])
})
