// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import type { WatchedTicket } from '#db/observe.ts'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { keepDiets } from '#lib/query/chosen-diets.ts'
import type { Services } from '#lib/query/services.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, type OrdersOptions, ordersPage, placedOrder } from '../support/orders.tsx'
import { line, ticketRow } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  // jsdom neither scrolls nor draws.
  document.body.replaceChildren()
})

const open = async (net: OrdersNet, at: string, options: OrdersOptions = {}) => {
  const made = await away(() => ordersPage(net, at, options))
  await show(made.page)
  return made
}
/** Awaits other work while the page continues rendering. */
const away = <T,>(work: () => Promise<T>): Promise<T> => act(async () => await work())
const text = () => document.body.textContent
const says = (part: string | RegExp) => until(() => expect(text()).toMatch(part))
const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)
const button = (name: string | RegExp) => until(() => find('button', name))

describe('ordering again', () => {
  const dish = (external_id: string, cents: number, available = true): MenuItem => ({
    id: external_id,
    external_id,
    external_menu_id: 'dinner',
    external_menu_category_id: 'pizza',
    omnivore_id: `dinner.pizza.${external_id}`,
    name: external_id,
    description: '',
    images: [],
    vegan: false,
    gluten_free: false,
    available,
    omnivore: { price_per_unit: cents },
    custom_options: [],
    additional_items: [],
  })
  const plain = (name: string, changes = {}) =>
    line({
      name,
      menu_item_external_id: name.toLowerCase(),
      menu_item: `dinner.pizza.${name.toLowerCase()}`,
      modifiers: [],
      price: 1600,
      ...changes,
    })
  const bookOf = (...items: MenuItem[]): MenuBook => {
    const pizza = {
      id: 'c',
      external_id: 'pizza',
      external_menu_id: 'dinner',
      name: 'Pizza',
      description: '',
      image: null,
      items,
    }
    return {
      menus: [
        { id: 'm', external_id: 'dinner', name: 'Dinner', description: '', image: null, categories: [pizza] },
      ],
    }
  }

  it('goes to the cart at once when everything is available', async () => {
    const net = new OrdersNet(placedOrder({ items: [plain('Margherita', { quantity: 2 })] }))
    const { router, recorded } = await open(net, '/ticket/ticket-1', {
      book: bookOf(dish('margherita', 1600)),
    })
    await press(await button('ORDER AGAIN'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
    expect(recorded).toMatchObject([
      { kind: 'item.add', line: { menu_item: 'dinner.pizza.margherita', quantity: 2, modifiers: [] } },
    ])
  })

  it('goes to the cart only when the order is there: an empty cart would lead home', async () => {
    const net = new OrdersNet(placedOrder({ items: [plain('Margherita')] }))
    const { router, recorded, tickets } = await open(net, '/ticket/ticket-1', {
      book: bookOf(dish('margherita', 1600)),
    })
    let tell: (watched: WatchedTicket | undefined) => void = () => undefined
    const observeTicket = (listener: typeof tell): void => (tell = listener)(undefined)
    await act(async () =>
      tickets.follow({ observeTicket } as unknown as Services, () => undefined, viewTicket),
    )
    await press(await button('ORDER AGAIN'))
    await until(() => expect(recorded).toHaveLength(1))
    expect(router.state.location.pathname).toBe('/ticket/ticket-1')
    await act(async () => tell({ row: ticketRow(), pending: [], attempt: undefined }))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  })

  it('first says which dishes are not known to fit a diet', async () => {
    keepDiets(['vegan'])
    onTestFinished(() => keepDiets([]))
    const items = ['Margherita', 'Marinara', 'Focaccia'].map((name, index) => plain(name, { index }))
    const net = new OrdersNet(placedOrder({ items }))
    await open(net, '/ticket/ticket-1', {
      book: bookOf(
        { ...dish('margherita', 1600), allergens: { contains: ['milk'], free_from: [] } },
        { ...dish('marinara', 1600), vegan: true },
        dish('focaccia', 1600),
      ),
    })
    await press(await button('ORDER AGAIN'))
    await until(() =>
      expect(textOf('dialog li')).toEqual([
        'Margherita: contains milk, which you avoid.',
        'Focaccia: not known to be vegan.',
      ]),
    )
  })

  it('says first which dishes are not free from what is avoided here, and can leave those out', async () => {
    keepAvoided(['milk'])
    onTestFinished(() => keepAvoided([]))
    const items = ['Margherita', 'Marinara', 'Focaccia'].map((name, index) => plain(name, { index }))
    const net = new OrdersNet(placedOrder({ items }))
    const { recorded } = await open(net, '/ticket/ticket-1', {
      book: bookOf(
        { ...dish('margherita', 1600), allergens: { contains: ['milk'], free_from: [] } },
        { ...dish('marinara', 1600), allergens: { contains: [], free_from: ['milk'] } },
        dish('focaccia', 1600),
      ),
    })
    await press(await button('ORDER AGAIN'))
    await until(() =>
      expect(textOf('dialog li')).toEqual([
        'Margherita: contains milk, which you avoid.',
        'Focaccia: not known to be free from milk, which you avoid.',
      ]),
    )
    expect(textOf('dialog h2')).toEqual(['Please check this first'])
    expect(recorded).toEqual([])
    expect(await button('ADD ANYWAY')).toBeTruthy()
    await press(await button('LEAVE OUT WHAT YOU AVOID'))
    await until(() => expect(recorded).toMatchObject([{ line: { menu_item: 'dinner.pizza.marinara' } }]))
    expect(recorded).toHaveLength(1)
  })

  it('first says what a dish is no longer stated to be free from, and orders it without that promise', async () => {
    const items = [plain('Margherita', { allergens: { contains: [], free_from: ['peanuts'] } })]
    const net = new OrdersNet(placedOrder({ items }))
    const { recorded } = await open(net, '/ticket/ticket-1', { book: bookOf(dish('margherita', 1600)) })
    await press(await button('ORDER AGAIN'))
    await until(() =>
      expect(textOf('dialog li')).toEqual([
        'Margherita: no longer listed as free from peanuts. Please take it off if you do not eat that.',
      ]),
    )
    await press(await button('ADD WHAT’S AVAILABLE'))
    await until(() => expect(recorded).toHaveLength(1))
    expect(recorded[0]).not.toHaveProperty('shown.allergens')
  })

  it('says first what a dish contains now that it did not at the earlier order', async () => {
    const items = [plain('Margherita', { allergens: { contains: ['milk'], free_from: 'others' } })]
    const net = new OrdersNet(placedOrder({ items }))
    const now = { contains: ['milk' as const, 'soy' as const], free_from: 'others' as const }
    const { recorded } = await open(net, '/ticket/ticket-1', {
      book: bookOf({ ...dish('margherita', 1900), allergens: now }),
    })
    await press(await button('ORDER AGAIN'))
    await until(() =>
      expect(textOf('dialog li')).toEqual([
        'Margherita: contains soy now. Please take it off if you do not eat that.',
        'Margherita: price now $19.00, it was $16.00.',
      ]),
    )
    await press(find('button', 'ADD WHAT’S AVAILABLE'))
    await until(() => expect(recorded).toMatchObject([{ kind: 'item.add', shown: { allergens: now } }]))
  })

  it('first says what is unavailable and what has another price, and adds the rest', async () => {
    const items = [plain('Margherita'), plain('Tartufo', { index: 2 }), plain('Burrata', { index: 3 })]
    const net = new OrdersNet(placedOrder({ items }))
    const menu = bookOf(dish('margherita', 1800), dish('burrata', 1600, false))
    const { router, recorded } = await open(net, '/ticket/ticket-1', { book: menu })
    await press(await button('ORDER AGAIN'))
    await says('Tartufo: not on the menu anymore.')
    expect(textOf('dialog li')).toEqual([
      'Margherita: price now $18.00, it was $16.00.',
      'Tartufo: not on the menu anymore.',
      'Burrata: sold out for now.',
    ])
    expect(recorded).toEqual([])
    await press(find('button', 'ADD WHAT’S AVAILABLE'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
    expect(recorded).toMatchObject([
      { kind: 'item.add', line: { menu_item: 'dinner.pizza.margherita' }, shown: { unitCents: 1800 } },
    ])
  })

  it('says once what two lines of a dish have in common, and what a dish contains that was never stated', async () => {
    const items = [plain('Tartufo'), plain('Tartufo', { index: 2 }), plain('Margherita', { index: 3 })]
    const net = new OrdersNet(placedOrder({ items }))
    const now = { contains: ['milk' as const], free_from: 'others' as const }
    const { recorded } = await open(net, '/ticket/ticket-1', {
      book: bookOf({ ...dish('margherita', 1600), allergens: now }),
    })
    await press(await button('ORDER AGAIN'))
    await says('Tartufo: not on the menu anymore.')
    expect(textOf('dialog li')).toEqual(['Tartufo: not on the menu anymore.'])
    await press(find('button', 'ADD WHAT’S AVAILABLE'))
    await until(() => expect(recorded).toMatchObject([{ kind: 'item.add', shown: { allergens: now } }]))
  })

  it('adds nothing when nothing is left', async () => {
    const net = new OrdersNet(placedOrder({ items: [plain('Tartufo')] }))
    await open(net, '/ticket/ticket-1', { book: bookOf() })
    await press(await button('ORDER AGAIN'))
    await says('Tartufo: not on the menu anymore.')
    expect(textOf('dialog button')).not.toContain('ADD WHAT’S AVAILABLE')
  })
})
