import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { contrast, nearestReadable } from '#contract/contrast.ts'
import { formatImportProblem, ImportError } from '#server/import/problem.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { databases } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { fixtureMerchants } from './support/larder.ts'

/** A copy of the fixture's merchants with the text of one file changed. */
function merchantsWith(file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  return folder
}

/** Replaces the first occurrence, and checks that there is one. */
const swap =
  (from: string, to: string) =>
  (text: string): string => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }

const lineOf = (folder: string, file: string, words: string): number =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(words)) + 1

describe.for(databases)('importer [$name]', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.open()
    await importMerchants(database, fixtureMerchants, { nowMs: 1 })
  })
  afterAll(() => database.close())

  const problemsOf = async (folder: string): Promise<string[]> => {
    const before = await listStoredMerchants(database)
    const error: unknown = await importMerchants(database, folder, { nowMs: 2 }).catch(
      (reason: unknown) => reason,
    )
    expect(await listStoredMerchants(database)).toEqual(before)
    if (!(error instanceof ImportError)) throw new Error(`expected an ImportError, got ${String(error)}`)
    return error.problems.map(formatImportProblem)
  }

  it('changes nothing when the same files are imported again', async () => {
    expect(await importMerchants(database, fixtureMerchants, { nowMs: 3 })).toEqual([])
    expect(await database.query('SELECT DISTINCT imported_at FROM locations')).toEqual([{ imported_at: 1 }])
  })

  it.each([
    [
      'a price with a comma',
      'tavola/menus/01-dinner.json',
      '"price": "16.00"',
      '"price": "16,00"',
      'categories[0].items[0].price: not a price: "16,00"',
    ],
    [
      'a price as a number',
      'tavola/menus/01-dinner.json',
      '"price": "16.00"',
      '"price": 16',
      'categories[0].items[0].price: should be text, not 16',
    ],
    [
      'a misspelt field',
      'tavola/menus/01-dinner.json',
      '"price": "16.00"',
      '"prise": "16.00"',
      'categories[0].items[0].prise: not a known field',
    ],
    [
      'online orders without a way to get them',
      'tavola/location.json',
      '"show_delivery_option": true,\n    "show_curbside_option": true,',
      '"show_delivery_option": false, "show_curbside_option": false, "show_pickup_option": false,',
      'ordering: has neither delivery nor curbside nor pickup, but online orders are on',
    ],
    [
      'an unknown option',
      'tavola/menus/01-dinner.json',
      '"toppings"',
      '"topings"',
      'categories[0].items[0].options[1]: no section is called "topings" in options.json',
    ],
    [
      'a picture that is not drawn',
      'tavola/menus/01-dinner.json',
      '"name": "Dinner",',
      '"name": "Dinner", "picture": "hero",',
      'picture: no picture is called "hero" in pictures/index.json',
    ],
    [
      'a repeated item',
      'tavola/menus/01-dinner.json',
      '"external_id": "cheap"',
      '"external_id": "margherita"',
      'categories[0].items[2].external_id: another item of this category is called "margherita", too',
    ],
    [
      'a repeated category',
      'tavola/menus/01-dinner.json',
      '"external_id": "pasta"',
      '"external_id": "pizza"',
      'categories[1].external_id: another category of this menu is called "pizza", too',
    ],
    [
      'a repeated menu',
      'tavola/menus/02-wine.json',
      '"external_id": "wine"',
      '"external_id": "dinner"',
      'external_id: another menu is called "dinner", too',
    ],
    [
      'an id in the wrong format',
      'tavola/menus/01-dinner.json',
      '"external_id": "pasta"',
      '"external_id": "Pasta!"',
      'categories[1].external_id: not an external id (lowercase words with hyphens): "Pasta!"',
    ],
    [
      'a modifier twice in an item',
      'tavola/options.json',
      '"id": "top-salami"',
      '"id": "size-12"',
      'categories[0].items[0].options[1]: the modifier id "size-12" is in this item twice',
    ],
    [
      'one id with two prices',
      'tavola/menus/01-dinner.json',
      '"id": "pasta-rigatoni",',
      '"id": "top-burrata",',
      'the modifier id "top-burrata" costs $0.00 here and $4.50 elsewhere; one id has one price',
    ],
    [
      'two defaults',
      'tavola/options.json',
      '"name": "12 squares"',
      '"name": "12 squares", "default": true',
      'has 2 defaults; one value at most is the default',
    ],
    [
      'a selected entry without an id for removing it',
      'tavola/options.json',
      '"without_id": "no-basil",',
      '',
      'selected, so it needs a without_id for taking it off',
    ],
    [
      'an unknown time zone',
      'tavola/location.json',
      'America/New_York',
      'America/Gotham',
      'location.time_zone: not a time zone: "America/Gotham"',
    ],
    ...['EST', 'PST', 'EST5EDT', 'Etc/Unknown'].map((zone) => [
      `the zone ${zone}, which keeps no summer time or which only some engines know`,
      'tavola/location.json',
      'America/New_York',
      zone,
      `location.time_zone: not a time zone: "${zone}"`,
    ]),
    [
      'hours that are no times of day',
      'tavola/location.json',
      '"27:00"',
      '"99:00"',
      'kitchen.hours.saturday[0][1]: not a time of day (HH:MM): "99:00"',
    ],
    [
      'hours past midnight that are not counted on from 24',
      'tavola/location.json',
      '"27:00"',
      '"03:00"',
      'kitchen.hours.saturday[0]: ends before it begins: ["11:00","03:00"]',
    ],
    [
      'hours of a menu that end as they begin',
      'tavola/menus/01-dinner.json',
      '"name": "Dinner",',
      '"name": "Dinner", "served": { "monday": [["17:00", "17:00"]], "tuesday": [], "wednesday": [], "thursday": [], "friday": [], "saturday": [], "sunday": [] },',
      'served.monday[0]: ends before it begins: ["17:00","17:00"]',
    ],
    [
      'hours out of order',
      'tavola/location.json',
      '"monday": [["11:00", "22:00"]]',
      '"monday": [["17:00", "22:00"], ["9:00", "14:00"]]',
      'hours.monday[1]: begins before the one ahead of it is over: ["9:00","14:00"]',
    ],
    [
      'a rate that is no number',
      'tavola/location.json',
      '"0.08875"',
      '"8,875"',
      'tax_rate: not a rate: "8,875"',
    ],
    [
      'a promo code of both kinds',
      'tavola/location.json',
      '"percent": 10',
      '"percent": 10, "amount": "1.00"',
      'promo_codes[0]: needs either percent or amount',
    ],
    [
      'a promo code for something unknown',
      'tavola/location.json',
      '"orders", "gift_cards"',
      '"dishes"',
      'promo_codes[0].applies_to[0]: should be "orders" or "gift_cards", not "dishes"',
    ],
    [
      'a promo code for nothing',
      'tavola/location.json',
      '["orders", "gift_cards"]',
      '[]',
      'promo_codes[0].applies_to: must name orders, gift_cards or both',
    ],
    [
      'a promo code with zero uses',
      'tavola/location.json',
      '"uses": 3',
      '"uses": 0',
      'promo_codes[5].uses: must be 1 or more',
    ],
    [
      'more uses for each person than in total',
      'tavola/location.json',
      '"uses": 3',
      '"uses": 3, "uses_per_person": 4',
      'promo_codes[5].uses_per_person: is more than',
    ],
    [
      'an end before the start',
      'tavola/location.json',
      '"starts": "2026-12-01"',
      '"starts": "2026-12-01", "ends": "2026-11-30"',
      'promo_codes[9].ends: is before',
    ],
    [
      'a code that makes gift cards free',
      'tavola/location.json',
      '"percent": 10,',
      '"percent": 100,',
      'promo_codes[0].percent: would give gift cards away',
    ],
    ['an invalid color', 'tavola/host.json', '"ink": "#2a1d16"', '"ink": "red"', 'theme.colours.light.ink'],
    [
      'another merchant’s host',
      'grill/host.json',
      '"order.grill.example"',
      '"order.tavola.example"',
      'hosts[1]: "order.tavola.example" is a host name of merchants/tavola, too',
    ],
    [
      'a repeated gift card',
      'tavola/location.json',
      '"external_id": "dinner-for-two"',
      '"external_id": "classic"',
      'card_programs[1].external_id: another program is "classic", too',
    ],
    [
      'a gift card that is too expensive',
      'tavola/location.json',
      '"amount": "120.00"',
      '"amount": "10000.01"',
      'card_programs[1].amount: must be from 1.00 to 10000.00',
    ],
    [
      'a posted card with the id of a digital one',
      'tavola/location.json',
      '"external_id": "posted-card"',
      '"external_id": "classic"',
      'physical_product.external_id: a program is "classic", too',
    ],
    [
      'a picture of a card without an address',
      'tavola/location.json',
      '"image": "https://pictures.example/classic.webp"',
      '"image": "classic"',
      'card_programs[0].image: not the address of a picture',
    ],
    [
      'a repeated design',
      'tavola/location.json',
      '"card_programs": [',
      `"gift_designs": [{ "external_id": "one", "name": "One" }, { "external_id": "one", "name": "Two" }],
      "card_programs": [`,
      'gift_designs[1].external_id: another design is "one", too',
    ],
    [
      'a picture of a design without a description',
      'tavola/location.json',
      '"card_programs": [',
      `"gift_designs": [{ "external_id": "one", "name": "One", "image": "https://pictures.example/a.webp" }],
      "card_programs": [`,
      'gift_designs[0].alt: is missing',
    ],
    [
      'cards that are switched on but not defined',
      'grill/location.json',
      '"meals": {',
      '"cards": { "digital": { "enable": true } }, "meals": {',
      'card_programs: is empty, but settings.cards.digital is on',
    ],
    [
      'posted cards that are switched on but not defined',
      'grill/location.json',
      '"meals": {',
      '"cards": { "physical": { "enable": true } }, "meals": {',
      'physical_product: is missing, but settings.cards.physical is on',
    ],
    [
      'a misspelt time',
      'tavola/location.json',
      '"lead_minutes": 30',
      '"lead_minutes": "30"',
      'kitchen.lead_minutes: must be a whole number from 0 to 1440, not "30"',
    ],
  ])('names file, line and field of %s, and changes nothing', async (_what, file, from, to, words) => {
    const folder = merchantsWith(file, swap(from, to))
    const problems = await problemsOf(folder)
    const found = problems.find((problem) => problem.includes(words))
    expect(found, problems.join('\n')).toBeDefined()
    expect(found).toMatch(/^merchants\/[\w/.-]+\.json:\d+ /)
  })

  it('reports the exact line', async () => {
    const file = 'tavola/menus/01-dinner.json'
    const folder = merchantsWith(file, swap('"price": "19.55"', '"price": "19,55"'))
    expect(await problemsOf(folder)).toEqual([
      `merchants/${file}:${lineOf(folder, file, '19,55')} categories[1].items[0].price: not a price: "19,55"`,
    ])
  })

  it('lists every problem of every merchant at once, in order', async () => {
    const folder = merchantsWith('tavola/menus/01-dinner.json', (text) =>
      text.replaceAll('"price": "', '"price": "$'),
    )
    writeFileSync(join(folder, 'grill/host.json'), '{ "hosts": [')
    const problems = await problemsOf(folder)
    expect(problems[0]).toMatch(/^merchants\/grill\/host\.json:1: not JSON/)
    expect(problems.filter((one) => one.includes('not a price'))).toHaveLength(4)
  })

  it('suggests the nearest readable color', async () => {
    const problems = await problemsOf(
      merchantsWith('tavola/host.json', swap('"muted": "#5d4c42"', '"muted": "#b0a090"')),
    )
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(
      /theme\.colours\.light\.muted: #b0a090 has a contrast of 2\.\d\d on surface #fbf6ec, .*; the nearest color that passes is #[0-9a-f]{6}$/,
    )
    const offered = problems[0]!.slice(-7)
    for (const background of ['#fbf6ec', '#fffdf8', '#f2e9da'])
      expect(contrast(offered, background)).toBeGreaterThanOrEqual(4.5)
    expect(nearestReadable('#888888', ['#ffffff', '#808080', '#000000'])).toBeUndefined()
  })

  it('reports a button whose text cannot be read on its color @OV-08', async () => {
    const [problem, ...others] = await problemsOf(
      merchantsWith(
        'tavola/host.json',
        swap(
          '"backgroundColor": "#4d5a20",\n    "color": "#ffffff"',
          '"backgroundColor": "#4d5a20",\n    "color": "#8a9a50"',
        ),
      ),
    )
    expect(others).toEqual([])
    expect(problem).toMatch(
      /second_button\.color: #[0-9a-f]{6} has a contrast of \d\.\d\d on #[0-9a-f]{6}, and needs 4\.5; the nearest color that passes is #[0-9a-f]{6}$/,
    )
  })

  it('accepts a restaurant’s own words for existing texts, with the same placeholders', async () => {
    const words = {
      en: { 'ADD TO ORDER': 'I’LL HAVE THIS', 'ADD TO THE ORDER': 'YES' },
      es: { 'Order {0}': 'Pedido', 'Good until {0}': 'Hasta el {0}' },
    }
    const problems = await problemsOf(
      merchantsWith('tavola/host.json', (text) => text.replace('{', `{ "words": ${JSON.stringify(words)},`)),
    )
    expect(problems).toEqual([
      expect.stringContaining('words.en.ADD TO THE ORDER: the portal says no such thing'),
      expect.stringContaining('words.es.Order {0}: must have the same places for values: {0}'),
    ])
  })

  it('says so when a folder holds no merchant', async () => {
    expect(await problemsOf(mkdtempSync(join(tmpdir(), 'larder-none-')))).toEqual([
      'merchants:1: no merchant is there; copy a folder to start one',
    ])
  })

  const menusOf = async (label: string) => {
    const stored = await listStoredMerchants(database)
    return stored.find(({ document }) => document.label === label)!.document.menus
  }

  it('imports marks, additional items and toggles of a value as the files have them @EN-18 @EN-21', async () => {
    const folder = merchantsWith(
      'tavola/menus/01-dinner.json',
      swap(
        '"options": ["size", "toppings"]',
        '"options": ["size"], "additional": ["toppings"], "vegan": true, "gluten_free": true',
      ),
    )
    const options = join(folder, 'tavola/options.json')
    const toggle = '"toggle": [{ "id": "squares-small", "name": "Small", "price": "1.00" }]'
    writeFileSync(
      options,
      swap('"name": "12 squares"', `"name": "12 squares", ${toggle}`)(readFileSync(options, 'utf8')),
    )
    await importMerchants(database, folder, { nowMs: 4 })
    const item = (await menusOf('tavola'))[0]!.categories[0]!.items[0]!
    expect(item).toMatchObject({
      vegan: true,
      gluten_free: true,
      custom_options: [{ name: 'Size' }],
      additional_items: [{ name: 'Toppings' }],
    })
    const cuts = item.custom_options[0]!.choices[0]!.values[1]!.sections[0]!.choices[0]!.values
    expect(cuts).toMatchObject([
      { name: '8 slices', toggle: [] },
      { name: '12 squares', toggle: [{ name: 'Small', price: 100, omnivore_id: 'squares-small' }] },
    ])
    expect(await importMerchants(database, fixtureMerchants, { nowMs: 5 })).toEqual(['tavola'])
  })

  it('imports pictures with the data of their index @EN-18 @EN-16 @EN-17', async () => {
    const folder = merchantsWith('tavola/menus/01-dinner.json', (text) =>
      [
        swap('"price": "16.00"', '"price": "16.00", "pictures": ["pie"]'),
        swap('"name": "Dinner",', '"name": "Dinner", "picture": "pie",'),
        swap('"name": "Pizza",', '"name": "Pizza", "picture": "pie", "whole_pictures": true,'),
      ].reduce((changed, change) => change(changed), text),
    )
    mkdirSync(join(folder, 'tavola/pictures'))
    writeFileSync(
      join(folder, 'tavola/pictures/index.json'),
      JSON.stringify({
        pie: { width: 3, height: 2, widths: [320, 640, 1280], colour: '#aa3311', placeholder: 'data:,' },
      }),
    )
    expect((await problemsOf(folder))[0]).toContain('no picture is called "pie"')
    writeFileSync(join(folder, 'tavola/pictures/pie-1280.webp'), 'picture')
    expect(await importMerchants(database, folder, { nowMs: 4 })).toEqual(['tavola'])
    const [menu] = await menusOf('tavola')
    const [category] = menu!.categories
    const { whole, ...picture } = category!.items[0]!.images[0]!
    expect(whole).toBe(true)
    expect(picture).toMatchObject({
      base: '/pictures/pie',
      widths: [320, 640, 1280],
      aspect: 1.5,
      colour: '#aa3311',
      placeholder: 'data:,',
    })
    expect(picture.imageSignedUrl).toBe(`/pictures/pie-1280.webp?v=${picture.version}`)
    expect([menu!.image, category!.image]).toEqual([picture, picture])
    expect(await importMerchants(database, fixtureMerchants, { nowMs: 5 })).toEqual(['tavola'])
  })

  it('switches a merchant off whose folder is gone, and on again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
    cpSync(join(fixtureMerchants, 'tavola'), join(folder, 'tavola'), { recursive: true })
    await importMerchants(database, folder, { nowMs: 6 })
    expect((await listStoredMerchants(database)).map(({ document }) => document.label)).toEqual(['tavola'])
    await importMerchants(database, fixtureMerchants, { nowMs: 7 })
    expect((await listStoredMerchants(database)).map(({ document }) => document.label)).toEqual([
      'grill',
      'tavola',
    ])
  })

  it('moves a label to another location', async () => {
    const folder = merchantsWith('grill/host.json', swap('"grill-chi"', '"grill-loop"'))
    await importMerchants(database, folder, { nowMs: 8 })
    expect((await listStoredMerchants(database)).map(({ document }) => document.host.locationId)).toEqual([
      'grill-loop',
      'tavola-nyc',
    ])
  })

  it('moves a label away from a location whose id it is, and back', async () => {
    const idsOf = async (): Promise<string[]> =>
      (await listStoredMerchants(database)).map(
        ({ document }) => `${document.label} ${document.host.locationId}`,
      )
    for (const id of ['grill', 'grill-loop', 'grill']) {
      await importMerchants(database, merchantsWith('grill/host.json', swap('"grill-chi"', `"${id}"`)), {
        nowMs: 9,
      })
      expect(await idsOf()).toEqual([`grill ${id}`, 'tavola tavola-nyc'])
    }
  })

  it('gives one new restaurant the label that is another new one’s id', async () => {
    const folder = merchantsWith('grill/host.json', swap('"grill-chi"', '"tavola"'))
    const host = join(folder, 'tavola/host.json')
    writeFileSync(host, swap('"tavola-nyc"', '"grill"')(readFileSync(host, 'utf8')))
    await importMerchants(database, folder, { nowMs: 10 })
    expect((await listStoredMerchants(database)).map(({ document }) => document.host.locationId)).toEqual([
      'tavola',
      'grill',
    ])
  })
})
