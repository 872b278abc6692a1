import { t } from '#contract/language.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { type FieldWords, WordIndex } from './word-index.ts'

/** A dish that was found, and the folded words in it that matched. */
export type Hit = { item: MenuItem; words: ReadonlySet<string> }
/** The hits of one category, the best first. */
export type HitGroup = {
  menuId: string
  categoryId: string
  menuName: string
  categoryName: string
  hits: Hit[]
}
/** `total` counts every dish found, also those beyond the limit. */
export type Found = { total: number; groups: HitGroup[] }

export type MenuIndex = {
  /**
   * The best `limit` dishes for a query, grouped by category; the best dish's group comes first. Nothing for a query without words.
   * @param book the indexed one, or the same with sold-out dishes marked
   */
  search(book: MenuBook, text: string, limit: number): Found
}

/** Where a dish is in a book. */
type Place = { menu: number; category: number; item: number }

/** How many dishes are read at once: some 10 ms on a slow phone. */
export const sliceSize = 250

/**
 * An index of every dish in a book. Accents are folded, prefixes match, and so do words with one typo in five letters. Names weigh more than categories, and
 * those more than descriptions. Built in slices with `pause` between them, so that no task is long however many dishes there are.
 */
export async function buildMenuIndex(book: MenuBook, pause: () => Promise<void>): Promise<MenuIndex> {
  const index = new WordIndex()
  const places: Place[] = []
  for (const [place, words] of readDishes(book, index)) {
    index.add(words)
    if (places.push(place) % sliceSize === 0) await pause()
  }
  return {
    search(shown, text, limit) {
      const matches = index.find(text)
      const hits = matches.found.slice(0, limit).map(({ dish }) => {
        const words = [0, 1].flatMap((field) => matches.matchedIn(index.wordsIn(dish, field)))
        return { place: places[dish]!, words: new Set(words) }
      })
      return { total: matches.found.length, groups: groupHits(shown, hits) }
    },
  }
}

function* readDishes(book: MenuBook, index: WordIndex): Generator<[Place, FieldWords]> {
  const [vegan, glutenFree] = [index.read(t('vegan vegetarian')), index.read(t('gluten free'))]
  for (const [menu, { name: menuName, categories }] of book.menus.entries())
    for (const [category, { name, items }] of categories.entries()) {
      const above = index.read(`${name} ${menuName}`)
      for (const [item, dish] of items.entries()) {
        const marks = [...(dish.vegan ? vegan : []), ...(dish.gluten_free ? glutenFree : [])]
        yield [{ menu, category, item }, [index.read(dish.name), index.read(dish.description), above, marks]]
      }
    }
}

function groupHits(
  book: MenuBook,
  hits: readonly { place: Place; words: ReadonlySet<string> }[],
): HitGroup[] {
  const groups = new Map<unknown, HitGroup>()
  for (const { place, words } of hits) {
    const menu = book.menus[place.menu]!
    const category = menu.categories[place.category]!
    const group = groups.get(category) ?? {
      menuId: menu.external_id,
      categoryId: category.external_id,
      menuName: menu.name,
      categoryName: category.name,
      hits: [],
    }
    group.hits.push({ item: category.items[place.item]!, words })
    groups.set(category, group)
  }
  return [...groups.values()]
}

/** An index that is being built, or is ready. */
type Building = { ready: Promise<MenuIndex>; index?: MenuIndex }

const built = new WeakMap<MenuBook, Building>()

/** The index of a book, built once and kept as long as the book. */
export function indexOf(book: MenuBook): Building {
  const known = built.get(book)
  if (known) return known
  const building: Building = { ready: buildMenuIndex(book, yieldToMain) }
  building.ready = building.ready.then((index) => (building.index = index))
  built.set(book, building)
  return building
}
