import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { fixtureMerchants } from './support/larder.ts'

type Location = {
  location: { phone: string; state: string; zip: string; time_zone: string }
  promo_codes: object[]
  special_days: object[]
  settings: { promo_codes: { enable: boolean } }
}
type Item = { price: string; options: unknown[] }
type Menu = { categories: { items: Item[] }[] }

/** Friday, November 20, 2026, in New York. */
const clock = { now: () => Date.parse('2026-11-20T18:00:00Z') }

/** The notes that are new compared with the unchanged Tavola: each with its remedy, without its line. */
async function notesOf<T>(name: string, edit: (file: T) => void): Promise<string[]> {
  const said = await Promise.all([() => undefined, edit].map((one) => check(name, one as (file: T) => void)))
  return said[1]!.filter((line) => !said[0]!.includes(line))
}

async function check<T>(name: string, edit: (file: T) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-values-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const path = join(folder, 'tavola', name)
  const file = JSON.parse(readFileSync(path, 'utf8')) as T & Location
  if (name === 'location.json') file.promo_codes = []
  edit(file)
  writeFileSync(path, JSON.stringify(file))
  const said: string[] = []
  const context = {
    root: resolve('.'),
    merchantsDir: folder,
    env: {},
    clock,
    say: (line: string) => void said.push(line),
  }
  expect(await runMerchantCommand(context, ['check', 'tavola'])).toBe(0)
  return said.slice(0, -1).map((line) => line.replace(/^\S+ /, '').replace('\n    ', ' '))
}

describe('a check asks about an address', () => {
  const inPlace = (changes: Partial<Location['location']>): Promise<string[]> =>
    notesOf<Location>('location.json', ({ location }) => void Object.assign(location, changes))

  it.each([
    [{ phone: 'call us' }, 'location.phone: is no phone number of ten digits: "call us" → write the number'],
    [{ state: 'New York' }, 'location.state: is not the two letters of a state: "New York" → write them in'],
    [
      { state: 'AZ' },
      'location.time_zone: keeps another time than AZ, where it is "America/Phoenix" or "America/Denver": "America/New_York" → opening hours',
    ],
    [
      { time_zone: 'America/Phoenix' },
      'location.time_zone: keeps another time than NY, where it is "America/New_York": "America/Phoenix"',
    ],
    [{ zip: '1000' }, 'location.zip: not a zip code (five digits): "1000" → write the five digits'],
  ])('that cannot be: %j', async (changes, note) => {
    expect(await inPlace(changes)).toContainEqual(expect.stringContaining(note))
  })

  it('and not about one as people write it', async () => {
    const usual = { phone: '+1 212.555.0142 ext. 5', state: 'PR', zip: '10011-1234' }
    expect(await inPlace({ ...usual, time_zone: 'America/Puerto_Rico' })).toEqual([])
  })

  it.each([
    ['MI', 'America/Detroit'],
    ['IN', 'America/Indiana/Tell_City'],
    ['FL', 'US/Central'],
    ['AZ', 'America/Phoenix'],
    ['ND', 'America/North_Dakota/Center'],
    ['HI', 'Pacific/Honolulu'],
    ['GU', 'Pacific/Guam'],
  ])('nor about a clock of the state by any of its names: %s, %s', async (state, zone) => {
    expect(await inPlace({ state, time_zone: zone })).toEqual([])
  })
})

describe('a check asks about a price', () => {
  const priced = (changes: Partial<Item>): Promise<string[]> =>
    notesOf<Menu>(
      'menus/01-dinner.json',
      (menu) => void Object.assign(menu.categories[0]!.items[0]!, { options: [] }, changes),
    )

  it.each(['0.00', '1745.00', '900.00'])('of $%s', async (price) => {
    expect(await priced({ price })).toEqual([
      `categories[0].items[0].price: is $${price}: is that right? → look at the point: "17.45" is seventeen dollars and forty-five cents`,
    ])
  })

  it('and not where each size of the dish has its own', async () => {
    const sized = (least: string): unknown => ({
      name: 'Size',
      choices: [
        {
          required: true,
          values: [
            { id: 'half', name: 'Half', price: least },
            { id: 'whole', name: 'Whole', price: '18.00' },
          ],
        },
      ],
    })
    expect(await priced({ price: '0.00', options: [sized('9.00')] })).toEqual([])
    expect(await priced({ price: '0.00', options: [sized('0.00')] })).toHaveLength(1)
    expect(await priced({ price: '64.00' })).toEqual([])
  })
})

describe('a check asks about days that are past', () => {
  const changed = (changes: Partial<Location>): Promise<string[]> =>
    notesOf<Location>('location.json', (file) => void Object.assign(file, changes))

  it('of a promo code, unless both its days say that it has had its time', async () => {
    const code = (days: object): object => ({ code: 'FALL', percent: 10, ...days })
    expect(await changed({ promo_codes: [code({ ends: '2026-11-19' })] })).toEqual([
      expect.stringMatching(
        /^promo_codes\[0\]\.ends: is past, so nobody can use the code: 2026-11-19 → write a later day/,
      ),
    ])
    expect(await changed({ promo_codes: [code({ ends: '2026-11-20' })] })).toEqual([])
    expect(await changed({ promo_codes: [code({ starts: '2026-11-01', ends: '2026-11-19' })] })).toEqual([])
  })

  it('of the house, in one line', async () => {
    const days = ['2025-11-26', '2026-11-20', '2026-07-04'].map((date) => ({ date, hours: [] }))
    expect(await changed({ special_days: days })).toEqual([
      'special_days[0]: is past: 2025-11-26, 2026-07-04 → take it out, or write the year that you mean',
    ])
  })

  it('and about codes that nobody can enter', async () => {
    const settings = { promo_codes: { enable: false } }
    const said = await notesOf<Location>('location.json', (file) => {
      file.promo_codes = [{ code: 'FALL', percent: 10 }]
      Object.assign(file.settings, settings)
    })
    expect(said).toEqual([
      'promo_codes: has codes, and settings.promo_codes is off → switch it on, or take the codes out',
    ])
  })
})
