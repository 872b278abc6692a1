import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'

describe.for(databases)('location and menus [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it.each([
    ['getLocation', '/location/:loc', '@AL-03 @EN-03 @EN-04'],
    ['getConfigurations', '/location/:loc/configurations', '@AL-01 @EN-01'],
    ['listAnnouncements', '/location/:loc/announcements?time=6:00pm', '@AL-02 @EN-15'],
    ['listMenus', '/location/:loc/menus?sort=order%20asc&read_only=true', '@AM-01 @EN-16'],
    ['listCategories', '/location/:loc/menu/dinner/categories', '@AM-02 @EN-17'],
    ['listItems', '/location/:loc/menu/dinner/category/pizza/items?minimize=true', '@AM-03'],
    ['getItem', '/location/:loc/menu/dinner/category/pizza/item/margherita', '@AM-04 @EN-18'],
    ['getMenuBook', '/location/:loc/menubook?mode=order', ''],
  ] as const)('%s answers what its schema says, with an ETag and 304 %s %s', async (...[name, path]) => {
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

  it('shows browse menus when browsing and order menus when ordering @AM-01', async () => {
    type Menus = { menus: { external_id: string }[] }
    const browse = await guest.send<Menus>('GET', '/location/:loc/menus?read_only=true')
    const order = await guest.send<Menus>('GET', '/location/:loc/menus?online_order=true&time=6:00pm')
    expect(browse.body.menus.map((menu) => menu.external_id)).toEqual(['dinner', 'wine'])
    expect(order.body.menus.map((menu) => menu.external_id)).toEqual(['dinner'])
  })

  it('names ids, modifiers and prices as the files have them @EN-19 @EN-20 @EN-21 @EN-22 @EN-23 @EN-18', async () => {
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
      omnivore: { price_per_unit: 1600 },
      custom_options: [
        {
          name: 'Size',
          choices: [
            {
              required: true,
              values: [
                { id: 'size-12', default: true, omnivore_id: ['size-12'] },
                { id: 'size-16', price: 600, sections: [{ name: 'Cut' }] },
              ],
            },
          ],
        },
        {
          customization: true,
          checklist: [
            { id: 'top-burrata', price: 450, selected: false, unselected_omnivore_id: [] },
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

  it('offers its extensions', async () => {
    const { body } = await guest.send<{ location: unknown }>('GET', '/location/:loc')
    expect(body.location).toMatchObject({
      id: 'tavola-nyc',
      time_zone: 'America/New_York',
      api_extensions: [
        'menu_book',
        'estimate_rules',
        'order_events',
        'sold_out',
        'sessions',
        'post_aliases',
        'human_verification',
        'tender_release',
        'order_key',
        'payment_withdrawal',
        'tip_percent',
        'discount_terms',
      ],
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

  it('refuses a mode that there is not', async () => {
    expect(await guest.send('GET', '/location/:loc/menubook?mode=all')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'mode' }] },
    })
  })
})
