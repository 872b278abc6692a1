import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MenuBook } from '#contract/schemas/menu.ts'
import { fold } from '#contract/fold.ts'
import { highlightWords, wordsOf } from '#shared/menu-search/words.ts'
import { buildMenuIndex, indexOf, sliceSize } from '#shared/menu-search/menu-index.ts'
import { category, dish, menu } from '../support/menus.tsx'

const book: MenuBook = {
  menus: [
    menu('Lunch', [
      category('Zuppe', [dish('Minestrone', { description: 'Beans, cavolo nero, basil oil', vegan: true })]),
      category('Panini', [dish('Porchetta', { description: 'Roast pork, fennel' })]),
    ]),
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { description: 'San Marzano tomato, fior di latte, basil' }),
        dish('Jalapeño', { description: 'Hot honey', gluten_free: true }),
      ]),
      category('Dolci', [dish('Crème brûlée', { description: 'Burnt sugar' }), dish('Basil sorbet')]),
    ]),
  ],
}
const now = async () => undefined
const namesFor = async (text: string, over = book): Promise<string[]> =>
  (await buildMenuIndex(over, now))
    .search(over, text, 50)
    .groups.flatMap((group) => group.hits.map(({ item }) => item.name))

describe('searching the menus', () => {
  it.each([
    ['a whole word', 'porchetta', ['Porchetta']],
    ['the beginning of a word, as it is typed', 'marg', ['Margherita']],
    ['without its accents', 'creme brulee', ['Crème brûlée']],
    ['with accents that the menu lacks', 'mínestroné', ['Minestrone']],
    ['one wrong letter', 'margarita', ['Margherita']],
    ['two wrong letters in a long word', 'minnestronne', ['Minestrone']],
    ['capitals', 'JALAPENO', ['Jalapeño']],
    ['a word of its description', 'fennel', ['Porchetta']],
    ['two words, both of which must match', 'pizza basil', ['Margherita']],
    ['a diet', 'vegan', ['Minestrone']],
    ['a diet of two words', 'gluten free', ['Jalapeño']],
    ['one word that matches and one that does not', 'sushi fennel', ['Porchetta']],
    ['no similar word', 'xylophone', []],
    ['short words must match exactly', 'hat', []],
    ['no word at all', ' - ', []],
  ])('%s', async (_name, text, expected) => {
    expect(await namesFor(text)).toEqual(expected)
  })

  it('a name counts more than the category, and the category more than a description', async () => {
    const three: MenuBook = {
      menus: [
        menu('A', [category('Plates', [dish('Third', { description: 'with basil' }), dish('Basil')])]),
        menu('B', [category('Basil', [dish('Second')])]),
      ],
    }
    expect(await namesFor('basil', three)).toEqual(['Basil', 'Third', 'Second'])
    expect(
      (await buildMenuIndex(three, now))
        .search(three, 'basil', 3)
        .groups.map(({ categoryName }) => categoryName),
    ).toEqual(['Plates', 'Basil'])
  })

  it('the dishes of a category come before one whose description names it', async () => {
    const wine = dish('Montepulciano', { description: 'The pizza wine' })
    const pizzas = ['Marinara', 'Bufala', 'Diavola', 'Capricciosa'].map((name) =>
      dish(name, { description: 'San Marzano tomato, oregano, olive oil, from the oven' }),
    )
    const others = Array.from({ length: 8 }, (_, at) => dish(`Plate ${at}`))
    const two: MenuBook = {
      menus: [
        menu('Dinner', [category('Vino', [wine]), category('Pizza', pizzas), category('Secondi', others)]),
      ],
    }
    expect((await namesFor('piz', two)).at(-1)).toBe('Montepulciano')
  })

  it('shows results by menu and category, the best first, and counts those beyond the limit', async () => {
    const { total, groups } = (await buildMenuIndex(book, now)).search(book, 'basil', 2)
    expect(total).toBe(3)
    expect(groups.map(({ menuName, categoryName, hits }) => [menuName, categoryName, hits.length])).toEqual([
      ['Dinner', 'Dolci', 1],
      [expect.any(String), expect.any(String), 1],
    ])
  })

  it('an index is built once for each book', () => {
    expect(indexOf(book)).toBe(indexOf(book))
    expect(indexOf({ ...book })).not.toBe(indexOf(book))
  })
})

describe('words', () => {
  it('are marked as they are written on the menu', () => {
    expect(highlightWords('Crème brûlée, burnt', new Set(['creme', 'burnt']))).toEqual([
      { text: 'Crème', hit: true },
      { text: ' brûlée, ', hit: false },
      { text: 'burnt', hit: true },
    ])
  })

  it('marking never changes a text, whatever was found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (text, found) => {
        const parts = highlightWords(text, new Set([...wordsOf(text).slice(0, 2), ...found]))
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })

  it.each([
    ['Smørrebrød', 'smorrebrod'],
    ['Weißwurst', 'weisswurst'],
    ['Phở', 'pho'],
    ['Żurek', 'zurek'],
    ['ÎLE FLOTTANTE', 'ile flottante'],
  ])('%s is typed as %s', (text, plain) => {
    expect(fold(text)).toBe(plain)
  })
})

/** Dishes with enough text for a realistic menu. */
function largeBook(count: number): MenuBook {
  const words = [
    'tomato',
    'basil',
    'pork',
    'fennel',
    'lemon',
    'roast',
    'smoked',
    'honey',
    'garlic',
    'butter',
    'rye',
    'plum',
    'cream',
    'chilli',
  ]
  const pick = (at: number): string => words[at % words.length]!
  const dishes = Array.from({ length: count }, (_, at) =>
    dish(`${pick(at)} ${pick(at * 7 + 3)} ${at}`, {
      description: Array.from({ length: 16 }, (_word, place) => pick(at * place + place)).join(' '),
    }),
  )
  return { menus: [menu('All day', [category('Everything', dishes)])] }
}

describe('a large menu', () => {
  it('of 5,000 dishes is read in by slices, and lets others go first after each', async () => {
    let slices = 0
    const large = largeBook(5000)
    const index = await buildMenuIndex(large, async () => {
      slices++
      await new Promise((resolve) => setImmediate(resolve))
    })
    expect(slices).toBe(5000 / sliceSize)
    expect(index.search(large, 'pork', 40).groups[0]!.hits).toHaveLength(40)
  })
})
