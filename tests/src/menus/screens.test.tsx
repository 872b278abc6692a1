// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { keys } from '#lib/query/keys.ts'
import {
  category,
  choice,
  dish,
  entry,
  everythingOn,
  menu,
  menusPage,
  type MenusPageOptions,
  section,
  value,
} from '../support/menus.tsx'
import { find, key, press, setMedia, show, until, leavePage } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  // jsdom cannot scroll.
})

const picture = { imageSignedUrl: '/pictures/one.webp' }
const open = async (menus: Parameters<typeof menusPage>[0], at: string, options?: MenusPageOptions) => {
  const made = menusPage(menus, at, options)
  await show(made.page)
  return made
}
const links = (selector: string) => [...document.querySelectorAll<HTMLAnchorElement>(`${selector} a`)]
const hrefs = (selector: string) => links(selector).map((link) => link.getAttribute('href'))
const says = (text: string | RegExp) => until(() => expect(document.body.textContent).toMatch(text))
const bones = () => document.querySelectorAll('[role=status] [aria-hidden]').length

const lunch = menu(
  'Lunch',
  [category('Soup', [dish('Minestrone')], { description: 'From noon' }), category('Salad')],
  {
    description: 'Noon to four',
  },
)
const dinner = menu('Dinner', [category('Pizza', [dish('Margherita')])], { image: picture })
const many = Array.from({ length: 14 }, (_, at) => menu(`A menu of number ${at + 1}`))

it.each([
  ['/menus', 'Our food', 'Menus'],
  ['/order', 'To take home', 'Order online'],
])('%s is called what the restaurant calls it: %s, or %s @EN-08', async (at, named, usual) => {
  const names = { menus_page_name: 'Our food', order_page_name: 'To take home' }
  await open([lunch], at, { settings: { ...everythingOn, consumer_application_settings: names } })
  await until(() => expect(find('h1').textContent).toBe(named))
  document.body.replaceChildren()
  await open([lunch], at)
  await until(() => expect(find('h1').textContent).toBe(usual))
})

describe('/menus', () => {
  it('shows a tile of every menu, with its picture, which opens it; the bar lists the menus @MO-01 @RT-16 @EN-16', async () => {
    const { router } = await open([lunch, dinner], '/menus')
    await until(() => expect(hrefs('main, div > ul')).toBeTruthy())
    await until(() =>
      expect(links('ul').filter((link) => link.textContent.includes('Noon to four'))).toHaveLength(1),
    )
    const tile = links('ul').find((link) => link.querySelector('img'))!
    expect(tile.querySelector('img')!.getAttribute('src')).toBe('/pictures/one.webp')
    expect(tile.getAttribute('href')).toBe('/menus/dinner')
    expect(hrefs('nav[aria-label=Menus]')).toEqual(['/menus/lunch', '/menus/dinner'])
    await press(tile)
    await until(() => expect(router.state.location.pathname).toBe('/menus/dinner'))
    // The second bar has the open menu's categories.
    await until(() =>
      expect(hrefs('nav[aria-label="Dinner categories"]')).toEqual(['/menus/dinner/category/pizza']),
    )
    expect(find('nav[aria-label=Menus] a', 'Dinner').getAttribute('aria-current')).toBe('page')
  })

  it.each([
    ['/menus', 115, '/menus/a-menu-of-number-1'],
    ['/order', 85, '/order/a-menu-of-number-1'],
  ])('%s: names beyond %s characters stand under MORE @MO-02', async (at, characters, first) => {
    await open(many, at)
    await until(() => expect(hrefs('nav[aria-label=Menus]')).toHaveLength(14))
    const inBar = [...document.querySelectorAll('nav[aria-label=Menus] > ul > li > a')].map(
      (link) => link.textContent,
    )
    expect(hrefs('nav[aria-label=Menus]')[0]).toBe(first)
    expect(inBar.join('').length).toBeLessThanOrEqual(characters)
    expect(inBar.join('').length).toBeGreaterThan(characters - 18)
    expect(links('nav[aria-label=Menus] details')).toHaveLength(14 - inBar.length)
  })

  it('MORE closes on Escape, with the focus back on it, and when somebody tabs past it @MO-01', async () => {
    await open(many, '/menus')
    const more = await until(() => find<HTMLDetailsElement>('nav details'))
    const inside = more.querySelector('a')!
    more.open = true
    inside.focus()
    await key(inside, 'Escape')
    expect(more.open).toBe(false)
    expect(document.activeElement).toBe(more.querySelector('summary'))
    more.open = true
    const last = [...more.querySelectorAll('a')].at(-1)!
    last.focus()
    expect(more.open).toBe(true)
    await act(async () => find('input').focus())
    expect(more.open).toBe(false)
  })

  it('shows three placeholders while it loads, and says what cannot be loaded @BC-17', async () => {
    await open([], '/menus', { bookOf: () => 'waiting' })
    await until(() => expect(bones()).toBe(3))
    await leavePage()
    await open([], '/menus', { bookOf: () => undefined })
    await until(() =>
      expect(find('[role=alert]').textContent).toContain('The menu isn’t saved on this device yet'),
    )
  })
})

describe('a menu’s categories', () => {
  it('are cards with their descriptions, which lead to ordering where they can be ordered from @MO-03', async () => {
    await open([lunch], '/menus/lunch')
    await says('Noon to four')
    const card = await until(() => {
      const found = links('ul').find((link) => link.textContent.includes('From noon'))
      expect(found?.getAttribute('href')).toBe('/order/lunch/category/soup')
      return found!
    })
    expect(card.textContent).toBe('SoupFrom noon')
  })

  it('lead to the menus for reading where they cannot @MO-03', async () => {
    await open([lunch], '/menus/lunch', {
      settings: { meals: { online_orders: { enable: false }, read_only_menu: { enable: true } } },
    })
    await until(() =>
      expect(
        links('ul')
          .find((link) => link.textContent.includes('From noon'))
          ?.getAttribute('href'),
      ).toBe('/menus/lunch/category/soup'),
    )
  })

  it.each(['/menus/empty', '/order/empty'])('%s: says when there are none @MO-03', async (at) => {
    await open([menu('Empty')], at)
    await says('No categories on this menu')
  })
})

describe('/order', () => {
  it('shows the categories of every menu as tiles, and of one under its own address @RT-17 @RT-14 @MO-08', async () => {
    await open([lunch, dinner], '/order')
    await until(() =>
      expect(hrefs('section[aria-label="Browse by category"]')).toEqual([
        '/order/lunch/category/soup',
        '/order/lunch/category/salad',
        '/order/dinner/category/pizza',
      ]),
    )
    await leavePage()
    await open([lunch, dinner], '/order/dinner')
    await until(() =>
      expect(hrefs('section[aria-label="Browse by category"]')).toEqual(['/order/dinner/category/pizza']),
    )
  })

  it.each([
    '/order',
    '/order/lunch',
    '/order/lunch/category/soup',
    '/order/lunch/category/soup/item/minestrone',
  ])('%s explains itself when ordering is switched off while it is open [B12]', async (at) => {
    const { client } = await open([lunch], at)
    await until(() => expect(find('h1')).toBeTruthy())
    expect(document.body.textContent).not.toContain('No online orders here')
    await act(async () =>
      client.setQueryData(
        keys.location('tavola-nyc'),
        (copy: { value: { location: { settings: object } } }) => {
          const { location, ...rest } = copy.value
          const off = { ...location.settings, meals: { online_orders: { enable: false } } }
          return { savedAt: 2, value: { ...rest, location: { ...location, settings: off } } }
        },
      ),
    )
    await says('No online orders here')
    await says('(212) 555-0100')
    expect(find('main a, a', 'Return Home').getAttribute('href')).toBe('/')
  })

  it.each(['/order/lunch', '/order/lunch/category/soup', '/order/lunch/category/soup/item/minestrone'])(
    '%s: a menu that has ended says so, and can still be read [B14]',
    async (at) => {
      await open([], at, { bookOf: (mode) => ({ menus: mode === 'browse' ? [lunch, dinner] : [dinner] }) })
      await says('Lunch cannot be ordered right now')
      expect(find('a', 'SEE WHAT YOU CAN ORDER').getAttribute('href')).toBe('/order')
      expect(find('a', 'READ LUNCH').getAttribute('href')).toBe('/menus/lunch')
      expect(document.querySelectorAll('h1')).toHaveLength(1)
    },
  )
})

describe('a category’s dishes', () => {
  const dishes = category('Pizza', [
    dish('Marinara', {
      description: 'Tomato and garlic',
      vegan: true,
      gluten_free: true,
      omnivore: { price_per_unit: 1250 },
      images: [picture],
    }),
    dish('Tartufo', { available: false }),
  ])

  it.each(['menus', 'order'])(
    '/%s: name, words, price, picture, marks, and sold out in words @MO-04 @RT-18 @EN-18',
    async (root) => {
      await open([menu('Dinner', [dishes])], `/${root}/dinner/category/pizza`)
      const [marinara, tartufo] = await until(() => {
        const found = links('li').filter((link) => link.href.includes('/item/'))
        expect(found).toHaveLength(2)
        return found
      })
      expect(marinara!.getAttribute('href')).toBe(`/${root}/dinner/category/pizza/item/marinara`)
      expect(marinara!.textContent).toBe('Marinara$12.50Tomato and garlicVeganGluten-free')
      expect(marinara!.querySelectorAll('img')).toHaveLength(1)
      expect(tartufo!.textContent).toBe('Tartufo$10.00Sold out')
    },
  )

  it.each(['menus', 'order'])(
    '/%s: says when there are none; nine placeholders are shown while it loads @MO-04 @BC-17',
    async (root) => {
      await open([menu('Dinner', [category('Pizza')])], `/${root}/dinner/category/pizza`)
      await says('No items on this category')
      await leavePage()
      await open([], `/${root}/dinner/category/pizza`, { bookOf: () => 'waiting' })
      await until(() => expect(bones()).toBe(9))
    },
  )

  it('five hundred of them are all rendered in the end, the first ones at once', async () => {
    const counts: number[] = []
    const observer = new MutationObserver(() =>
      counts.push(document.querySelectorAll('li a[href*="/item/"]').length),
    )
    observer.observe(document.body, { childList: true, subtree: true })
    await open(
      [
        menu('Dinner', [
          category(
            'Pizza',
            Array.from({ length: 500 }, (_, at) => dish(`Pizza ${at}`)),
          ),
        ]),
      ],
      '/order/dinner/category/pizza',
    )
    await until(() => expect(document.querySelectorAll('li a[href*="/item/"]')).toHaveLength(500))
    observer.disconnect()
    expect(counts.find((count) => count > 0)).toBe(60)
  })
})

describe('a dish that is read', () => {
  it.each(['/menus', '/order'])('leads back to the dishes that it stands among, below %s', async (root) => {
    await open([dinner], `${root}/dinner/category/pizza/item/margherita`)
    const back = await until(() => find<HTMLAnchorElement>('a', 'Back to Pizza'))
    expect(back.getAttribute('href')).toBe(`${root}/dinner/category/pizza`)
  })

  it('has its price and what can be chosen, and no way to add it @RT-19 @EN-18', async () => {
    const item = dish('Margherita', {
      omnivore: { price_per_unit: 1600 },
      custom_options: [
        section('Size', { choices: [choice([value('12 inch'), value('16 inch', { price: 600 })])] }),
      ],
      additional_items: [section('Extras', { checklist: [entry('Basil', { price: 100 })] })],
    })
    await open([menu('Dinner', [category('Pizza', [item])])], '/menus/dinner/category/pizza/item/margherita')
    await says('$16.00')
    await says(/Size12 inch16 inch\+\$6\.00/)
    await says(/ExtrasBasil\+\$1\.00/)
    expect(document.querySelectorAll('button')).toHaveLength(0)
    expect(find('a', 'ORDER THIS ONLINE').getAttribute('href')).toBe(
      '/order/dinner/category/pizza/item/margherita',
    )
  })

  it('shows what a choice opens, and the amounts it comes in, beneath that choice @RT-19 @EN-21 @EN-22', async () => {
    const sides = section('Sides', { choices: [choice([value('Fries', { price: 250 })])] })
    const light = { name: 'Light', price: 0 }
    const double = { name: 'Double', price: 150 }
    const item = dish('Ribs', {
      custom_options: [
        section('Make it', {
          choices: [
            choice([
              value('Plate', {
                price: 400,
                sections: [
                  section('Comes with', { choices: [choice([value('Slaw', { sections: [sides] })])] }),
                ],
              }),
              value('Bun', { toggle: [light] }),
            ]),
          ],
        }),
      ],
      additional_items: [section('Extras', { checklist: [entry('Pickles', { toggle: [light, double] })] })],
    })
    await open([menu('Dinner', [category('Ribs', [item])])], '/menus/dinner/category/ribs/item/ribs')
    await says(/Make itPlate\+\$4\.00Comes withSlawSidesFries\+\$2\.50BunLight/)
    await says(/ExtrasPicklesLightDouble\+\$1\.50/)
    const opened = [...document.querySelectorAll('li')].find((li) => li.textContent?.startsWith('Slaw'))
    expect(opened?.parentElement?.closest('li')?.textContent).toMatch(/^Comes with/)
  })
})
