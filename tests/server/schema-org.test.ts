import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dietAllergens } from '#contract/rules/allergen-list.ts'
import { importMenus, type ImportedMenus } from '#server/import/import-menu.ts'
import { checkMerchants } from '#server/import/import-merchants.ts'
import { formatImportProblem, ImportError, type ImportProblem } from '#server/import/problem.ts'
import { findPublishedCents } from '#server/import/schema-org/prices.ts'
import { readPublishedMenus } from '#server/import/schema-org/read-menus.ts'
import { fixtureMerchants } from './support/larder.ts'
import { runOnFolder } from './support/run-on-folder.ts'

/** Menus as restaurants publish them: every structure here was found on a real site, with names changed. */

type Json = Record<string, unknown>

const dish = (name: string, price: unknown = '12.00', more: Json = {}): Json => ({
  '@type': 'MenuItem',
  name,
  offers: { '@type': 'Offer', price, priceCurrency: 'USD' },
  ...more,
})
const section = (name: string, hasMenuItem: unknown, more: Json = {}): Json => ({
  '@type': 'MenuSection',
  name,
  hasMenuItem,
  ...more,
})
const menu = (hasMenuSection: unknown, more: Json = {}): Json => ({
  '@context': 'https://schema.org',
  '@type': 'Menu',
  name: 'Dinner',
  hasMenuSection,
  ...more,
})
const page = (...scripts: string[]): string =>
  `<!doctype html>\n<html><head>\n${scripts.map((text) => `<script data-x="1" type='application/ld+json'>\n${text}\n</script>`).join('\n')}\n</head></html>`

function read(value: unknown): ReturnType<typeof readPublishedMenus> & { problems: string[] } {
  const problems: ImportProblem[] = []
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return { ...readPublishedMenus(text, 'page', problems), problems: problems.map(formatImportProblem) }
}

const outline = (value: unknown): string[] =>
  read(value).menus.flatMap((one) =>
    one.categories.map(
      (category) => `${one.name} > ${category.name}: ${category.dishes.map(({ name }) => name).join(', ')}`,
    ),
  )

function folderWith(text: string, file = 'menu.json'): { folder: string; page: string } {
  const dir = mkdtempSync(join(tmpdir(), 'larder-menu-'))
  cpSync(fixtureMerchants, dir, { recursive: true })
  writeFileSync(join(dir, file), text)
  return { folder: dir, page: join(dir, file) }
}

function imported(value: unknown, leaveOut = false): { folder: string; result: ImportedMenus } {
  const { folder, page: file } = folderWith(
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    typeof value === 'string' ? 'menu.html' : 'menu.json',
  )
  return { folder, result: importMenus(join(folder, 'grill'), 'grill', file, { leaveOut }) }
}

it('a text keeps its words together where bold ends within them, and its accents', () => {
  const told = dish(
    '&Eacute;clair &amp; cr&egrave;me br&ucirc;l&eacute;e, sm&oslash;rrebr&oslash;d',
    '9.00',
    {
      description:
        '<p>Warm, <b>crisp</b>.</p><p><em>Jalape&ntilde;o</em>s<br/>&frac12; lb, &frac34; at lunch</p>',
    },
  )
  const [made] = read(menu([section('Sweets', told)])).menus[0]!.categories[0]!.dishes
  expect(made).toMatchObject({
    name: 'Éclair & crème brûlée, smørrebrød',
    description: 'Warm, crisp. Jalapeños ½ lb, ¾ at lunch',
  })
})

describe('a published menu, wherever it stands', () => {
  it.each([
    ['alone', menu(section('Mains', [dish('Trout')]))],
    [
      'in a restaurant, as hasMenu',
      { '@type': 'Restaurant', name: 'The Mill', hasMenu: menu([section('Mains', dish('Trout'))]) },
    ],
    [
      'without a type, as menu',
      {
        '@type': ['Restaurant', 'BarOrPub'],
        menu: { name: 'Dinner', hasMenuSection: [section('Mains', [dish('Trout')])] },
      },
    ],
    [
      'in a graph',
      {
        '@context': 'https://schema.org',
        '@graph': [{ '@type': 'WebSite' }, menu([section('Mains', [dish('Trout')])])],
      },
    ],
    [
      'by references',
      {
        '@graph': [
          { '@type': 'Restaurant', hasMenu: { '@id': '#menu' } },
          { '@type': 'MenuItem', '@id': '#trout', name: 'Trout', offers: { price: 12 } },
          {
            '@type': 'https://schema.org/MenuSection',
            '@id': '#mains',
            name: 'Mains',
            hasMenuItem: [{ '@id': '#trout' }],
          },
          {
            '@type': 'http://schema.org/Menu',
            '@id': '#menu',
            name: 'Dinner',
            hasMenuSection: { '@type': 'MenuSection', '@id': '#mains' },
          },
        ],
      },
    ],
    ['in a list', [{ '@type': 'BreadcrumbList' }, menu([section('Mains', [dish('Trout')])])]],
    [
      'in a page of HTML',
      page('{ "@type": "WebPage" }', JSON.stringify(menu([section('Mains', [dish('Trout')])]))),
    ],
    [
      'in a page, between old marks',
      page(`<!--\n//<![CDATA[\n${JSON.stringify(menu([section('Mains', [dish('Trout')])]))}\n//]]>\n-->`),
    ],
  ])('is found %s', (_where, value) => {
    expect(read(value).problems).toEqual([])
    expect(outline(value)).toEqual(['Dinner > Mains: Trout'])
  })

  it('flattens nested sections', () => {
    const wine = section('Wine', undefined, {
      hasMenuSection: [section('Red', [dish('Gamay')]), section('White', [dish('Aligoté')])],
    })
    const vinegar = section('Vinegar', [dish('House')], {
      hasMenuSection: [section('Red', [dish('Sherry')])],
    })
    expect(outline(menu([wine, vinegar]))).toEqual([
      'Dinner > Wine: Red: Gamay',
      'Dinner > White: Aligoté',
      'Dinner > Vinegar: House',
      'Dinner > Vinegar: Red: Sherry',
    ])
  })

  it('takes "Menu" with Lunch and Dinner in it for two menus', () => {
    const shelf = (name: string): Json => ({
      '@type': 'MenuSection',
      name,
      hasMenuSection: [section('Plates', [dish(`${name} plate`)])],
    })
    expect(outline(menu([shelf('Lunch'), shelf('Supper')], { name: 'Our menu' }))).toEqual([
      'Lunch > Plates: Lunch plate',
      'Supper > Plates: Supper plate',
    ])
  })

  it('takes dishes without sections, and sections without a menu', () => {
    expect(outline({ '@type': 'Menu', hasMenuItem: [dish('Soup')] })).toEqual(['Menu > Menu: Soup'])
    expect(outline({ ...section('Brunch', [dish('Eggs')]) })).toEqual(['Brunch > Brunch: Eggs'])
  })

  it('ends where a section holds itself', () => {
    const ring = {
      '@type': 'MenuSection',
      '@id': '#a',
      name: 'A',
      hasMenuItem: dish('Soup'),
      hasMenuSection: { '@id': '#a' },
    }
    expect(outline({ '@graph': [menu([{ '@id': '#a' }]), ring] })).toEqual(['Dinner > A: Soup'])
  })
})

describe('a published dish', () => {
  const first = (value: Json): ReturnType<typeof read>['menus'][0]['categories'][0]['dishes'][0] =>
    read(menu(section('Mains', value))).menus[0]!.categories[0]!.dishes[0]!

  it.each([
    ['$12.00', 1200],
    ['12', 1200],
    [12, 1200],
    [12.5, 1250],
    ['12,50', 1250],
    ['1,250.00', 125_000],
    ['US$ 9.5', 950],
    ['USD 12.00', 1200],
    ['12.00 USD', 1200],
    ['0', 0],
    ['market price', undefined],
    ['12–18', undefined],
    ['from $12', undefined],
    ['€12.00', undefined],
    ['-3', undefined],
    [-3, undefined],
    [12.345, undefined],
    [Number.NaN, undefined],
    ['', undefined],
    [null, undefined],
  ])('that costs %j costs %j cents', (written, cents) => {
    expect(findPublishedCents(written)).toBe(cents)
  })

  it.each([
    ['an offer', { offers: { price: '9.50' } }],
    ['a list of one', { offers: [{ '@type': 'Offer', price: 9.5, priceCurrency: 'usd' }] }],
    [
      'a specification',
      { offers: { '@type': 'Offer', priceSpecification: { price: '9.50', priceCurrency: 'USD' } } },
    ],
    ['offers that agree', { offers: [{ price: '9.50' }, { price: 9.5 }] }],
    ['a range that is none', { offers: { '@type': 'AggregateOffer', lowPrice: '9.50', highPrice: '9.50' } }],
    ['the dish itself', { offers: undefined, price: '$9.50' }],
    ['a bare number', { offers: 9.5 }],
  ])('has its price from %s', (_from, more) => {
    expect(first(dish('Soup', '', more))).toMatchObject({ cents: 950, sizes: [] })
  })

  it('has diets, stock and a picture in any of their shapes, and text without marks', () => {
    const more = {
      suitableForDiet: ['https://schema.org/VeganDiet', { '@id': 'schema:GlutenFreeDiet' }],
      description: [
        { '@value': 'Suppe', '@language': 'de' },
        { '@value': 'Beans <b>&amp;</b>&nbsp;kale&#33;', '@language': 'en-US' },
      ],
    }
    expect(
      first(
        dish('Soup', 9, {
          ...more,
          image: { '@type': 'ImageObject', contentUrl: 'https://mill.example/soup.jpg' },
        }),
      ),
    ).toMatchObject({
      vegan: true,
      glutenFree: true,
      available: true,
      description: 'Beans & kale!',
      image: 'https://mill.example/soup.jpg',
    })
    expect(
      first(dish('Soup', 9, { suitableForDiet: 'VegetarianDiet', image: ['a.jpg', 'b.jpg'] })),
    ).toMatchObject({
      vegan: false,
      glutenFree: false,
      image: 'a.jpg',
    })
    expect(
      first({ ...dish('Soup'), offers: { price: 9, availability: 'https://schema.org/SoldOut' } }).available,
    ).toBe(false)
  })
})

describe('missing or unclear data of a menu', () => {
  it.each([
    [
      'a price',
      dish('Soup', null),
      'hasMenuSection[0].hasMenuItem[0].offers.price: is missing: a dish needs a price',
    ],
    [
      'any offer',
      { '@type': 'MenuItem', name: 'Soup' },
      'hasMenuSection[0].hasMenuItem[0].price: is missing: a dish needs a price',
    ],
    ['a name', dish(''), 'hasMenuSection[0].hasMenuItem[0].name: is missing: a dish needs a name'],
    [
      'one price',
      dish('Soup', 'market price'),
      'offers.price: cannot be read as one price in dollars: "market price"; write 12.00',
    ],
    [
      'dollars',
      { ...dish('Soup'), offers: { price: 9, priceCurrency: 'EUR' } },
      'offers.priceCurrency: is EUR: prices are in US dollars here',
    ],
    [
      'one of a range',
      { ...dish('Soup'), offers: { lowPrice: 9, highPrice: 14 } },
      'offers.lowPrice: is a range, 9 to 14',
    ],
    [
      'names of sizes',
      { ...dish('Soup'), offers: [{ price: 9 }, { price: 14 }] },
      'offers: has 2 prices and not a name for each',
    ],
  ])('is said at its line: %s', (_what, broken, words) => {
    const value = menu([section('Mains', [broken, dish('Trout')])])
    const { problems, menus } = read(value)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
    const line = Number(/^page:(\d+) /.exec(problems[0]!)![1])
    const lines = JSON.stringify(value, null, 2).split('\n')
    expect(lines.slice(line - 1, line + 12).join('\n')).toMatch(/MenuItem|Offer|price|name/)
    expect(menus[0]!.categories[0]!.dishes.map(({ name }) => name)).toEqual(['Trout'])
  })

  it('is all said at once, at the very lines of the page', () => {
    const broken = JSON.stringify(
      menu([section('', [dish('Soup')]), section('Mains', [dish('Trout', 'ask')])]),
      null,
      1,
    )
    const html = page('{ "@type": "WebPage" }', broken)
    const { problems } = read(html)
    expect(problems).toHaveLength(2)
    const lines = html.split('\n')
    const at = (problem: string): string => lines[Number(/^page:(\d+)/.exec(problem)![1]) - 1]!
    expect(at(problems[0]!)).toContain('"name": ""')
    expect(at(problems[1]!)).toContain('"price": "ask"')
  })

  it('is said of a file with no menu, and of a script that is not JSON', () => {
    expect(read({ '@type': 'Restaurant', hasMenu: 'https://mill.example/menu.pdf' }).problems).toEqual([
      expect.stringContaining('no schema.org Menu is in this file'),
    ])
    expect(read('<html></html>').problems).toEqual([
      expect.stringContaining('no schema.org Menu is in this file'),
    ])
    expect(read(page('{ "@type": "Menu", }')).problems[0]).toMatch(/^page:4: not JSON/)
  })
})

describe('npm run merchant -- import-menu', () => {
  it('writes menus that pass the check, with sizes as choices', () => {
    const sizes = {
      '@type': 'MenuItem',
      name: 'Gamay',
      offers: [
        { name: 'Bottle', price: '48' },
        { name: 'Glass', price: '12.50' },
      ],
    }
    const { folder, result } = imported(
      menu([section('Wine', [sizes, dish('Crème Brûlée', 9), dish('Creme brulee', 10)])]),
    )
    expect(result).toMatchObject({ written: ['menus/02-dinner.json'], dishes: 3, pictures: [] })
    const { merchants, problems } = checkMerchants(folder, { allowMissingPictures: false })
    expect(problems).toEqual([])
    const items = merchants.find(({ document }) => document.label === 'grill')!.document.menus[1]!
      .categories[0]!.items
    expect(items.map(({ external_id: id, omnivore }) => [id, omnivore.price_per_unit])).toEqual([
      ['gamay', 1250],
      ['creme-brulee', 900],
      ['creme-brulee-2', 1000],
    ])
    expect(items[0]!.custom_options[0]!.choices[0]).toMatchObject({
      required: true,
      values: [
        { id: 'dinner-wine-gamay-bottle', price: 3550, default: false },
        { id: 'dinner-wine-gamay-glass', price: 0, default: true },
      ],
    })
  })

  it('writes what a diet is free from, of the dish and each of its sizes, and nothing of one without', () => {
    const vegan = {
      ...dish('Chili', ''),
      suitableForDiet: ['https://schema.org/VeganDiet', 'https://schema.org/GlutenFreeDiet'],
      offers: [
        { name: 'Cup', price: '6' },
        { name: 'Bowl', price: '9' },
      ],
    }
    const { folder } = imported(menu([section('Mains', [vegan, dish('Trout', 9)])]))
    const [chili, trout] = checkMerchants(folder, { allowMissingPictures: false }).merchants.find(
      ({ document }) => document.label === 'grill',
    )!.document.menus[1]!.categories[0]!.items
    const free = [...dietAllergens.vegan, ...dietAllergens.gluten_free]
    expect(chili!.allergens).toEqual({ contains: [], free_from: free })
    for (const size of chili!.custom_options[0]!.choices[0]!.values)
      expect(size.allergens).toEqual(chili!.allergens)
    expect(trout!.allergens).toBeUndefined()
  })

  it('gives a second menu of the same name another id, and never overwrites a file', () => {
    const { folder, result } = imported({
      '@graph': [menu([section('A', dish('Soup'))]), menu([section('B', dish('Stew'))])],
    })
    expect(result.written).toEqual(['menus/02-dinner.json', 'menus/03-dinner-2.json'])
    expect(
      importMenus(join(folder, 'grill'), 'grill', join(folder, 'menu.json'), { leaveOut: false }).written,
    ).toEqual(['menus/04-dinner-3.json', 'menus/05-dinner-4.json'])
    expect(checkMerchants(folder, { allowMissingPictures: false }).problems).toEqual([])
  })

  it('names the file that is in place of the menus’ folder', async () => {
    const { folder, page: file } = folderWith(JSON.stringify(menu([section('Mains', [dish('Soup')])])))
    rmSync(join(folder, 'grill/menus'), { recursive: true })
    writeFileSync(join(folder, 'grill/menus'), 'Soup 12.00')
    const { code, said } = await runOnFolder(folder, 'import-menu', 'grill', file)
    expect(code).toBe(1)
    expect(said.join()).toMatch(/^merchants\/grill\/menus:1: .*Nothing was changed\.$/)
  })

  it('writes nothing if anything is missing, unless it is told to leave out incomplete dishes', async () => {
    const { folder, page: file } = folderWith(
      page(
        JSON.stringify(
          menu([section('Mains', [dish('Soup', 'ask'), dish('Trout', 21, { image: '/trout.jpg' })])]),
        ),
      ),
      'menu.html',
    )
    const before = readdirSync(join(folder, 'grill/menus'))
    const options = { leaveOut: false }
    expect(() => importMenus(join(folder, 'grill'), 'grill', file, options)).toThrow(ImportError)
    expect(readdirSync(join(folder, 'grill/menus'))).toEqual(before)
    const { code, said } = await runOnFolder(folder, 'import-menu', 'grill', file, '--leave-out')
    expect(code).toBe(0)
    expect(said).toEqual([
      expect.stringMatching(
        /^left out: line 4 hasMenuSection\[0\]\.hasMenuItem\[0\]\.offers\.price cannot be read/,
      ),
      'picture: save /trout.jpg as merchants/grill/photos/trout.jpg',
      '1 dish in merchants/grill/menus/02-dinner.json.',
    ])
    expect(existsSync(join(folder, 'grill/menus/02-dinner.json'))).toBe(true)
    expect(JSON.parse(readFileSync(join(folder, 'grill/menus/02-dinner.json'), 'utf8'))).toMatchObject({
      categories: [{ items: [{ name: 'Trout', price: '21.00' }] }],
    })
    expect((await runOnFolder(folder, 'import-menu', 'grill', join(folder, 'nowhere.html'))).code).toBe(1)
  })
})
