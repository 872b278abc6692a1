import { t } from '#contract/language.ts'
import MiniSearch from 'minisearch'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { wordsOf } from './words.ts'

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
type Entry = { id: number; name: string; description: string; category: string; marks: string }

/** How many dishes are indexed at once: under 15 ms on a slow phone. */
export const sliceSize = 50

/** Short words are matched exactly: "tea" must not find "pea". */
const guessedFrom = 4

/**
 * An index of every dish in a book. Accents are folded, prefixes match, and so do words with one typo in five letters. Names weigh more than categories, and
 * those more than descriptions. Built in slices with `pause` between them, so that no task is long however many dishes there are.
 */
export async function buildMenuIndex(book: MenuBook, pause: () => Promise<void>): Promise<MenuIndex> {
  const places: Place[] = []
  const engine = new MiniSearch<Entry>({
    fields: ['name', 'description', 'category', 'marks'],
    tokenize: wordsOf,
    processTerm: (term) => term,
  })
  for (const [place, entry] of readDishes(book)) {
    engine.add({ id: places.length, ...entry })
    if (places.push(place) % sliceSize === 0) await pause()
  }
  return {
    search(shown, text, limit) {
      const results = find(engine, text)
      const hits = results.slice(0, limit).map(({ id, terms }) => ({
        place: places[id as number]!,
        words: new Set(terms),
      }))
      return { total: results.length, groups: groupHits(shown, hits) }
    },
  }
}

function* readDishes(book: MenuBook): Generator<[Place, Omit<Entry, 'id'>]> {
  for (const [menu, { name: menuName, categories }] of book.menus.entries())
    for (const [category, { name, items }] of categories.entries())
      for (const [item, dish] of items.entries()) {
        const marks = [dish.vegan && t('vegan vegetarian'), dish.gluten_free && t('gluten free')]
        yield [
          { menu, category, item },
          {
            name: dish.name,
            description: dish.description,
            category: `${name} ${menuName}`,
            marks: marks.filter((mark) => mark !== false).join(' '),
          },
        ]
      }
}

/** Dishes with every word of the query; if there are none, those with any. */
function find(engine: MiniSearch<Entry>, text: string): ReturnType<MiniSearch<Entry>['search']> {
  if (wordsOf(text).length === 0) return []
  const options = {
    boost: { name: 8, category: 4, description: 1, marks: 1 },
    prefix: true,
    fuzzy: (term: string) => (term.length < guessedFrom ? false : 0.2),
  }
  const every = engine.search(text, { ...options, combineWith: 'AND' })
  return every.length > 0 ? every : engine.search(text, { ...options, combineWith: 'OR' })
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
