// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { Allergen } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { entryNames, sessionEntries } from '#db/names.ts'
import { findAvoided, keepAvoided } from '#lib/query/avoided-allergens.ts'
import { keys } from '#lib/query/keys.ts'
import { cardOf } from '#server/modules/menus/service.ts'
import { category, choice, dish, entry, menu, menusPage, section, value } from '../support/menus.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  localStorage.clear()
  document.body.replaceChildren()
  // jsdom cannot scroll.
})

afterEach(() => localStorage.clear())

const none: AllergenStatement = { contains: [], free_from: 'others' }
const contains = (...list: Allergen[]): AllergenStatement => ({ contains: list, free_from: 'others' })

const bread = section('Bread', {
  choices: [
    choice([
      value('Ciabatta', { allergens: contains('gluten') }),
      value('Rice roll', { allergens: contains('eggs') }),
    ]),
  ],
})
const spreads = section('Spreads', {
  checklist: [entry('Pesto', { allergens: contains('milk', 'tree_nuts') })],
})
const panino = dish('Panino', { allergens: none, custom_options: [bread, spreads] })
const olives = dish('Olives', { allergens: none })
const burrata = dish('Burrata', { allergens: contains('milk') })
const special = dish('Special of the day')
const lunch = menu('Lunch', [category('Food', [panino, olives, burrata, special])])
const plain = menu('Lunch', [category('Food', [dish('Olives'), dish('Burrata')])])

const open = async (at: string, menus = [lunch]) => {
  const made = menusPage(menus, at)
  await show(made.page)
  return made
}
const filter = () => find('summary', /^(Allergens|Without)/)
const tick = async (name: string) => press(find('label input', name))
const shownDishes = () =>
  [...document.querySelectorAll('li[data-dish] h4, li h2')].map((one) => one.textContent)
const said = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join(' ')
const facts = () => find('section', 'Allergens').textContent

describe.each(['/order', '/order/lunch/category/food', '/menus/lunch/category/food'])(
  'the filter at %s',
  (at) => {
    it('shows only dishes that can be made without, for every menu of this device, and shows all again', async () => {
      await open(at)
      await until(() => expect(shownDishes()).toEqual(['Panino', 'Olives', 'Burrata', 'Special of the day']))
      expect(filter().textContent).toBe('Allergens')
      await tick('Milk')
      // Panino has pesto only on request; nothing is known about the special.
      await until(() => expect(shownDishes()).toEqual(['Panino', 'Olives']))
      expect(filter().textContent).toBe('Without milk')
      expect(said()).toContain('2 of 4 dishes.')
      await tick('Gluten')
      await until(() => expect(filter().textContent).toBe('Without gluten or milk'))
      expect(shownDishes()).toEqual(['Panino', 'Olives'])
      await tick('Eggs')
      // One of the breads contains gluten, the other eggs.
      await until(() => expect(shownDishes()).toEqual(['Olives']))
      await press(find('button', 'Show every dish'))
      await until(() => expect(shownDishes()).toHaveLength(4))
    })

    it('is not shown where the restaurant states no allergens', async () => {
      localStorage.setItem(entryNames.avoidedAllergens, 'milk')
      await open(at, [plain])
      await until(() => expect(shownDishes()).toEqual(['Olives', 'Burrata']))
      expect(document.querySelector('summary')).toBeNull()
    })
  },
)

it('is kept for the next visit, and goes at sign-out', async () => {
  const first = await open('/menus/lunch/category/food')
  await until(() => filter())
  await tick('Milk')
  expect(first).toBeDefined()
  expect(localStorage.getItem('avoided_allergens')).toBe('milk')
  document.body.replaceChildren()
  await open('/order')
  await until(() => expect(shownDishes()).toEqual(['Panino', 'Olives']))
  expect(sessionEntries).toContain('avoided_allergens')
})

it('gives no number of dishes when the menu cannot be loaded', async () => {
  localStorage.setItem(entryNames.avoidedAllergens, 'milk')
  const made = menusPage([lunch], '/order', { bookOf: () => undefined })
  made.client.setQueryData(keys.menus('tavola-nyc', 'order'), {
    value: outlineOf({ menus: [lunch] }),
    savedAt: 0,
  })
  await show(made.page)
  await until(() => expect(filter().textContent).toBe('Without milk'))
  await until(() => find('button', 'Try again'))
  expect(shownDishes()).toEqual([])
  expect(said()).not.toMatch(/\d/)
})

it('waits for the whole book: the page’s own list does not know what a choice adds', async () => {
  localStorage.setItem(entryNames.avoidedAllergens, 'milk')
  const made = menusPage([lunch], '/order', { bookOf: () => 'waiting' })
  const outline = outlineOf({ menus: [lunch] })
  made.client.setQueryData(keys.menus('tavola-nyc', 'order'), { value: outline, savedAt: Date.now() })
  const [food] = lunch.categories
  made.client.setQueryData(keys.part('tavola-nyc', 'order', 'lunch', 'food', undefined), {
    mode: 'order',
    menu_id: 'lunch',
    category: { ...food!, items: food!.items.map(cardOf) },
  })
  await show(made.page)
  await until(() => filter())
  expect(shownDishes()).toEqual([])
})

it('search leaves nothing out where the menus tell nothing of allergens, as the lists', async () => {
  localStorage.setItem(entryNames.avoidedAllergens, JSON.stringify(['peanuts']))
  await open('/order?q=olives', [plain])
  await until(() => expect(find('a[data-hit]', /^Olives/)).toBeTruthy())
})

it('a dish that is gluten-free on request is called so, and is not added in one tap as it comes', async () => {
  const bun = section('Bun', {
    choices: [
      choice([
        value('Wheat bun', { default: true, allergens: contains('gluten') }),
        value('Rice bun', { allergens: none }),
      ]),
    ],
  })
  const burger = dish('Burger', { gluten_free: true, allergens: none, custom_options: [bun] })
  await open('/order', [menu('Lunch', [category('Food', [burger, dish('Salad', { gluten_free: true })])])])
  const row = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('li[data-dish]')].find((one) =>
      one.textContent.includes(name),
    )!
  await until(() => expect(row('Salad').querySelector('button')).not.toBeNull())
  expect(row('Burger').textContent).toContain('Gluten-free on request')
  expect(row('Burger').querySelector('button')).toBeNull()
  expect(row('Salad').textContent).not.toContain('on request')
})

describe('diets', () => {
  const salad = dish('Salad', { vegan: true, gluten_free: true, allergens: none })
  const noodles = dish('Noodles', {
    vegan: true,
    allergens: contains('gluten'),
    custom_options: [
      section('Broth', {
        choices: [
          choice([
            value('Bone', { default: true, allergens: contains('fish') }),
            value('Seaweed', { allergens: none }),
          ]),
        ],
      }),
      section('Extras', { checklist: [entry('Ham', { allergens: none })] }),
    ],
  })
  const steak = dish('Steak', { allergens: none })
  const menus = [menu('Lunch', [category('Food', [salad, noodles, steak, special])])]
  const summary = () => find('summary', /./).textContent

  it.each(['/order', '/order/lunch/category/food', '/menus/lunch/category/food'])(
    'leave only what the restaurant calls so at %s, each with its word, and together with allergens',
    async (at) => {
      await open(at, menus)
      await until(() => expect(shownDishes()).toHaveLength(4))
      expect(summary()).toBe('Diets · Allergens')
      await tick('Vegan')
      await until(() => expect(shownDishes()).toEqual(['Salad', 'Noodles']))
      expect(document.body.textContent).toContain('Vegan on request')
      expect(summary()).toBe('Vegan')
      await until(() => expect(said()).toContain('2 of 4 dishes.'))
      await tick('Gluten')
      await until(() => expect(shownDishes()).toEqual(['Salad']))
      expect(summary()).toBe('Vegan · Without gluten')
      expect(localStorage.getItem('diets')).toBe('vegan')
      expect(sessionEntries).toContain('diets')
      await press(find('button', 'Show every dish'))
      await until(() => expect(shownDishes()).toHaveLength(4))
      expect([localStorage.getItem('diets'), localStorage.getItem('avoided_allergens')]).toEqual([null, null])
    },
  )

  it('are offered without allergens, and only those that a dish is labeled with', async () => {
    localStorage.setItem(entryNames.diets, 'gluten_free')
    await open('/order', [menu('Lunch', [category('Food', [dish('Soup', { vegan: true }), dish('Stew')])])])
    // A diet that no dish is labeled with hides nothing.
    await until(() => expect(shownDishes()).toEqual(['Soup', 'Stew']))
    expect(summary()).toBe('Diets')
    expect([...document.querySelectorAll('fieldset label')].map((one) => one.textContent)).toEqual(['Vegan'])
  })

  it('hide results of a search that do not fit, which says so', async () => {
    localStorage.setItem(entryNames.diets, 'vegan')
    await open('/order?q=steak', menus)
    await until(() => expect(said()).toContain('No dish found for “steak”, vegan'))
    // Another word would not help: the choice that hides the dish is not visible here, so the button ends it.
    expect(document.body.textContent).not.toContain('another word')
    await press(find('button', 'Show every dish'))
    await until(() => expect(find('a[data-hit]', /^Steak/)).toBeTruthy())
  })

  it('cause a warning before a dish is added', async () => {
    localStorage.setItem(entryNames.diets, 'vegan')
    await open('/order/lunch/category/food/item/noodles', menus)
    await until(() => find('form'))
    expect(find('form').textContent).toContain('Bone Contains fish.')
    expect(said()).toContain('Contains fish.')
    await press(find('label input', /^Seaweed/))
    expect(said()).not.toMatch(/fish|vegan/)
    // It is not known whether it is meat.
    await press(find('label input', /^Ham/))
    await until(() => expect(said()).toContain('Not known to be vegan: please ask us.'))
  })
})

describe('a dish that is being chosen', () => {
  const at = (item: MenuItem) => `/order/lunch/category/food/item/${item.external_id}`

  it('turns from free to contains when pesto is ticked, before it is added', async () => {
    localStorage.setItem(entryNames.avoidedAllergens, 'tree_nuts')
    await open(at(panino))
    await until(() => find('form'))
    expect(find('form').textContent).toContain('Pesto Contains tree nuts')
    await press(find('label input', /^Rice roll/))
    expect(facts()).toMatch(/^AllergensContainseggsFree from.*tree nuts/)
    expect(said()).not.toContain('tree nuts')
    await press(find('label input', /^Pesto/))
    expect(facts()).toMatch(/^AllergensContainsmilk, eggs, tree nutsFree from/)
    expect(said()).toContain('Contains tree nuts.')
    await press(find('label input', /^Pesto/))
    expect(said()).not.toContain('Contains tree nuts.')
  })

  it('says what is unknown, and never calls that free', async () => {
    localStorage.setItem(entryNames.avoidedAllergens, 'milk')
    await open(at(special))
    await until(() => find('form'))
    expect(facts()).toContain('Not knownall 14 allergens that we list')
    expect(facts()).not.toContain('Free from')
    expect(said()).toContain('Not sure about milk: please ask us.')
  })

  it('stores what it contains with the change to the order', async () => {
    const { recorded } = await open(at(panino))
    await until(() => find('form'))
    await press(find('label input', /^Ciabatta/))
    await press(find('label input', /^Pesto/))
    await press(find('button[type=submit]'))
    await until(() => expect(recorded).toHaveLength(1))
    expect(recorded[0]).toMatchObject({
      kind: 'item.add',
      shown: { allergens: { contains: ['gluten', 'milk', 'tree_nuts'], free_from: 'others' } },
    })
  })

  it('cannot be added in one tap by a person who avoids what it contains', async () => {
    await open('/order')
    const adds = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('li[data-dish]')]
        .find((one) => one.textContent.includes(name))!
        .querySelector('button')
    await until(() => expect(adds('Olives')).not.toBeNull())
    expect(adds('Burrata')).not.toBeNull()
    await tick('Eggs')
    // Nothing is known about the special, so it is hidden; Burrata contains no eggs.
    await until(() => expect(shownDishes()).toEqual(['Panino', 'Olives', 'Burrata']))
    expect(adds('Burrata')).not.toBeNull()
  })
})

it('what is avoided lasts as long as the page if the device is full', () => {
  localStorage.setItem(entryNames.avoidedAllergens, 'milk')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => full.mockRestore())
  keepAvoided(['milk', 'peanuts'])
  expect(findAvoided()).toEqual(['milk', 'peanuts'])
  full.mockRestore()
  // Another tab's choice is newer.
  localStorage.setItem(entryNames.avoidedAllergens, 'eggs')
  expect(findAvoided()).toEqual(['eggs'])
})
