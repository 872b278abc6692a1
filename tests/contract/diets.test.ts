import { describe, expect, it } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import { choiceKey, emptySelection, entryKey, type Selection } from '#contract/pricing/selection.ts'
import { type Allergen, allergens, type Diet } from '#contract/rules/allergen-list.ts'
import { dietsOf } from '#contract/rules/allergens.ts'
import { dietIn } from '#contract/rules/diet-in.ts'
import { fitsDietaryNeeds, dietaryNeedsOf } from '#contract/rules/diets.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { category, choice, dish, entry, menu, section, value } from '../src/support/menus.tsx'

const none: AllergenStatement = { contains: [], free_from: 'others' }
const contains = (...list: Allergen[]): AllergenStatement => ({ contains: list, free_from: 'others' })
const stateOf = (allergens: AllergenStatement | undefined) => (allergens ? { allergens } : {})

/** With a required choice, whose first option is the default. */
const withCheese = (marks: Partial<MenuItem>, ...cheeses: (AllergenStatement | undefined)[]) =>
  dish('Pizza', {
    ...marks,
    custom_options: [
      section('Cheese', {
        choices: [
          choice(
            cheeses.map((one, place) => value(`Cheese ${place}`, { default: place === 0, ...stateOf(one) })),
          ),
        ],
      }),
    ],
  })

describe('a dish fits a diet', () => {
  const vegan = { vegan: true, allergens: none }
  it.each<[string, boolean, MenuItem, Diet[], Allergen[]]>([
    ['when no diet is chosen', true, dish('Soup'), [], []],
    ['not when nothing is stated for it', false, dish('Soup'), ['vegan'], []],
    [
      'not when it is free from everything, but lacks the mark',
      false,
      dish('Steak', { allergens: none }),
      ['vegan'],
      [],
    ],
    ['by its mark, when nothing is stated', true, dish('Soup', { vegan: true }), ['vegan'], []],
    [
      'not when it has the mark and contains milk',
      false,
      dish('Soup', { vegan: true, allergens: contains('milk') }),
      ['vegan'],
      [],
    ],
    [
      'not when it has the mark and some allergens are not known',
      false,
      dish('Soup', { vegan: true, allergens: { contains: [], free_from: ['milk'] } }),
      ['vegan'],
      [],
    ],
    ['with another choice', true, withCheese(vegan, contains('milk'), none), ['vegan'], []],
    [
      'not when the other choice has no statement',
      false,
      withCheese(vegan, contains('milk'), undefined),
      ['vegan'],
      [],
    ],
    ['not when it fits only one of two diets', false, dish('Soup', vegan), ['vegan', 'gluten_free'], []],
    [
      'when it fits both diets',
      true,
      dish('Soup', { ...vegan, gluten_free: true }),
      ['vegan', 'gluten_free'],
      [],
    ],
    [
      'not when each diet needs a different choice',
      false,
      withCheese({ ...vegan, gluten_free: true }, contains('milk'), contains('gluten')),
      ['vegan', 'gluten_free'],
      [],
    ],
    ['when it is free from an avoided allergen', true, dish('Soup', vegan), ['vegan'], ['soy']],
    [
      'not when the choice that it needs contains an avoided allergen',
      false,
      withCheese(vegan, contains('milk'), contains('soy')),
      ['vegan'],
      ['soy'],
    ],
    [
      'not by its mark alone, when an avoided allergen is not stated',
      false,
      dish('Soup', { vegan: true }),
      ['vegan'],
      ['soy'],
    ],
  ])('%s: %s', (_, fits, item, diets, avoided) =>
    expect(fitsDietaryNeeds(item, dietaryNeedsOf(avoided, diets))).toBe(fits),
  )

  it('names all that is not eaten in the usual order', () => {
    expect(dietaryNeedsOf(['soy', 'gluten'], ['vegan', 'gluten_free']).uneaten).toEqual(
      allergens.filter((one) =>
        ['gluten', 'milk', 'eggs', 'soy', 'fish', 'crustaceans', 'mollusks'].includes(one),
      ),
    )
  })
})

describe('the diets of a restaurant', () => {
  it.each<[string, Diet[], MenuItem[]]>([
    ['none, when no dish has a mark', [], [dish('Soup', { allergens: none })]],
    ['those that a dish can fit', ['vegan'], [dish('Soup', { vegan: true })]],
    [
      'not one that no choice of any dish fits',
      [],
      [dish('Soup', { gluten_free: true, allergens: contains('gluten') })],
    ],
    [
      'in their order',
      ['vegan', 'gluten_free'],
      [dish('Rice', { gluten_free: true }), dish('Soup', { vegan: true })],
    ],
  ])('%s', (_, diets, items) => {
    const book = { menus: [menu('Lunch', [category('Food', items)])] }
    expect(dietsOf(book)).toEqual(diets)
    expect(outlineOf(book).diets).toEqual(diets)
  })
})

describe('a dish as it is chosen', () => {
  const pizza = (marks: Partial<MenuItem>) =>
    dish('Pizza', {
      ...marks,
      custom_options: [
        section('Cheese', {
          choices: [
            choice([
              value('Oat', { default: true, allergens: none }),
              value('Cow', { allergens: contains('milk') }),
              value('Secret'),
            ]),
          ],
        }),
        section('Extras', {
          checklist: [entry('Ham', { allergens: none }), entry('Basil', { selected: true, allergens: none })],
        }),
      ],
    })
  const picked = (id: string): Selection => ({ ...emptySelection, values: { [choiceKey('o', 0, 0)]: id } })
  const [ham, basil] = pizza({}).custom_options[1]!.checklist.map((one) => entryKey('o', 1, one))
  const ticked = (key: string, isTicked: boolean): Selection => ({
    ...emptySelection,
    ticked: { [key]: isTicked },
  })
  const marked = { vegan: true, gluten_free: true, allergens: none }
  const unstated = { vegan: true, gluten_free: true }

  it.each<[string, string, Partial<MenuItem>, Selection, Diet]>([
    ['free', 'as it comes', marked, emptySelection, 'vegan'],
    ['contains', 'with milk in a choice', marked, picked('cow'), 'vegan'],
    ['free', 'with milk in a choice, which is no gluten', marked, picked('cow'), 'gluten_free'],
    ['unknown', 'with a choice that nobody described', marked, picked('secret'), 'vegan'],
    ['unknown', 'with an extra: its allergens do not tell meat', marked, ticked(ham!, true), 'vegan'],
    ['free', 'with an extra that is free from gluten', marked, ticked(ham!, true), 'gluten_free'],
    ['free', 'without what it comes with', marked, ticked(basil!, false), 'vegan'],
    ['unknown', 'where the restaurant does not call it so', { allergens: none }, emptySelection, 'vegan'],
    ['free', 'where it is stated to be free from gluten', { allergens: none }, emptySelection, 'gluten_free'],
    ['unknown', 'where nothing is said of it', {}, emptySelection, 'gluten_free'],
    ['free', 'at its word', unstated, emptySelection, 'vegan'],
    ['unknown', 'at its word, with what nobody described', unstated, picked('secret'), 'gluten_free'],
    ['contains', 'at its word, with milk', unstated, picked('cow'), 'vegan'],
  ])('is %s %s', (status, _, marks, selection, diet) =>
    expect(dietIn(pizza(marks), selection, diet)).toBe(status),
  )
})
