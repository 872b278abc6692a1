import { t } from '#contract/language.ts'
import MiniSearch from 'minisearch'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
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
  /** The best `limit` dishes for a query, grouped by category; the best dish's group comes first. Nothing for a query without words. */
  search(text: string, limit: number): Found
}

type Entry = { id: number; name: string; description: string; category: string; marks: string }
type Place = Omit<HitGroup, 'hits'> & { item: MenuItem }

/** How many dishes are indexed at once: under 15 ms on a slow phone. */
export const sliceSize = 50

/** Short words are matched exactly: "tea" must not find "pea". */
const guessedFrom = 4

/**
 * An index of every dish in a book. Accents are folded, prefixes match, and so do words with one typo in five letters. Names weigh more than categories, and
 * those more than descriptions. Built in slices with `pause` between them, so that no task is long however many dishes there are.
 */
export async function buildMenuIndex(book: MenuBook, pause: () => Promise<void>): Promise<MenuIndex> {
  const places = listPlaces(book)
  const engine = new MiniSearch<Entry>({
    fields: ['name', 'description', 'category', 'marks'],
    tokenize: wordsOf,
    processTerm: (term) => term,
  })
  for (let from = 0; from < places.length; from += sliceSize) {
    engine.addAll(places.slice(from, from + sliceSize).map((place, at) => entryOf(place, from + at)))
    await pause()
  }
  return { search: (text, limit) => groupHits(find(engine, text), places, limit) }
}

function listPlaces(book: MenuBook): Place[] {
  return book.menus.flatMap((menu) =>
    menu.categories.flatMap((category) =>
      category.items.map((item) => ({
        menuId: menu.external_id,
        categoryId: category.external_id,
        menuName: menu.name,
        categoryName: category.name,
        item,
      })),
    ),
  )
}

const entryOf = ({ item, menuName, categoryName }: Place, id: number): Entry => ({
  id,
  name: item.name,
  description: item.description,
  category: `${categoryName} ${menuName}`,
  marks: [item.vegan && t('vegan vegetarian'), item.gluten_free && t('gluten free')]
    .filter((mark) => mark !== false)
    .join(' '),
})

type Result = ReturnType<MiniSearch<Entry>['search']>

/** Dishes with every word of the query; if there are none, those with any. */
function find(engine: MiniSearch<Entry>, text: string): Result {
  if (wordsOf(text).length === 0) return []
  const options = {
    boost: { name: 8, category: 4, description: 1, marks: 1 },
    prefix: true,
    fuzzy: (term: string) => (term.length < guessedFrom ? false : 0.2),
  }
  const every = engine.search(text, { ...options, combineWith: 'AND' })
  return every.length > 0 ? every : engine.search(text, { ...options, combineWith: 'OR' })
}

function groupHits(results: Result, places: readonly Place[], limit: number): Found {
  const groups = new Map<string, HitGroup>()
  for (const { id, terms } of results.slice(0, limit)) {
    const { item, ...where } = places[id as number]!
    const key = `${where.menuId} ${where.categoryId}`
    const group = groups.get(key) ?? { ...where, hits: [] }
    group.hits.push({ item, words: new Set(terms) })
    groups.set(key, group)
  }
  return { total: results.length, groups: [...groups.values()] }
}

const built = new WeakMap<MenuBook, Promise<MenuIndex>>()

/** Yields to input and the next frame. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The index of a book, built once and kept as long as the book. */
export function indexOf(book: MenuBook): Promise<MenuIndex> {
  const cached = built.get(book) ?? buildMenuIndex(book, nextTask)
  built.set(book, cached)
  return cached
}
