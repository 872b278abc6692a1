import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkMerchants } from '#server/import/import-merchants.ts'
import { listPictureNotes } from '#server/import/picture-notes.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { fixtureMerchants } from './support/larder.ts'

const copy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-words-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  return folder
}

/** The problems of Tavola with one JSON file changed: each with its remedy, without its line. */
function saidOf(name: string, edit: (file: Record<string, unknown>) => void): string[] {
  const folder = copy()
  const path = join(folder, 'tavola', name)
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  edit(file)
  writeFileSync(path, JSON.stringify(file))
  return checkMerchants(folder, { allowMissingPictures: false }).problems.map(
    (problem) => `${formatImportProblem(problem).replace(/^\S+ /, '')} → ${findRemedy(problem)}`,
  )
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const week = (ranges: string[][]): Record<string, string[][]> =>
  Object.fromEntries(days.map((day) => [day, ranges]))
const served = (value: unknown): string[] =>
  saidOf('menus/01-dinner.json', (file) => void (file['served'] = value))

describe('a person who writes hours', () => {
  it('reads exactly what to write for hours after midnight', () => {
    const said = (until: string): string[] =>
      saidOf('location.json', (file) => void (file['hours'] = { ...week([]), friday: [['17:00', until]] }))
    expect(said('02:00')).toEqual([
      'hours.friday[0]: ends before it begins: ["17:00","02:00"] → write ["17:00", "26:00"] for until 02:00 the next day: past midnight goes on counting',
    ])
    expect(said('00:00')).toEqual([expect.stringContaining('→ write ["17:00", "24:00"] for until 00:00')])
    // More likely a typo.
    expect(said('16:30')).toEqual([expect.not.stringContaining('next day')])
    expect(said('26:00')).toEqual([])
  })

  it('reads the names of days, and that each is required', () => {
    const { friday, ...others } = week([['11:00', '15:00']])
    expect(served({ ...others, firday: friday })).toEqual([
      'served.friday: is missing → write every day of the week; one without hours is "friday": []',
      expect.stringMatching(/^served\.firday: not a known field → days are called "monday", "tuesday",/),
    ])
    // An unknown extra field was once accepted without effect.
    expect(served({ ...week([['11:00', '15:00']]), Fri: [] })).toEqual([
      expect.stringMatching(/^served\.Fri: not a known field → days are called/),
    ])
    for (const list of [[], ['monday']])
      expect(served(list)).toEqual([
        expect.stringMatching(/^served: should be .* → write every day with its hours/),
      ])
  })

  it('reads nothing about days in the message for any other field', () => {
    const dish = (edit: (item: Record<string, unknown>) => void): string[] =>
      saidOf('menus/01-dinner.json', (file) =>
        edit((file as { categories: { items: Record<string, unknown>[] }[] }).categories[0]!.items[0]!),
      )
    expect(dish((item) => void (item['price'] = 12.5))).toEqual([
      expect.stringMatching(/\.price: should be text, not 12\.5 → put it in quotes/),
    ])
    expect(dish((item) => void (item['vegann'] = true))).toEqual([
      expect.stringMatching(/\.vegann: not a known field → remove it, or check for a typo/),
    ])
    expect(dish((item) => void delete item['name'])).toEqual([
      expect.stringMatching(/\.name: is missing → add the field/),
    ])
    expect(dish((item) => void (item['available'] = 'yes'))).toEqual([
      expect.stringMatching(
        /\.available: should be a boolean, not "yes" → write true or false, without quotes$/,
      ),
    ])
  })

  it('reads how a day without hours is written, and that each range is a pair', () => {
    expect(served({ ...week([['11:00', '15:00']]), monday: 'closed' })).toEqual([
      'served.monday: should be an array, not "closed" → write "monday": [["11:30", "16:00"]], and for a day without hours "monday": []',
    ])
    expect(served({ ...week([]), friday: ['11:00', '15:00'] })).toEqual(
      ['11:00', '15:00'].map((time, index) =>
        expect.stringContaining(
          `served.friday[${index}]: should be a pair in brackets, not "${time}" → write each time that you are open as a pair`,
        ),
      ),
    )
  })

  it('reads that a menu must be served on some day', () =>
    expect(served(week([]))).toEqual([
      expect.stringMatching(
        /^served: has no hours on any day.* → give a day its hours, .* or leave "served" out/,
      ),
    ]))
})

// The library's full build, which other code in the process may load, sets messages of its own globally.
describe.each([undefined, z.locales.en().localeError])(
  'a person who writes a number out of range',
  (localeError) => {
    const { localeError: before } = z.config()
    beforeAll(() => void z.config({ localeError }))
    afterAll(() => void z.config({ localeError: before }))
    type Location = { staff?: unknown; settings: Record<string, unknown>; kitchen: Record<string, unknown> }
    const said = (edit: (file: Location) => void): string[] =>
      saidOf('location.json', (file) => edit(file as Location))
    const remedy = '→ write one of these, without quotes; merchants/README.md says what it is for'

    it.each([0, 401, 0.5])('reads which numbers are allowed for the days of a tablet: %s', (days) =>
      expect(said((file) => void (file.staff = { kitchen_tablet_days: days }))).toEqual([
        `staff.kitchen_tablet_days: must be a whole number from 1 to 400, not ${days} ${remedy}`,
      ]),
    )

    it('reads which numbers are allowed for retention and for the kitchen', () => {
      expect(said((file) => void (file.settings['data_retention'] = { order_contact_days: -1 }))).toEqual([
        `settings.data_retention.order_contact_days: must be a whole number from 120 to 3650, not -1 ${remedy}`,
      ])
      expect(said((file) => void (file.kitchen['orders_per_slot'] = 0))).toEqual([
        `kitchen.orders_per_slot: must be a whole number from 1 to 1000, not 0 ${remedy}`,
      ])
    })

    it('reads that a number has no quotes', () =>
      expect(said((file) => void (file.staff = { kitchen_tablet_days: '14' }))).toEqual([
        `staff.kitchen_tablet_days: must be a whole number from 1 to 400, not "14" ${remedy}`,
      ]))
  },
)

it('a person who leaves a kind of gift card without a picture reads that it needs one', () =>
  expect(
    saidOf(
      'location.json',
      (file) => void (file['card_programs'] = [{ external_id: 'gift', image: '', description: 'A gift' }]),
    ),
  ).toContainEqual(
    'card_programs[0].image: not the address of a picture: "" → it is required here: begin it with /pictures/ or https://, as in "/pictures/gift-card-640.webp"',
  ))

describe('a person who names a picture by its address', () => {
  const saidWith = (image: string): string[] => {
    const folder = copy()
    const pictures = join(folder, 'tavola', 'pictures')
    mkdirSync(pictures)
    writeFileSync(join(pictures, 'index.json'), '{"gift":{"width":4,"height":3,"widths":[320,640]}}')
    for (const width of [320, 640])
      for (const kind of ['webp', 'avif']) writeFileSync(join(pictures, `gift-${width}.${kind}`), '')
    const path = join(folder, 'tavola', 'location.json')
    const file = JSON.parse(readFileSync(path, 'utf8')) as object
    const card_programs = [{ external_id: 'gift', image, description: 'A gift' }]
    writeFileSync(path, JSON.stringify({ ...file, card_programs }))
    return checkMerchants(folder, { allowMissingPictures: false })
      .problems.filter(({ field }) => field.startsWith('card_programs'))
      .map((problem) => `${problem.message} → ${findRemedy(problem)}`)
  }

  it.each(['gift.webp', 'gift.jpg', 'gift-1280.webp'])('reads which files of it exist: %s', (name) =>
    expect(saidWith(`/pictures/${name}`)).toEqual([
      `no such picture: /pictures/${name}, but pictures/ has gift-320.webp, gift-640.webp → write the name of one of these files: an address names the width, too`,
    ]),
  )

  it('reads how to make a missing one, and nothing about an existing one', () => {
    expect(saidWith('/pictures/nothing.webp')).toEqual([
      expect.stringMatching(
        /^no such picture: \S+ → put the photograph into photos\/, .* "\/pictures\/gift-card-640\.webp"$/,
      ),
    ])
    expect(saidWith('/pictures/gift-640.webp')).toEqual([])
  })
})

describe('a person who writes a promo code', () => {
  const said = (...codes: object[]): string[] =>
    saidOf('location.json', (file) => void (file['promo_codes'] = codes))

  it('reads that it takes off a percentage or an amount', () => {
    const wanted =
      'promo_codes[0]: needs either percent or amount → write one of the two, and not both: "percent": 15, or "amount": "5.00"'
    expect(said({ code: 'X' })).toEqual([wanted])
    expect(said({ code: 'X', percent: 5, amount: '1.00' })).toEqual([wanted])
  })

  it('reads one message about a date in another notation', () =>
    expect(said({ code: 'X', percent: 5, ends: '12/01/2026' })).toEqual([
      'promo_codes[0].ends: not a date (YYYY-MM-DD): "12/01/2026" → write YYYY-MM-DD',
    ]))

  it('reads that capital letters make no other code', () =>
    expect(said({ code: 'aloha', percent: 5 }, { code: 'ALOHA', percent: 5 })).toEqual([
      expect.stringMatching(/another promo code is "ALOHA", too → give one of the two another code: small/),
    ]))
})

it('a person who writes a color by its name reads how to write it', () =>
  expect(
    saidOf('host.json', (file) => {
      const { theme } = file as { theme: { colours: { light: { ink: string } } } }
      theme.colours.light.ink = 'black'
    }),
  ).toEqual([
    'theme.colours.light.ink: is not taken here: "black" → write it with # and six digits or letters up to f, as in "#1d5c63"',
  ]))

it('a person who lost a size of a picture reads which file, and how to make it again', () => {
  const folder = join(copy(), 'tavola')
  const pictures = join(folder, 'pictures')
  mkdirSync(pictures)
  writeFileSync(join(pictures, 'index.json'), '{"basil":{"width":4,"height":3,"widths":[320,640]}}')
  for (const name of ['basil-320.webp', 'basil-320.avif', 'basil-640.webp', 'basil-640.avif'])
    writeFileSync(join(pictures, name), '')
  expect(listPictureNotes(folder, 'tavola')).toEqual([])
  rmSync(join(pictures, 'basil-320.webp'))
  const [note, ...more] = listPictureNotes(folder, 'tavola')
  expect(more).toEqual([])
  expect(`${note!.field}: ${note!.message}`).toBe('basil: has no file pictures/basil-320.webp')
  expect(findRemedy(note!)).toMatch(/^put the file back, .* npm run merchant -- pictures$/)
})
