import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readMerchants } from '#server/import/import-merchants.ts'
import { databases } from './support/databases.ts'
import { fixtureMerchants, startTestLarder, tavola } from './support/larder.ts'
import { buildTinyPortal } from './support/portal.ts'

const closing = { type: 'closed', title: 'Closed Monday', starts: '2026-11-26', ends: '2026-11-30' }

/** Tavola with one permanent announcement, and one of closing that is shown on some days. */
function merchantsAnnouncing(closed: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-announced-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const file = join(folder, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as object
  const always = { type: 'other', title: 'Always' }
  writeFileSync(file, JSON.stringify({ ...location, announcements: [always, closed] }))
  return folder
}

it('the page for a visit has the announcements of the location’s day, the page for a device’s cache only the undated ones, and the API all of them with their dates @AL-02', async () => {
  const larder = await startTestLarder(databases[0]!, {
    merchantsDir: merchantsAnnouncing(closing),
    portal: { kind: 'built', dir: buildTinyPortal() },
    firstScreen: {
      isPrepared: () => true,
      render: async ({ inForce }) => ({
        markup: `<main>${inForce.map(({ title }) => title).join(', ')}</main>`,
        sheets: [],
      }),
      view: async () => undefined,
    },
  })
  onTestFinished(() => larder.close())
  const get = async (url: string, headers: Record<string, string>): Promise<string> =>
    (await larder.app.inject({ url, headers: { host: tavola.host, ...headers } })).body
  const wordsOf = (page: string): string => /<main>(.*)<\/main>/.exec(page)![1]!
  const seen: Record<string, string> = {}
  for (const time of ['2026-11-25T23:59', '2026-11-26T00:01', '2026-11-30T23:59', '2026-12-01T00:01']) {
    larder.clock.set(`${time}:00-05:00`)
    for (const path of ['/menus', '/order'])
      seen[`${time} ${path}`] = wordsOf(
        await get(path, { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }),
      )
    const kept = await get('/menus', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'same-origin' })
    expect(wordsOf(kept), time).toBe('Always')
  }
  expect(seen).toEqual({
    '2026-11-25T23:59 /menus': 'Always',
    '2026-11-25T23:59 /order': 'Always',
    '2026-11-26T00:01 /menus': 'Always, Closed Monday',
    '2026-11-26T00:01 /order': 'Always, Closed Monday',
    '2026-11-30T23:59 /menus': 'Always, Closed Monday',
    '2026-11-30T23:59 /order': 'Always, Closed Monday',
    '2026-12-01T00:01 /menus': 'Always',
    '2026-12-01T00:01 /order': 'Always',
  })
  const listed = JSON.parse(
    await get(`/api/location/${tavola.location}/announcements?time=6:00pm`, {}),
  ) as object
  expect(listed).toMatchObject({ announcements: [{ title: 'Always' }, closing] })
})

it.each([
  [{ ends: '2026-11-25' }, 'announcements[1].ends: is before the day that it starts'],
  [{ starts: '11/26/2026' }, 'announcements[1].starts: not a date (YYYY-MM-DD)'],
  [{ ends: '2026-11-31' }, 'announcements[1].ends: not a day of the calendar'],
])('impossible days are refused in a file: %j', (days, message) => {
  const folder = merchantsAnnouncing({ ...closing, ...days })
  expect(() => readMerchants(folder, { allowMissingPictures: false })).toThrow(message)
})
