import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { apiExtensions } from '#contract/schemas/location.ts'
import { oneDatabase } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'

describe.for(oneDatabase)('location and menus [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it.each([
    [
      'getLocation',
      '/location/:loc',
      'the location as its schema says, with an ETag and 304 @AL-03 @EN-03 @EN-04',
    ],
    [
      'getConfigurations',
      '/location/:loc/configurations',
      'the configurations as its schema says, with an ETag and 304 @AL-01 @EN-01',
    ],
    [
      'listAnnouncements',
      '/location/:loc/announcements?time=6:00pm',
      'the announcements as its schema says, with an ETag and 304 @AL-02 @EN-15',
    ],
    [
      'listMenus',
      '/location/:loc/menus?sort=order%20asc&read_only=true',
      'the menus as its schema says, with an ETag and 304 @AM-01 @EN-16',
    ],
    [
      'listCategories',
      '/location/:loc/menu/dinner/categories',
      'a menu’s categories as its schema says, with an ETag and 304 @AM-02 @EN-17',
    ],
    [
      'listItems',
      '/location/:loc/menu/dinner/category/pizza/items?minimize=true',
      'a category’s dishes as its schema says, with an ETag and 304 @AM-03',
    ],
    [
      'getItem',
      '/location/:loc/menu/dinner/category/pizza/item/margherita',
      'a dish as its schema says, with an ETag and 304 @AM-04 @EN-18',
    ],
    [
      'getMenuBook',
      '/location/:loc/menubook?mode=order',
      'the menu book as its schema says, with an ETag and 304',
    ],
  ] as const)('%s at %s answers %s', async (...[name, path]) => {
    const reply = await guest.send<unknown>('GET', path)
    expect(reply.status).toBe(200)
    const parsed = endpoints[name].answer.safeParse(reply.body)
    expect(parsed.error?.issues).toBeUndefined()
    expect(parsed.data).toEqual(reply.body)
    const again = await guest.send('GET', path, undefined, {
      headers: { 'if-none-match': String(reply.headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  it('answers announcements with one ETag at any time of day, and refuses an invalid time @AL-02', async () => {
    const ask = (query: string) => guest.send('GET', `/location/:loc/announcements${query}`)
    const { etag } = (await ask('')).headers
    for (const time of ['6:00pm', '11:59am']) expect((await ask(`?time=${time}`)).headers.etag).toBe(etag)
    expect((await ask('?time=later')).status).toBe(400)
  })

  it('returns announcements complete, as the file has them @EN-15 @AL-02', async () => {
    type Announcements = { announcements: unknown[] }
    const { body } = await guest.send<Announcements>('GET', '/location/:loc/announcements')
    expect(body.announcements).toEqual([
      { type: 'other', title: 'Hello' },
      {
        type: 'advertisement_banner',
        title: 'Truffle week',
        action: 'https://table.example/tavola',
        action_is_external: true,
        data: {
          body: '<p>Until Sunday.</p>',
          opentable_id: '12345',
          buttons: [
            {
              width: 40,
              height: 30,
              top: 10,
              left: 5,
              action: '/menus',
              action_is_external: false,
              protocol: 'https',
              hostname: 'table.example',
            },
          ],
        },
        image_src: '/truffle.webp',
        desktop_banner_one_eighth: '/d8.webp',
        desktop_banner_one_third: '/d3.webp',
        mobile_banner_one_eighth: '/m8.webp',
        mobile_banner_one_third: '/m3.webp',
      },
    ])
  })

  it('shows browse menus when browsing and order menus when ordering @AM-01 @EN-16 @EN-17', async () => {
    type Menus = { menus: { external_id: string }[] }
    const browse = await guest.send<Menus>('GET', '/location/:loc/menus?read_only=true')
    const order = await guest.send<Menus>('GET', '/location/:loc/menus?online_order=true&time=6:00pm')
    expect(browse.body.menus.map((menu) => menu.external_id)).toEqual(['dinner', 'wine'])
    expect(order.body.menus).toEqual([
      {
        id: 'tavola-nyc:dinner',
        external_id: 'dinner',
        name: 'Dinner',
        description: 'From five.',
        image: null,
      },
    ])
    const { body } = await guest.send<{ categories: unknown[] }>(
      'GET',
      '/location/:loc/menu/dinner/categories',
    )
    expect(body.categories[0]).toEqual({
      id: 'tavola-nyc:dinner:pizza',
      external_id: 'pizza',
      external_menu_id: 'dinner',
      name: 'Pizza',
      description: '',
      image: null,
    })
  })

  it('returns ids, modifiers and prices as the files have them @EN-19 @EN-20 @EN-21 @EN-22 @EN-23 @EN-18', async () => {
    const { body } = await guest.send<{ item: unknown }>(
      'GET',
      '/location/:loc/menu/dinner/category/pizza/item/margherita',
    )
    expect(body.item).toMatchObject({
      id: 'tavola-nyc:dinner:pizza:margherita',
      external_id: 'margherita',
      external_menu_id: 'dinner',
      external_menu_category_id: 'pizza',
      omnivore_id: 'dinner.pizza.margherita',
      name: 'Margherita',
      description: 'Tomato, fior di latte.',
      images: [],
      vegan: false,
      gluten_free: false,
      additional_items: [],
      omnivore: { price_per_unit: 1600 },
      custom_options: [
        {
          name: 'Size',
          choices: [
            {
              required: true,
              values: [
                { id: 'size-12', name: '12 inch', default: true, omnivore_id: ['size-12'], toggle: [] },
                { id: 'size-16', price: 600, sections: [{ name: 'Cut' }] },
              ],
            },
          ],
        },
        {
          customization: true,
          checklist: [
            {
              id: 'top-burrata',
              name: 'Burrata',
              price: 450,
              selected: false,
              selected_omnivore_id: [{ omnivore_id: 'top-burrata', name: 'Burrata' }],
              unselected_omnivore_id: [],
            },
            {
              id: 'top-basil',
              selected: true,
              type: 'modifier',
              unselected_omnivore_id: [{ omnivore_id: 'no-basil', name: 'No Basil' }],
              toggle: [{ name: 'Light', omnivore_id: 'basil-light' }],
            },
            { id: 'top-salami' },
          ],
        },
      ],
    })
  })

  it('offers every extension', async () => {
    const { body } = await guest.send<{ location: unknown }>('GET', '/location/:loc')
    expect(body.location).toMatchObject({
      id: 'tavola-nyc',
      time_zone: 'America/New_York',
      api_extensions: [...apiExtensions],
      estimate_rules: { tax_rate: '0.08875', tax_rounding: 'half_up', delivery_charge: 450 },
    })
  })

  it.each([
    '/location/:loc/menu/brunch/categories',
    '/location/:loc/menu/dinner/category/soup/items',
    '/location/:loc/menu/dinner/category/pizza/item/calzone',
    '/location/other',
  ])('answers 404 for %s', async (path) => {
    expect(await guest.send('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('refuses an unknown mode', async () => {
    expect(await guest.send('GET', '/location/:loc/menubook?mode=all')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'mode' }] },
    })
  })
})
