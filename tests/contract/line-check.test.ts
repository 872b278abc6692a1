import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceLine } from '#contract/pricing/line.ts'
import { emptySelection, modifiersOf } from '#contract/pricing/selection.ts'
import { listItemProblems } from '#contract/rules/item.ts'
import { checkLine, type CheckedLine } from '#contract/rules/line-check.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { lineOf } from '#server/modules/tickets/lines.ts'
import { itemWithSelection } from './menu-items.ts'

const bookOf = (...items: MenuItem[]): MenuBook => {
  const of = (external_id: string) => ({
    id: external_id,
    external_id,
    name: external_id,
    description: '',
    image: null,
  })
  return { menus: [{ ...of('menu'), categories: [{ ...of('category'), external_menu_id: 'menu', items }] }] }
}

/** The server's side, with the same menu. */
const merchantOf = (book: MenuBook): Merchant =>
  ({
    findOrderItem: (menu: string, category: string, item: string) =>
      book.menus
        .find((one) => one.external_id === menu)
        ?.categories.find((one) => one.external_id === category)
        ?.items.find((one) => one.external_id === item),
  }) as Partial<Merchant> as Merchant

const accepts = (book: MenuBook, line: CheckedLine): boolean => {
  const sent = {
    menu_external_id: line.menu_external_id!,
    menu_category_external_id: line.menu_category_external_id!,
    menu_item_external_id: line.menu_item_external_id!,
    menu_item: line.menu_item,
    modifiers: line.modifiers.filter((one) => one.modifier !== '').map(({ modifier }) => ({ modifier })),
    quantity: 1,
  }
  try {
    lineOf(merchantOf(book), sent, 1, '')
    return true
  } catch {
    return false
  }
}

const lineFrom = (
  item: MenuItem,
  { unitCents, modifiers }: Pick<CheckedLine, 'unitCents' | 'modifiers'>,
): CheckedLine => ({
  menu_external_id: 'menu',
  menu_category_external_id: 'category',
  menu_item_external_id: item.external_id,
  menu_item: item.omnivore_id,
  unitCents,
  modifiers,
})

/** Changes that a dish may have overnight. */
const changeOf = (item: MenuItem, how: string): MenuItem[] => {
  switch (how) {
    case 'dearer':
      return [{ ...item, omnivore: { price_per_unit: item.omnivore.price_per_unit + 100 } }]
    case 'sold out':
      return [{ ...item, available: false }]
    case 'gone':
      return []
    case 'another dish':
      return [{ ...item, omnivore_id: 'something.else' }]
    case 'plain':
      return [{ ...item, custom_options: [], additional_items: [] }]
    case 'asks more':
      return [{ ...item, custom_options: [...item.custom_options, asks] }]
    default:
      return [item]
  }
}
const asks: MenuItem['custom_options'][number] = {
  name: 'Doneness',
  customization: false,
  checklist: [],
  choices: [
    {
      required: true,
      values: [
        {
          id: 'rare',
          name: 'Rare',
          price: 0,
          default: true,
          omnivore_id: ['rare'],
          sections: [],
          toggle: [],
        },
      ],
    },
  ],
}
const hows = ['same', 'dearer', 'sold out', 'gone', 'another dish', 'plain', 'asks more']

describe('a line beside a newer menu', () => {
  it('can be ordered if it is the same or only its price changed, and is refused otherwise', () =>
    fc.assert(
      fc.property(itemWithSelection, fc.constantFrom(...hows), ({ item, selection }, how) => {
        fc.pre(listItemProblems(item, selection).length === 0)
        const line = lineFrom(item, priceLine(item, selection))
        const book = bookOf(...changeOf(item, how))
        const { kind } = checkLine(line, book)
        expect(accepts(book, line)).toBe(kind === 'same' || kind === 'price')
      }),
      { numRuns: 500 },
    ))

  it('is the same beside its own menu, and dearer by what the dish is', () =>
    fc.assert(
      fc.property(itemWithSelection, ({ item, selection }) => {
        fc.pre(listItemProblems(item, selection).length === 0)
        const line = lineFrom(item, priceLine(item, selection))
        expect(checkLine(line, bookOf(item))).toEqual({ kind: 'same' })
        const dearer = { kind: 'price', beforeCents: line.unitCents, nowCents: line.unitCents + 100 }
        expect(checkLine(line, bookOf(...changeOf(item, 'dearer')))).toEqual(dearer)
      }),
    ))

  const item: MenuItem = {
    id: 'steak',
    external_id: 'steak',
    external_menu_id: 'menu',
    external_menu_category_id: 'category',
    omnivore_id: 'menu.category.steak',
    name: 'Steak',
    description: '',
    images: [],
    vegan: false,
    gluten_free: false,
    omnivore: { price_per_unit: 3000 },
    custom_options: [asks],
    additional_items: [],
  }
  const line = lineFrom(item, priceLine(item, emptySelection))

  it.each([
    ['sold out (B1)', { ...item, available: false }, { kind: 'sold-out', isToday: false }],
    [
      'dearer (B2)',
      { ...item, omnivore: { price_per_unit: 3200 } },
      { kind: 'price', beforeCents: 3000, nowCents: 3200 },
    ],
    [
      'cheaper (B2)',
      { ...item, omnivore: { price_per_unit: 2900 } },
      { kind: 'price', beforeCents: 3000, nowCents: 2900 },
    ],
    [
      'without what was picked (B3)',
      { ...item, custom_options: [] },
      { kind: 'modifier-gone', names: ['Rare'] },
    ],
    [
      'with another question (B3)',
      { ...item, additional_items: [{ ...asks, name: 'Sauce' }] },
      { kind: 'choice-needed' },
    ],
    ['known by another number', { ...item, omnivore_id: 'other' }, { kind: 'gone' }],
  ])('says how a dish has changed: %s', (_how, now, check) => {
    expect(checkLine(line, bookOf(now as MenuItem))).toEqual(check)
  })

  describe('what it contains', () => {
    const none: AllergenStatement = { contains: [], free_from: 'others' }
    const withNuts: MenuItem = {
      ...item,
      custom_options: [],
      allergens: { contains: ['tree_nuts'], free_from: 'others' },
      omnivore: { price_per_unit: 3200 },
    }
    const chosen = { ...line, modifiers: [] }

    it.each<[string, AllergenStatement]>([
      ['was free from', none],
      ['had no statement for', { contains: [], free_from: ['milk'] }],
    ])('is shown before its price if the dish %s it', (_how, allergens) => {
      expect(checkLine({ ...chosen, allergens }, bookOf(withNuts))).toEqual({
        kind: 'allergens',
        added: ['tree_nuts'],
        withdrawn: [],
        now: { contains: ['tree_nuts'], free_from: 'others' },
        nowCents: 3200,
      })
    })

    it('is shown if the dish is no longer free from something, whether or not anything else is stated', () => {
      const before: AllergenStatement = { contains: ['gluten'], free_from: ['peanuts', 'milk'] }
      const said = { ...chosen, unitCents: 3200, allergens: before }
      const withdrawn = (allergens: AllergenStatement | undefined) =>
        checkLine(said, bookOf({ ...withNuts, allergens }))
      const now: AllergenStatement = { contains: ['gluten'], free_from: ['milk'] }
      expect(withdrawn(now)).toEqual({
        kind: 'allergens',
        added: [],
        withdrawn: ['peanuts'],
        now,
        nowCents: 3200,
      })
      expect(withdrawn(undefined)).toMatchObject({
        kind: 'allergens',
        added: [],
        withdrawn: ['milk', 'peanuts'],
      })
      expect(withdrawn({ contains: ['milk'], free_from: [] })).toMatchObject({
        added: ['milk'],
        withdrawn: ['peanuts'],
      })
      // An allergen that it contained may be left out: no guest relied on it.
      expect(withdrawn({ contains: [], free_from: ['milk', 'peanuts'] })).toEqual({ kind: 'same' })
    })

    it('is nothing new where it was said, or where nothing was known of the dish', () => {
      for (const allergens of [withNuts.allergens, undefined])
        expect(checkLine({ ...chosen, allergens }, bookOf(withNuts))).toMatchObject({ kind: 'price' })
      const without = { ...withNuts, allergens: none, omnivore: { price_per_unit: 3000 } }
      expect(checkLine({ ...chosen, allergens: withNuts.allergens }, bookOf(without))).toEqual({
        kind: 'same',
      })
    })
  })

  it('a dish off the menu is gone, and a line without a menu stays', () => {
    expect(checkLine(line, bookOf())).toEqual({ kind: 'gone' })
    expect(checkLine({ menu_item: 'fee', unitCents: 100, modifiers: [] }, bookOf())).toEqual({ kind: 'same' })
  })

  it('a choice that is no longer offered is named, also if one pick sends several ids', () => {
    const modifiers = [
      { modifier: 'a', name: 'Rare' },
      { modifier: 'b', name: '' },
      { modifier: '', name: 'Said only' },
    ]
    expect(checkLine({ ...line, modifiers }, bookOf({ ...item, custom_options: [] }))).toEqual({
      kind: 'modifier-gone',
      names: ['Rare'],
    })
    expect(modifiersOf(item, emptySelection)).toEqual([{ modifier: 'rare' }])
  })
})
