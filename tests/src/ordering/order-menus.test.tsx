// @vitest-environment jsdom
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import { localTime } from '#contract/local-time.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import { keys } from '#lib/query/keys.ts'
import { cardOf } from '#server/modules/menus/service.ts'
import { waitingRows } from '../support/changes.ts'
import {
  category,
  choice,
  dish,
  menu,
  menusPage,
  type MenusPageOptions,
  section,
  value,
} from '../support/menus.tsx'
import { find, leavePage, press, setMedia, show, until, type } from '../support/screen.tsx'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  // jsdom cannot scroll.
})

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const sizes = section('Size', {
  choices: [choice([value('12 inch', { default: true }), value('16 inch', { price: 600 })])],
})
const sides = section('Side', { choices: [choice([value('Slaw'), value('Fries')])] })
const dear = section('Milk', { choices: [choice([value('Oat', { default: true, price: 100 })])] })
const margherita = dish('Margherita', { custom_options: [sizes], description: 'Basil and mozzarella' })
const brisket = dish('Brisket', { custom_options: [sides], omnivore: { price_per_unit: 1900 } })
const latte = dish('Latte', { custom_options: [dear] })
const ribs = dish('Ribs', { available: false })
const dinner = menu('Dinner', [category('Pizza', [margherita]), category('Meat', [brisket, ribs])])
const bar = menu('Bar', [category('Coffee', [latte])])

const open = async (options: MenusPageOptions = {}, at = '/order', menus = [dinner, bar]) => {
  const made = menusPage(menus, at, options)
  await show(made.page)
  // The dishes are rendered in parts.
  const all = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))
  const shown = at === '/order' ? all.length : 1
  await until(() => expect(document.querySelectorAll('li[data-dish]').length).toBeGreaterThanOrEqual(shown))
  return made
}
const row = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('li[data-dish]')].find((one) => one.textContent.includes(name))!
const addsOf = (name: string) => row(name).querySelector('button')
const says = (text: string) =>
  until(() => expect(find('[role=status].visually-hidden').textContent).toBe(text))

describe('the ordering page', () => {
  it('says when the restaurant opens, also where orders are taken ahead', async () => {
    await open()
    await until(() => expect(find('h1 + p').textContent).toMatch(/^(Open until|Closed, opens) .*[ap]m$/))
  })

  describe('while the restaurant is closed', () => {
    const openIn3Days = Object.fromEntries(
      days.map((day, at) => [day, at === (new Date().getUTCDay() + 3) % 7 ? [['11:30', '16:00']] : []]),
    ) as OpeningHours

    it('says that dishes can be ordered ahead, and from when', async () => {
      await open({ house: { hours: openIn3Days, api_extensions: ['order_pause'] } })
      await until(() =>
        expect(find('h1 + p').textContent).toMatch(
          /^Order ahead\. Opens (Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day 11:30am\.$/,
        ),
      )
    })

    it('promises nothing where the API does not say when it takes none', async () => {
      await open({ house: { hours: openIn3Days, api_extensions: [] } })
      await until(() => expect(find('h1 + p').textContent).toMatch(/^Closed, opens .*day 11:30am$/))
    })

    it('has the menus first that are served as it opens', async () => {
      const lunch = menu('Lunch', [category('Panini', [dish('Porchetta')])], { served: openIn3Days })
      await open({ house: { hours: openIn3Days } }, '/order', [lunch, bar])
      const names = () =>
        [...document.querySelectorAll('section[data-dishes]')].map((one) => one.getAttribute('aria-label'))
      await until(() => expect(names()).toEqual(['Lunch', 'Bar']))
      await leavePage()
      await open({ house: { hours: undefined } }, '/order', [lunch, bar])
      await until(() => expect(names()).toEqual(['Bar', 'Lunch']))
    })
  })

  it('has every dish of every menu under its category, with words and price, and leads to it', async () => {
    await open()
    expect(
      [...document.querySelectorAll('section[data-dishes]')].map((one) => [
        one.getAttribute('aria-label'),
        [...one.querySelectorAll('h3')].map((title) => title.textContent),
      ]),
    ).toEqual([
      ['Dinner', ['Pizza', 'Meat']],
      ['Bar', ['Coffee']],
    ])
    expect(row('Margherita').textContent).toBe('MargheritaBasil and mozzarella$10.00')
    expect(row('Margherita').querySelector('a')!.getAttribute('href')).toBe(
      '/order/dinner/category/pizza/item/margherita',
    )
    expect(row('Ribs').textContent).toContain('Sold out')
  })

  it('begins with the menus that are served now, and says when the others are', async () => {
    const today = days.indexOf(localTime(Date.now(), 'America/New_York').day)
    const soon = days[(today + 2) % 7]!
    const hours = Object.fromEntries(days.map((day) => [day, day === soon ? [['12:00', '14:00']] : []]))
    const lunch = { ...dinner, name: 'Lunch', served: hours as OpeningHours }
    await open({}, '/order', [lunch, bar])
    await until(() =>
      expect([...document.querySelectorAll('section[data-dishes] h2')].map((one) => one.textContent)).toEqual(
        ['Bar', 'Lunch'],
      ),
    )
    // The tabs above the dishes list the menus in the same order.
    expect([...document.querySelectorAll('nav[aria-label=Menus] a')].map((one) => one.textContent)).toEqual([
      'Bar',
      'Lunch',
    ])
    const text = `Served from ${soon[0]!.toUpperCase()}${soon.slice(1)} 12:00pm. Order ahead.`
    expect(document.querySelector('section[aria-label=Lunch]')!.textContent).toContain(text)
    expect(document.querySelector('section[aria-label=Bar]')!.textContent).not.toContain('Served')
  })

  it('has every menu, whatever is in the ids of an API', async () => {
    await open({}, '/order', [{ ...dinner, external_id: 'dinner,late' }, bar])
    expect([...document.querySelectorAll('section[data-dishes]')].map((one) => one.ariaLabel)).toEqual([
      'Dinner',
      'Bar',
    ])
  })

  it('says of a menu with hours that it is served now, on the line that would say from when', async () => {
    const served = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]])) as OpeningHours
    await open({}, '/order', [{ ...dinner, served }, bar])
    const dinnerPart = () => document.querySelector('section[aria-label=Dinner]')!.textContent
    await until(() => expect(dinnerPart()).toContain('Served now'))
    expect(document.querySelector('section[aria-label=Bar]')!.textContent).not.toContain('Served')
  })

  it('shows the order beside the dishes: nothing yet, then its lines, the total and the link on', async () => {
    const { setTicket } = await open()
    const beside = () => find('aside', 'Your order').textContent
    await until(() => expect(beside()).toContain('Nothing here yet. Pick a dish, or add one with +.'))
    await press(addsOf('Margherita')!)
    await until(() =>
      expect(beside()).toBe('Your order1 × Margherita12 inch$10.00Total, estimated$10.00 + taxREVIEW ORDER'),
    )
    expect(find('aside a', 'REVIEW ORDER').getAttribute('href')).toBe('/ordercart')
    const items = [line({ name: 'Margherita', quantity: 2, price: 1000, modifiers: [] })]
    await setTicket({ row: ticketRow({ snapshot: snapshotOf({ items }) }), pending: [] })
    await until(() => expect(beside()).toContain('2 × Margherita$20.00Total$'))
  })

  it('has a bar of its categories that goes to each, and leaves the address as it is', async () => {
    const { router } = await open()
    const places = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Categories] a')]
    expect(places.map((one) => [one.textContent, one.hash])).toEqual([
      ['Pizza', '#dinner-pizza'],
      ['Meat', '#dinner-meat'],
      ['Coffee', '#bar-coffee'],
    ])
    const scrolled = vi.fn<() => void>()
    Element.prototype.scrollIntoView = scrolled
    await press(places[1]!)
    expect(scrolled.mock.contexts).toMatchObject([{ id: 'dinner-meat' }])
    expect(document.activeElement!.textContent).toBe('Meat')
    expect(router.state.location.href).toBe('/order')
  })

  it('marks in that bar the category that stands under it as the page is scrolled', async () => {
    let report: IntersectionObserverCallback = () => undefined
    const watched: string[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          report = callback
        }
        observe = ({ id }: Element) => void watched.push(id)
        disconnect = () => undefined
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    await open()
    const scroll = (id: string, isIntersecting: boolean) =>
      act(() =>
        report(
          [{ target: document.getElementById(id)!, isIntersecting } as unknown as IntersectionObserverEntry],
          undefined as never,
        ),
      )
    const marked = () => document.querySelector('nav[aria-label=Categories] [aria-current]')?.textContent
    expect(marked()).toBe('Pizza')
    expect(watched).toEqual(expect.arrayContaining(['dinner-pizza', 'dinner-meat', 'bar-coffee']))
    await scroll('dinner-pizza', true)
    await until(() => expect(marked()).toBe('Pizza'))
    await scroll('dinner-meat', true)
    await scroll('dinner-pizza', false)
    await until(() => expect(marked()).toBe('Meat'))
    // Below the dishes, beside the other menus' tiles, nothing is marked; above them the first category is.
    await scroll('dinner-meat', false)
    await until(() => expect(marked()).toBeUndefined())
    document.getElementById('dinner-pizza')!.getBoundingClientRect = () => new DOMRect(0, 500, 300, 900)
    await scroll('dinner-meat', false)
    await until(() => expect(marked()).toBe('Pizza'))
    // A jump past a category reports nothing about it.
    await scroll('dinner-meat', true)
    await until(() => expect(marked()).toBe('Meat'))
    // A search hides all of them: whoever comes back finds the bar as it was.
    await type(find('input[type=search]'), 'x')
    await scroll('dinner-meat', false)
    expect(marked()).toBe('Meat')
  })

  it('shows what the page brought, and keeps the room of the dishes that are on their way', async () => {
    const made = menusPage([dinner, bar], '/order', { bookOf: () => 'waiting' })
    const outline = outlineOf({ menus: [dinner, bar] })
    made.client.setQueryData(keys.menus('tavola-nyc', 'order'), { value: outline, savedAt: Date.now() })
    const [pizza] = dinner.categories
    made.client.setQueryData(keys.part('tavola-nyc', 'order', 'dinner', 'pizza', undefined), {
      mode: 'order',
      menu_id: 'dinner',
      category: { ...pizza!, items: pizza!.items.map(cardOf) },
    })
    await show(made.page)
    await until(() => expect(row('Margherita')).toBeTruthy())
    expect(addsOf('Margherita')).toBeNull()
    expect([...document.querySelectorAll('h3')].slice(0, 3).map((one) => one.textContent)).toEqual([
      'Pizza',
      'Meat',
      'Coffee',
    ])
    expect(document.querySelectorAll('ul[aria-hidden] li')).toHaveLength(3)
  })

  it('says over the dishes that the page brought that the current menu could not be had where no others come', async () => {
    const made = menusPage([dinner], '/order', { bookOf: () => undefined })
    const outline = outlineOf({ menus: [dinner] })
    made.client.setQueryData(keys.menus('tavola-nyc', 'order'), { value: outline, savedAt: 0 })
    const [pizza] = dinner.categories
    made.client.setQueryData(keys.part('tavola-nyc', 'order', 'dinner', 'pizza', undefined), {
      mode: 'order',
      menu_id: 'dinner',
      category: { ...pizza!, items: pizza!.items.map(cardOf) },
    })
    await show(made.page)
    await until(() => expect(row('Margherita')).toBeTruthy())
    await until(() =>
      expect(find('[role=alert] h2').textContent).toBe('The current menu isn’t saved on this device yet'),
    )
    expect(find('button', 'Try again')).toBeTruthy()
  })

  it('shows all dishes of a menu in the end when it is rendered in several steps', async () => {
    const many = menu(
      'Long',
      Array.from({ length: 10 }, (_, part) =>
        category(
          `Part ${part}`,
          Array.from({ length: 15 }, (_, at) => dish(`Dish ${part}-${at}`)),
        ),
      ),
    )
    await open({}, '/order', [many])
    await until(() => expect(document.querySelectorAll('li[data-dish]')).toHaveLength(150))
  })

  it.each([
    ['at once with a menu that is short', 20, true],
    ['after the first frame with one that is long', 121, false],
  ])('has the tiles of the categories %s', async (_name, count, isAtOnce) => {
    const dishes = Array.from({ length: count }, (_, at) => dish(`Plate ${at}`))
    const menus = [menu('Dinner', [category('Plates', dishes)])]
    const made = menusPage(menus, '/order')
    made.client.setQueryData(keys.menus('tavola-nyc', 'order'), { value: outlineOf({ menus }), savedAt: 1 })
    await made.router.load()
    const tiles = 'section[aria-label="Browse by category"] a'
    const first = document.createElement('div')
    first.innerHTML = renderToString(made.page)
    expect(first.querySelector(tiles) !== null).toBe(isAtOnce)
    await show(made.page)
    await until(() => find(tiles))
  })
})

describe('adding a dish without leaving the list', () => {
  it('adds one as it comes, says so, and shows how many there are', async () => {
    const { recorded, router } = await open()
    await press(find('button', 'Add Margherita, 12 inch'))
    await says('Margherita, 12 inch: added to your order.')
    expect(recorded).toMatchObject([
      {
        kind: 'item.add',
        line: {
          menu_external_id: 'dinner',
          menu_item_external_id: 'margherita',
          modifiers: [{ modifier: '12-inch' }],
          quantity: 1,
        },
        shown: { unitCents: 1000 },
      },
    ])
    await until(() => expect(row('Margherita').textContent).toContain('1 on your order'))
    await press(find('button', 'Add Margherita, 12 inch'))
    await says('Margherita: 2 on your order.')
    await until(() => expect(row('Margherita').textContent).toContain('2 on your order'))
    expect(recorded).toHaveLength(2)
    expect(router.state.location.pathname).toBe('/order')
  })

  it('increases the line of the dish without choices, or adds one', async () => {
    const { recorded, setTicket } = await open()
    const adds = async (number: number) => {
      await press(find('button', 'Add Margherita, 12 inch'))
      await until(() => expect(recorded).toHaveLength(number))
    }
    await adds(1)
    await adds(2)
    expect(recorded[1]).toMatchObject({ kind: 'item.change', lineId: 'line-1', line: { quantity: 2 } })
    const small = { name: '12 inch', modifier: '12-inch', price: 0 }
    const large = { name: '16 inch', modifier: '16-inch', price: 600 }
    const stands = (changes: Parameters<typeof line>[0]) =>
      setTicket({
        pending: [],
        row: ticketRow({
          snapshot: snapshotOf({
            items: [
              line({
                index: 7,
                menu_external_id: 'dinner',
                menu_category_external_id: 'pizza',
                menu_item_external_id: 'margherita',
                menu_item: 'o-margherita',
                price: 1000,
                modifiers: [small],
                ...changes,
              }),
            ],
          }),
        }),
      })
    await stands({ quantity: 3 })
    await adds(3)
    expect(recorded[2]).toMatchObject({ kind: 'item.change', lineId: 'line-7', line: { quantity: 4 } })
    const others = [{ quantity: 10 }, { modifiers: [large], price: 1600 }, { price: 900 }]
    for (const [at, changes] of others.entries()) {
      await stands(changes)
      await adds(4 + at)
      expect(recorded.at(-1)).toMatchObject({ kind: 'item.add', line: { quantity: 1 } })
    }
  })

  it('says so when it is sold out, and adds nothing', async () => {
    const { recorded } = await open()
    const button = await until(() => find('button', 'Ribs: Sold out'))
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await press(button)
    await says('Ribs: Sold out')
    expect(recorded).toEqual([])
  })

  it('is not offered when a choice is required, or the default costs more', async () => {
    await open()
    await until(() => expect(row('Latte')).toBeTruthy())
    expect(['Brisket', 'Latte'].map(addsOf)).toEqual([null, null])
    expect(addsOf('Margherita')).not.toBeNull()
  })

  it('is not offered while the order is paid and not placed', async () => {
    const { setTicket } = await open()
    await setTicket({
      row: ticketRow({ snapshot: snapshotOf({ status: 'PaymentComplete', items: [line()] }) }),
    })
    await until(() => expect(addsOf('Margherita')).toBeNull())
  })

  it('says that the device has no space', async () => {
    const { fillDevice, recorded } = await open()
    fillDevice()
    await press(find('button', 'Add Margherita, 12 inch'))
    await until(() =>
      expect(row('Margherita').querySelector('[role=alert]')!.textContent).toContain('Free some'),
    )
    expect(recorded).toEqual([])
  })

  it('shows the restaurant’s words beside the dish that it refused', async () => {
    const { recorded, setTicket } = await open()
    await press(find('button', 'Add Margherita, 12 inch'))
    await setTicket({
      pending: [],
      row: ticketRow({
        snapshot: snapshotOf({ items: [] }),
        refusals: [{ opId: 'op-1', change: recorded[0]!, messages: ['We ran out of dough.'], refusedAt: 0 }],
      }),
    })
    await until(() =>
      expect(row('Margherita').querySelector('[role=alert]')!.textContent).toBe('We ran out of dough.'),
    )
    expect(row('Margherita').textContent).not.toContain('on your order')
  })

  it('shows the restaurant’s words also where it refused one more of a dish', async () => {
    const { recorded, setTicket } = await open()
    await press(find('button', 'Add Margherita, 12 inch'))
    await until(() => expect(row('Margherita').textContent).toContain('1 on your order'))
    await press(find('button', 'Add Margherita, 12 inch'))
    expect(recorded).toMatchObject([{ kind: 'item.add' }, { kind: 'item.change', line: { quantity: 2 } }])
    await setTicket({
      pending: waitingRows(recorded[0]!),
      row: ticketRow({
        snapshot: snapshotOf({ items: [] }),
        refusals: [{ opId: 'op-2', change: recorded[1]!, messages: ['We ran out of dough.'], refusedAt: 0 }],
      }),
    })
    await until(() =>
      expect(row('Margherita').querySelector('[role=alert]')?.textContent).toBe('We ran out of dough.'),
    )
    expect(row('Margherita').textContent).toContain('1 on your order')
  })
})
