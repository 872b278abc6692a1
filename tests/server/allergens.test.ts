import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import { listDietsOnRequest } from '#server/import/diet-notes.ts'
import { checkMerchants, readMerchants } from '#server/import/import-merchants.ts'
import { formatImportProblem } from '#server/import/problem.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { cardOf } from '#server/modules/menus/service.ts'
import { findSitePlace } from '#server/portal/site-place.ts'
import { structuredData } from '#server/portal/structured-data.ts'
import { databases } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { fixtureMerchants, Guest, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, margherita, modifiers } from './support/orders.ts'
import { administratorOf, kitchenOf, place } from './support/placed.ts'

type Json = Record<string, unknown>
type MenuFile = { categories: { items: Json[] }[] }
type OptionsFile = {
  size: { choices: { values: Json[] }[] }
  toppings: { checklist: Json[] }
}

const milk = { contains: ['milk'], free_from: 'others' }

/** A folder with the fixture's merchants, where the Margherita (`dish`), its sizes and its toppings have allergens. */
function merchantsThatTell(
  dish: unknown,
  changes: { sizes?: unknown; otherSize?: unknown; burrata?: unknown; more?: Json } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-allergens-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const edit = <T>(name: string, change: (file: T) => void): void => {
    const path = join(folder, 'tavola', name)
    const file = JSON.parse(readFileSync(path, 'utf8')) as T
    change(file)
    writeFileSync(path, JSON.stringify(file, null, 2))
  }
  const { otherSize = changes.sizes ?? 'none', burrata = milk, more = {} } = changes
  const sizes = 'sizes' in changes ? changes.sizes : 'none'
  edit<MenuFile>('menus/01-dinner.json', ({ categories }) =>
    Object.assign(categories[0]!.items[0]!, { allergens: dish }, more),
  )
  edit<OptionsFile>('options.json', ({ size, toppings }) => {
    for (const value of size.choices[0]!.values)
      value['allergens'] = value['default'] === true ? sizes : otherSize
    for (const value of size.choices[0]!.values.flatMap(
      (one) => (one['sections'] ?? []) as OptionsFile['size'][],
    ))
      for (const cut of value.choices[0]!.values) cut['allergens'] = 'none'
    for (const entry of toppings.checklist)
      entry['allergens'] = entry['id'] === 'top-burrata' ? burrata : 'none'
  })
  return folder
}

const gluten = { contains: ['gluten'], free_from: 'others' }

describe.for(databases)('allergens on an order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let folder: string
  beforeAll(async () => {
    folder = merchantsThatTell(gluten)
    larder = await startTestLarder(engine, { merchantsDir: folder })
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const placeWith = async (...ids: string[]) =>
    place(guest, await completeOrder(guest, margherita({ modifiers: modifiers(...ids) })))

  it('are those of the dish with its choices, on the line, the receipt and in the kitchen', async () => {
    const order = await placeWith('size-12', 'top-burrata')
    const stated = { contains: ['gluten', 'milk'], free_from: 'others' }
    expect(order.items[0]!.allergens).toEqual(stated)
    expect((await guest.ticket('GET', ticketPath(order.id))).items[0]!.allergens).toEqual(stated)
    const { body } = await guest.send<ReceiptAnswer>(
      'GET',
      `/location/:loc/receipt?type=ticket_order&object_id=${order.id}`,
    )
    expect(body.receipt.items.map(({ type, allergens }) => [type, allergens])).toEqual([
      ['item', stated],
      ['modifier', undefined],
      ['modifier', undefined],
    ])
    const { orders } = await kitchenOf(await administratorOf(larder))
    expect(orders.find(({ id }) => id === order.id)!.items[0]!.allergens).toEqual(stated)
  })

  it('are unknown for a dish without a statement, in a restaurant that has statements', async () => {
    const { items } = await completeOrder(guest, {
      ...margherita({ modifiers: [] }),
      menu_item_external_id: 'cheap',
      menu_item: 'dinner.pizza.cheap',
    })
    expect(items[0]!.name).not.toBe('')
    expect(items[0]!.allergens).toEqual({ contains: [], free_from: [] })
  })

  it('are left out where the restaurant states nothing about any dish', async () => {
    const silent = await startTestLarder(engine)
    onTestFinished(() => silent.close())
    const { items } = await completeOrder(new Guest(silent), margherita())
    expect(items[0]!.name).toBe('Margherita')
    expect(items[0]).not.toHaveProperty('allergens')
  })

  it('are today’s while the order is open, and do not change once it is placed', async () => {
    const placed = await placeWith('size-12')
    const open = await completeOrder(new Guest(larder))
    const changed = merchantsThatTell({ contains: ['gluten', 'soy'], free_from: 'others' })
    await importMerchants(larder.database, changed, { nowMs: larder.clock.now() })
    await larder.minute()
    const statementOf = async (id: string) =>
      (await guest.ticket('GET', ticketPath(id))).items[0]!.allergens?.contains
    expect([await statementOf(placed.id), await statementOf(open.id)]).toEqual([
      ['gluten'],
      ['gluten', 'soy'],
    ])
  })

  it('are sent with the book and with a dish, but not with a list that has no choices', async () => {
    const item = await guest.send<{ item: MenuItem }>(
      'GET',
      '/location/:loc/menu/dinner/category/pizza/item/margherita',
    )
    expect(JSON.stringify(item.body)).toContain('"allergens"')
    const list = await guest.send('GET', '/location/:loc/menu/dinner/category/pizza/items')
    expect(JSON.stringify(list.body)).not.toContain('"allergens"')
    const book = await guest.send<MenuBook>('GET', '/location/:loc/menubook?mode=order')
    expect(JSON.stringify(book.body)).toContain('"allergens"')
  })
})

it('a dish that is gluten-free only in another size is not called so where choices are not shown: in lists and for search engines', () => {
  const marks = { vegan: true, gluten_free: true }
  const told = (sizes: unknown) => {
    const folder = merchantsThatTell('none', { sizes, otherSize: 'none', more: marks })
    const merchant = merchantDirectory(readMerchants(folder, { allowMissingPictures: false })).findByLabel(
      'tavola',
    )!
    const place = findSitePlace(merchant, '/menus/dinner/category/pizza/item/margherita')
    if (place.kind !== 'item') throw new Error('no dish')
    const { vegan, gluten_free } = cardOf(place.item)
    return {
      vegan,
      gluten_free,
      diets: structuredData(merchant, 'https://t.example', place)!['suitableForDiet'],
    }
  }
  expect(told(gluten)).toEqual({ vegan: true, gluten_free: false, diets: ['https://schema.org/VeganDiet'] })
  expect(told('none')).toEqual({
    ...marks,
    diets: ['https://schema.org/VeganDiet', 'https://schema.org/GlutenFreeDiet'],
  })
})

describe('the check of a restaurant’s files', () => {
  const problemsOf = (...given: Parameters<typeof merchantsThatTell>): string[] =>
    checkMerchants(merchantsThatTell(...given), { allowMissingPictures: false }).problems.map(
      formatImportProblem,
    )

  it('accepts statements about dishes and choices', () => {
    expect(problemsOf(gluten)).toEqual([])
    expect(problemsOf('none')).toEqual([])
    expect(problemsOf('none', { more: { vegan: true, gluten_free: true } })).toEqual([])
    // Nothing is declared for the dish: its labels are trusted, where the choices allow one.
    expect(problemsOf(undefined, { sizes: gluten, otherSize: 'none', more: { gluten_free: true } })).toEqual(
      [],
    )
    expect(problemsOf(undefined, { more: { vegan: true, gluten_free: true } })).toEqual([])
  })

  it.each<[string, string, Parameters<typeof merchantsThatTell>]>([
    ['an unknown allergen', 'contains[0]: should be', [{ contains: ['wheat'] }]],
    ['an invalid statement', 'allergens: ', ['no']],
    [
      'one that is both contained and absent',
      'items[0].allergens: says of milk that it is contained, and that it is not',
      [{ contains: ['milk'], free_from: ['milk', 'eggs'] }],
    ],
    [
      'a topping that states both',
      'checklist[0].allergens: says of milk',
      ['none', { burrata: { contains: ['milk'], free_from: ['milk'] } }],
    ],
    [
      'a vegan dish with milk',
      'items[0]: is called vegan, but contains milk',
      [milk, { more: { vegan: true } }],
    ],
    [
      'a vegan dish without a statement that it is free from eggs',
      'items[0]: is called vegan, but nothing says that it can be had without eggs',
      [{ free_from: ['milk', 'fish', 'crustaceans', 'mollusks'] }, { more: { vegan: true } }],
    ],
    [
      'a gluten-free dish without a size that is free from gluten',
      'items[0]: is called gluten-free, but nothing says that it can be had without gluten',
      ['none', { sizes: gluten, more: { gluten_free: true } }],
    ],
    [
      'one without a statement of its own, and without a size that is free from gluten',
      'items[0]: is called gluten-free, but nothing says that it can be had without gluten',
      [undefined, { sizes: gluten, more: { gluten_free: true } }],
    ],
  ])('names %s', (_, words, given) => {
    const problems = problemsOf(...given)
    expect(
      problems.some((one) => one.includes(words)),
      problems.join('\n'),
    ).toBe(true)
  })

  it('notes a gluten-free dish that comes in a size without a statement, and refuses nothing', () => {
    const folder = merchantsThatTell('none', {
      sizes: undefined,
      otherSize: 'none',
      more: { gluten_free: true },
    })
    expect(checkMerchants(folder, { allowMissingPictures: false }).problems).toEqual([])
    const notes = listDietsOnRequest(join(folder, 'tavola'), 'tavola')
    expect(notes.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'categories[0].items[0]: is called gluten-free on request, for what comes with it says nothing of gluten',
    ])
    expect(findRemedy(notes[0]!)).toMatch('at its choices')
    expect(
      listDietsOnRequest(
        join(merchantsThatTell('none', { more: { gluten_free: true } }), 'tavola'),
        'tavola',
      ),
    ).toEqual([])
  })
})
