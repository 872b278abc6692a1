import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choiceKey, entryKey, listSections, type Selection, valueKey } from '#contract/pricing/selection.ts'
import {
  allergenIn,
  type AllergenStatus,
  canBeMadeWithout,
  dietWords,
  isDietAsItComes,
  joinStatus,
  statementOf,
  statusIn,
} from '#contract/rules/allergens.ts'
import { allergenText, containsText, nothingStated } from '#contract/rules/allergen-words.ts'
import { type Allergen, allergens } from '#contract/rules/allergen-list.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem, Section } from '#contract/schemas/menu.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import { choice, dish, entry, section, value } from '../src/support/menus.tsx'

const none: AllergenStatement = { contains: [], free_from: 'others' }
const contains = (...list: Allergen[]): AllergenStatement => ({ contains: list, free_from: 'others' })

type Stated = AllergenStatement | undefined
const stateOf = (allergens: Stated) => (allergens ? { allergens } : {})
const onRequest = ['Gluten-free on request']
const open = { isOpen: true }

describe('what is known of an allergen', () => {
  it('is nothing without a statement: never free', () => {
    for (const one of allergens) {
      expect(statusIn(undefined, one)).toBe('unknown')
      expect(allergenIn(dish('Soup'), empty, one)).toBe('unknown')
      expect(canBeMadeWithout(dish('Soup'), [one])).toBe(false)
    }
    expect(statementOf(dish('Soup'))).toBeUndefined()
  })

  it('is nothing for an allergen that a statement leaves out', () => {
    const statement: AllergenStatement = { contains: ['milk'], free_from: ['eggs'] }
    expect(allergens.map((one) => statusIn(statement, one))).toEqual(
      allergens.map((one) => (one === 'milk' ? 'contains' : one === 'eggs' ? 'free' : 'unknown')),
    )
  })

  it.each<[AllergenStatus[], AllergenStatus]>([
    [['free', 'free'], 'free'],
    [['free', 'unknown'], 'unknown'],
    [['unknown', 'contains'], 'contains'],
    [['free', 'contains'], 'contains'],
    [[], 'unknown'],
  ])('joins %j to %s', (parts, joined) => expect(joinStatus(parts)).toBe(joined))

  it('is open while a required choice is, and includes what the choice adds once it is made', () => {
    const panino = dish('Panino', {
      allergens: none,
      custom_options: [
        section('Bread', {
          choices: [choice([value('Ciabatta', { allergens: contains('gluten') }), value('Rice')])],
        }),
      ],
    })
    const with_ = (id: string): Selection => ({ ...empty, values: { [choiceKey('o', 0, 0)]: id } })
    expect(allergenIn(panino, empty, 'gluten')).toBe('unknown')
    expect(allergenIn(panino, with_('ciabatta'), 'gluten')).toBe('contains')
    expect(allergenIn(panino, with_('ciabatta'), 'milk')).toBe('free')
    expect(allergenIn(panino, with_('rice'), 'milk'), 'a choice that nobody described').toBe('unknown')
    expect(canBeMadeWithout(panino, ['milk'])).toBe(true)
    expect(canBeMadeWithout(panino, ['gluten']), 'the other bread is not known').toBe(false)
    expect(containsText(statementOf(panino, with_('ciabatta')))).toBe('Contains gluten')
  })

  it('cannot be free by a value that has no id to order it with', () => {
    const pasta = (ids: string[]) => {
      const values = [
        value('Wheat', { allergens: contains('gluten') }),
        value('Rice', { allergens: none, omnivore_id: ids }),
      ]
      return dish('Pasta', {
        allergens: none,
        custom_options: [section('Kind', { choices: [choice(values)] })],
      })
    }
    expect(canBeMadeWithout(pasta(['rice']), ['gluten'])).toBe(true)
    expect(canBeMadeWithout(pasta([]), ['gluten'])).toBe(false)
  })

  it('is labeled gluten-free or vegan only if it is so without any choice', () => {
    const bun = (first: AllergenStatement) =>
      section('Bun', {
        choices: [
          choice([value('Wheat', { default: true, allergens: first }), value('Rice', { allergens: none })]),
        ],
      })
    const burger = (first: AllergenStatement) =>
      dish('Burger', { allergens: none, custom_options: [bun(first)] })
    expect(isDietAsItComes(burger(contains('gluten')), 'gluten_free')).toBe(false)
    expect(isDietAsItComes(burger(contains('gluten')), 'vegan')).toBe(true)
    expect(isDietAsItComes(burger(none), 'gluten_free')).toBe(true)
    expect(isDietAsItComes(burger(contains('milk')), 'vegan')).toBe(false)
    // The restaurant's label is trusted, because nothing else is known.
    expect(isDietAsItComes(dish('Soup'), 'gluten_free')).toBe(true)
    const open = (...values: AllergenStatement[]) =>
      dish('Burger', {
        allergens: none,
        custom_options: [
          section('Bun', {
            choices: [
              choice(
                values.map((allergens, place) => value(`Bun ${place}`, { allergens })),
                true,
              ),
            ],
          }),
        ],
      })
    expect(isDietAsItComes(open(contains('gluten'), none), 'gluten_free')).toBe(false)
    expect(isDietAsItComes(open(none, none), 'gluten_free')).toBe(true)
  })

  it.each<[string, string[], Stated, [Stated, Stated], { isOpen?: boolean }?]>([
    [
      'as served, when all of its parts are stated to be free',
      ['Gluten-free'],
      none,
      [none, contains('gluten')],
    ],
    ['on request, when its default choice has no statement', onRequest, none, [undefined, none]],
    [
      'on request, when a value of the open choice has no statement',
      onRequest,
      none,
      [undefined, none],
      open,
    ],
    ['as served by its mark, when nothing is stated', ['Gluten-free'], undefined, [undefined, undefined]],
    ['on request, when another bread is free', onRequest, undefined, [contains('gluten'), none]],
    ['nothing, when every bread contains it', [], undefined, [contains('gluten'), contains('gluten')]],
    ['nothing, when the other bread has no statement', [], undefined, [contains('gluten'), undefined]],
    ['nothing, when no bread has a statement', [], none, [undefined, undefined]],
  ])('calls a gluten-free dish so %s', (_, words, stated, [first, other], { isOpen = false } = {}) => {
    const breads = [
      value('House', { default: !isOpen, ...stateOf(first) }),
      value('Rice', { default: false, ...stateOf(other) }),
    ]
    const item = dish('Burger', {
      gluten_free: true,
      ...stateOf(stated),
      custom_options: [section('Bun', { choices: [choice(breads, true)] })],
    })
    expect(dietWords(item)).toEqual(words)
  })

  it('is not gluten-free as it comes by an open choice whose values come with something else', () => {
    const crust = section('Crust', {
      choices: [choice([value('Wheat', { default: true, allergens: contains('gluten') })], true)],
    })
    const sizes = [value('Small', { allergens: none, sections: [crust] })]
    const item = dish('Pie', {
      allergens: none,
      custom_options: [section('Size', { choices: [choice(sizes, true)] })],
    })
    expect(isDietAsItComes(item, 'gluten_free')).toBe(false)
  })

  it('turns from free to contains with a topping, and back without what can be taken off', () => {
    const pizza = dish('Pizza', {
      allergens: none,
      custom_options: [
        section('Toppings', {
          checklist: [
            entry('Pesto', { allergens: contains('tree_nuts', 'milk') }),
            entry('Cheese', { selected: true, allergens: contains('milk') }),
            entry('Egg', { selected: true, allergens: contains('eggs'), unselected_omnivore_id: [] }),
          ],
        }),
      ],
    })
    const [pesto, cheese] = pizza.custom_options[0]!.checklist.map((one) => entryKey('o', 0, one))
    expect(allergenIn(pizza, empty, 'tree_nuts')).toBe('free')
    expect(allergenIn(pizza, { ...empty, ticked: { [pesto!]: true } }, 'tree_nuts')).toBe('contains')
    expect(allergenIn(pizza, empty, 'milk')).toBe('contains')
    expect(allergenIn(pizza, { ...empty, ticked: { [cheese!]: false } }, 'milk')).toBe('free')
    expect(canBeMadeWithout(pizza, ['milk', 'tree_nuts'])).toBe(true)
    expect(canBeMadeWithout(pizza, ['eggs']), 'nothing takes the egg off').toBe(false)
  })
})

describe('an order’s line in words', () => {
  it.each<[string, AllergenStatement | undefined, string]>([
    ['nothing when the restaurant states no allergens', undefined, ''],
    ['that nothing is stated for this dish', nothingStated, 'Allergens not known'],
    ['nothing for a dish that is free from all', none, ''],
    [
      'what it contains, when it is free from the rest',
      contains('gluten', 'milk'),
      'Contains gluten and milk',
    ],
    [
      'that the rest is not known',
      { contains: ['gluten'], free_from: [] },
      'Contains gluten. Other allergens not known',
    ],
    [
      'which few are not known',
      {
        contains: ['gluten'],
        free_from: allergens.filter((one) => !['gluten', 'milk', 'eggs'].includes(one)),
      },
      'Contains gluten. Not sure about milk and eggs',
    ],
  ])('says %s', (_, statement, words) => expect(allergenText(statement)).toBe(words))
})

/** Each way to choose a part of a dish: the selection, and the allergen statement of every part in it. */
type Way = { selection: Selection; says: (AllergenStatement | undefined | 'open')[] }

const empty: Selection = { values: {}, ticked: {}, toggles: {} }
const merge = (one: Way, other: Way): Way => ({
  selection: {
    values: { ...one.selection.values, ...other.selection.values },
    ticked: { ...one.selection.ticked, ...other.selection.ticked },
    toggles: {},
  },
  says: [...one.says, ...other.says],
})
const product = (parts: Way[][]): Way[] =>
  parts.reduce<Way[]>(
    (all, ways) => all.flatMap((one) => ways.map((way) => merge(one, way))),
    [{ selection: empty, says: [] }],
  )

const waysOf = (parent: string, sections: Section[]): Way[] =>
  product(
    sections.flatMap((one, place) => [
      ...one.choices.map((each, number): Way[] => {
        const key = choiceKey(parent, place, number)
        const open: Way = {
          selection: { ...empty, values: { [key]: null } },
          says: each.required ? ['open'] : [],
        }
        return [
          open,
          ...each.values.flatMap((picked) =>
            waysOf(valueKey(key, picked), picked.sections).map((under) =>
              merge(
                { selection: { ...empty, values: { [key]: picked.id } }, says: [picked.allergens] },
                under,
              ),
            ),
          ),
        ]
      }),
      ...one.checklist.map((each): Way[] => {
        const key = entryKey(parent, place, each)
        return [
          { selection: { ...empty, ticked: { [key]: false } }, says: [] },
          { selection: { ...empty, ticked: { [key]: true } }, says: [each.allergens] },
        ]
      }),
    ]),
  )

const everyWay = (item: MenuItem): Way[] =>
  product(listSections(item).map(({ parent, sections }) => waysOf(parent, sections)))

function bellasDish(externalId: string): MenuItem {
  const problems: Parameters<typeof readMerchant>[2] = []
  const merchant = readMerchant(join('merchants', 'bella'), 'bella', problems, { allowMissingPictures: true })
  expect(problems).toEqual([])
  const items = merchant!.document.menus.flatMap((menu) => menu.categories.flatMap((one) => one.items))
  return items.find((one) => one.external_id === externalId)!
}

describe('every way to choose a dish of Bella’s', () => {
  it.each([
    ['caesar', 56],
    ['porchetta-panino', 480],
    ['cappuccino', 120],
  ])('%s: contains what a part of it contains, free only where each part is', (name, atLeast) => {
    const item = bellasDish(name)
    const ways = everyWay(item)
    expect(ways.length).toBeGreaterThanOrEqual(atLeast)
    const met = new Set<string>()
    const wrong: object[] = []
    for (const { selection, says } of ways)
      for (const allergen of allergens) {
        const parts = [item.allergens, ...says]
        const expected = parts.some((one) => one !== 'open' && one?.contains.includes(allergen))
          ? 'contains'
          : parts.every(
                (one) =>
                  one !== 'open' &&
                  one !== undefined &&
                  (one.free_from === 'others' || one.free_from.includes(allergen)),
              )
            ? 'free'
            : 'unknown'
        const found = allergenIn(item, selection, allergen)
        met.add(found)
        if (found !== expected) wrong.push({ allergen, selection, found, expected })
      }
    expect(wrong.slice(0, 3)).toEqual([])
    expect([...met].toSorted()).toEqual(['contains', 'free', 'unknown'])
  })
})
