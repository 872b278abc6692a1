import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FirstScreen } from '#contract/schemas/first-screen.ts'
import { openingHoursOf, specialOpeningHoursOf } from '#server/portal/opening-hours.ts'
import { oneDatabase } from './support/databases.ts'
import { grill, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { buildTinyPortal } from './support/portal.ts'

type Thing = { '@type': string; [key: string]: unknown }

/** What search engines and chatbots find in the page as it was sent, without running scripts. */
describe('what search engines find', () => {
  let larder: TestLarder
  beforeAll(async () => {
    const engine = oneDatabase[0]!
    const firstScreen = {
      isPrepared: () => false,
      render: async (_merchant: unknown, path: string) => {
        rendered.push(path)
        return { markup: `<main>${path}</main>`, sheets: [] }
      },
      view: async () => undefined,
    }
    larder = await startTestLarder(engine, { portal: { kind: 'built', dir: buildTinyPortal() }, firstScreen })
  })
  const rendered: string[] = []
  afterAll(() => larder.close())

  const get = async (url: string, host = tavola.host): Promise<string> =>
    (await larder.app.inject({ url, headers: { host, accept: 'text/html' } })).body
  const dataOf = (html: string): Thing | undefined => {
    const found = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)
    return found ? (JSON.parse(found[1]!) as Thing) : undefined
  }
  const tagOf = (html: string, property: string): string | undefined =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]
  const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)![1]!
  const canonicalOf = (html: string): string | undefined =>
    /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

  it('calls every menu, category and dish by its own name @LH-16 @EN-07', async () => {
    expect(titleOf(await get('/menus/dinner'))).toBe('Dinner | Menus of Tavola')
    expect(titleOf(await get('/menus/dinner/category/pizza'))).toBe('Pizza, Dinner | Menus of Tavola')
    const dish = await get('/menus/dinner/category/pizza/item/margherita')
    expect(titleOf(dish)).toBe('Margherita | Menus of Tavola')
    expect(dish).toContain('<meta name="description" content="Tomato, fior di latte." />')
    expect(titleOf(await get('/menus/dinner/category/pizza/item/nothing'))).toBe('Menus of Tavola')
  })

  it('has a category’s dishes, and a dish, in the page itself, made once for all who come', async () => {
    const path = '/menus/dinner/category/pizza'
    const firstOf = (html: string) =>
      JSON.parse(/id="larder-first">(.*?)<\/script>/.exec(html)![1]!) as FirstScreen
    const [category, again, dish] = [await get(path), await get(path), await get(`${path}/item/margherita`)]
    expect(again).toBe(category)
    expect(rendered.filter((one) => one === path)).toHaveLength(1)
    expect(category).toContain(`<div id="root" data-path="${path}"><main>${path}</main></div>`)
    const { part } = firstOf(category)
    expect(part).toMatchObject({ mode: 'browse', menu_id: 'dinner', category: { external_id: 'pizza' } })
    expect(part!.category.items.map((one) => one.name)).toContain('Margherita')
    // A list contains no choices.
    expect(JSON.stringify(part)).not.toContain('custom_options')
    expect(firstOf(dish).part).toMatchObject({ category: { items: [] }, item: { name: 'Margherita' } })
    expect(firstOf(await get('/menus/dinner')).part).toBeUndefined()
    expect(firstOf(await get('/order/dinner/category/pizza')).part).toBeUndefined()
  })

  it('names one address for what is shown under two', async () => {
    const of = async (path: string): Promise<string | undefined> => canonicalOf(await get(path))
    expect(await of('/home')).toBe('http://tavola.localhost/')
    expect(await of('/order/dinner/category/pizza')).toBe(
      'http://tavola.localhost/menus/dinner/category/pizza',
    )
    expect(await of('/order')).toBe('http://tavola.localhost/order')
  })

  it('describes itself when it is shared', async () => {
    const html = await get('/menus/dinner/category/pizza/item/margherita')
    expect(tagOf(html, 'og:title')).toBe('Margherita | Menus of Tavola')
    expect(tagOf(html, 'og:site_name')).toBe('Tavola')
    expect(tagOf(html, 'og:url')).toBe('http://tavola.localhost/menus/dinner/category/pizza/item/margherita')
  })

  it('describes the restaurant, its menus and its dishes in schema.org’s words', async () => {
    expect(dataOf(await get('/'))).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Restaurant',
      name: 'Tavola',
      telephone: '(212) 555-0100',
      address: {
        streetAddress: '1 Main Street',
        addressLocality: 'New York',
        addressRegion: 'NY',
        postalCode: '10011',
      },
      hasMenu: expect.arrayContaining([
        { '@type': 'Menu', name: 'Dinner', url: 'http://tavola.localhost/menus/dinner' },
      ]) as unknown,
      openingHoursSpecification: expect.arrayContaining([
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: 'https://schema.org/Friday',
          opens: '11:00',
          closes: '22:00',
        },
      ]) as unknown,
    })
    expect(dataOf(await get('/menus/dinner'))).toMatchObject({
      '@type': 'Menu',
      hasMenuSection: [
        { '@type': 'MenuSection', name: 'Pizza' },
        { '@type': 'MenuSection', name: 'Pasta' },
      ],
    })
    expect(dataOf(await get('/menus/dinner/category/pizza/item/tartufo'))).toMatchObject({
      '@type': 'MenuItem',
      name: 'Tartufo',
      offers: { price: 24, priceCurrency: 'USD', availability: 'https://schema.org/SoldOut' },
    })
  })

  it.each([
    '/login',
    '/account',
    '/mycards',
    '/ordercart',
    '/ordercheckout',
    '/shell',
    '/gift/whoever',
    '/menus/nothing',
  ])('keeps %s out of search engines', async (path) => {
    const html = await get(path)
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(canonicalOf(html)).toBeUndefined()
  })

  it('lists every page that is worth finding, and where that list is', async () => {
    const map = await get('/sitemap.xml')
    for (const path of [
      '/',
      '/menus',
      '/order',
      '/menus/dinner',
      '/menus/dinner/category/pizza/item/margherita',
      '/menus/wine',
    ])
      expect(map).toContain(`<loc>http://tavola.localhost${path}</loc>`)
    // One entry for each page, and none for pages that are switched off.
    expect(map.match(/<loc>http:\/\/tavola\.localhost\/menus\/dinner<\/loc>/g)).toHaveLength(1)
    expect(map).not.toContain('/order/dinner')
    expect(map).not.toContain('/catering')
    expect(await get('/sitemap.xml', grill.host)).not.toContain('tavola')
    expect(await get('/robots.txt')).toContain('Sitemap: http://tavola.localhost/sitemap.xml')
  })

  it('lists the dishes to order from where menus to read are switched off', async () => {
    const turn = (enable: boolean): void =>
      larder.change('tavola', (document) => {
        const { location } = document
        const meals = { ...location.settings.meals, read_only_menu: { enable } }
        return { ...document, location: { ...location, settings: { ...location.settings, meals } } }
      })
    turn(false)
    const path = '/order/dinner/category/pizza/item/margherita'
    const map = await get('/sitemap.xml')
    expect(map).toContain(`<loc>http://tavola.localhost${path}</loc>`)
    expect(map).not.toContain('/menus/')
    expect(canonicalOf(await get(path))).toBe(`http://tavola.localhost${path}`)
    turn(true)
    expect(canonicalOf(await get(path))).toContain('/menus/dinner')
  })

  it('repeats its answer without rendering each page again', async () => {
    expect(await get('/menus/dinner')).toBe(await get('/menus/dinner/'))
  })
})

it('gives opening hours two digits an hour at both ends, and closes after midnight on the clock', () => {
  const none = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const [early, late] = openingHoursOf({
    ...none,
    monday: [
      ['9:00', '14:00'],
      ['17:00', '25:00'],
    ],
  })
  expect(early).toMatchObject({ opens: '09:00', closes: '14:00' })
  expect(late).toMatchObject({ opens: '17:00', closes: '01:00' })
})

it('tells search engines of holidays: other hours, or closed all day', () => {
  const days = [
    { date: '2026-11-26', name: 'Thanksgiving', hours: [] },
    { date: '2026-12-24', hours: [['9:00', '15:00'] as [string, string]] },
  ]
  const of = (date: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    opens,
    closes,
    validFrom: date,
    validThrough: date,
  })
  expect(specialOpeningHoursOf(days)).toEqual([
    of('2026-11-26', '00:00', '00:00'),
    of('2026-12-24', '09:00', '15:00'),
  ])
})
