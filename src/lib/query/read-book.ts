import { locationEndpoints } from '#contract/endpoints/location.ts'
import { openBookText } from '#contract/schemas/menu-book-text.ts'
import {
  type BookCategory,
  type BookMenu,
  checkBook,
  maxDigestsLength,
  type MenuBook,
  type MenuItem,
  type MenuMode,
} from '#contract/schemas/menu.ts'
import { findLocation } from '#db/locations.ts'
import { findMenuBook, saveMenuBook, touchMenuBook } from '#db/menu-books.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { serverTimeOfDay } from '#lib/ports/server-time-of-day.ts'
import { type Aged, type Fetched, findIfReadable, readDeviceBacked } from './device-backed.ts'
import type { ReadPorts } from './services.ts'

/** A whole menu book: the device's copy through `show`, then the network's (see readDeviceBacked). */
export async function readBook(
  ports: ReadPorts,
  mode: MenuMode,
  show: (copy: Aged<MenuBook>) => void,
): Promise<Aged<MenuBook>> {
  let row: Stored
  return await readDeviceBacked<Aged<MenuBook>>({
    async find() {
      row = await findMenuBook(ports.db, ports.locationId, mode, yieldToMain)
      return row && { value: row.book, savedAt: row.savedAt }
    },
    fetch: (askedAt) => fetchBook(ports, mode, row, askedAt),
    show,
    now: ports.clock.now,
  })
}

type Stored = { book: MenuBook; etag: string | null; savedAt: number } | undefined

async function fetchBook(
  ports: ReadPorts,
  mode: MenuMode,
  stored: Stored,
  savedAt: number,
): Promise<Fetched<Aged<MenuBook>>> {
  const { api, db, locationId } = ports
  const fetched = (book: MenuBook, etag: string | null): Fetched<Aged<MenuBook>> => ({
    answer: { value: book, savedAt },
    async save(now) {
      await saveMenuBook(db, { locationId, mode, book, etag, savedAt }, { now, pause: yieldToMain })
      await yieldToMain()
    },
  })
  const unchanged = ({ book, etag }: { book: MenuBook; etag: string }): Fetched<Aged<MenuBook>> => ({
    answer: { value: book, savedAt },
    save: () => touchMenuBook(db, locationId, mode, etag, savedAt),
  })
  const newest = await findNewest(ports, mode, stored)
  if (newest) return newest.isStored ? unchanged(newest) : fetched(newest.book, newest.etag)
  try {
    const answer = await api.call(locationEndpoints.getMenuBook, {
      query: { mode },
      etag: stored?.etag ?? undefined,
      reading: { parse, check: (json) => checkBook(json, yieldToMain) },
    })
    if (!answer.notModified) return fetched(answer.value, answer.etag)
    if (!stored?.etag) throw new Error('304 for a book that is not stored')
    return unchanged({ ...stored, etag: stored.etag })
  } catch (cause) {
    // `menu_book` is an extension: an API that has only the specification's calls answers 404, and the book is assembled from those.
    if (!(cause instanceof AppError) || cause.details.status !== 404) throw cause
    return fetched(await assembleBook(ports, mode), null)
  }
}

const parse = (text: string): Promise<unknown> => openBookText(text, yieldToMain)

type Newest = { book: MenuBook; etag: string; isStored: boolean }

/**
 * The newest book, loaded as changes to the stored one (extension `menu_changes`). Undefined where it must be loaded whole: nothing is stored, there are no
 * digests or too many, or they do not result in a complete book.
 */
async function findNewest({ api }: ReadPorts, mode: MenuMode, stored: Stored): Promise<Newest | undefined> {
  if (!stored?.etag) return undefined
  const categories = stored.book.menus.flatMap((menu) => menu.categories)
  const known = new Map(categories.map((category) => [category.digest, category]))
  const have = [...known.keys()].join()
  if (!isWhole(known) || have === '' || have.length > maxDigestsLength) return undefined
  let book = stored.book
  try {
    const answer = await api.call(locationEndpoints.getMenuChanges, {
      query: { mode, have },
      etag: stored.etag,
      reading: { parse, check: async (json) => (book = await checkBook(json, yieldToMain, known)) },
    })
    if (answer.notModified) return { book, etag: stored.etag, isStored: true }
    return answer.etag === null ? undefined : { book, etag: answer.etag, isStored: false }
  } catch (cause) {
    if (cause instanceof AppError && (cause.details.status === 404 || cause.kind === 'garbled'))
      return undefined
    throw cause
  }
}

const isWhole = (known: Map<string | undefined, BookCategory>): known is Map<string, BookCategory> =>
  !known.has(undefined)

/** The number of connections that a browser opens to one host: more requests would wait in its queue and could time out. */
const dishesAtOnce = 6

/**
 * The book from the calls of §7, one category after the other: slower, with the same result. A category's dishes are requested a few at a time: a menu has
 * hundreds, and nothing can be ordered from it before the last has loaded.
 */
async function assembleBook({ api, db, clock, locationId }: ReadPorts, mode: MenuMode): Promise<MenuBook> {
  const zone = (await findIfReadable(() => findLocation(db, locationId)))?.copy.location.time_zone ?? 'UTC'
  const time = serverTimeOfDay(clock.now(), zone)
  const query =
    mode === 'browse'
      ? { sort: 'order:asc', read_only: 'true' }
      : { sort: 'order:asc', online_order: 'true', time }
  const { menus } = await api.send(locationEndpoints.listMenus, { query })
  const books: BookMenu[] = []
  for (const menu of menus) {
    const { categories } = await api.send(locationEndpoints.listCategories, {
      params: { menu: menu.external_id },
    })
    const filled: BookCategory[] = []
    for (const category of categories) {
      const where = { menu: menu.external_id, category: category.external_id }
      const { items } = await api.send(locationEndpoints.listItems, {
        params: where,
        query: { minimize: 'true' },
      })
      const whole = async ({ external_id: item }: { external_id: string }): Promise<MenuItem> =>
        (await api.send(locationEndpoints.getItem, { params: { ...where, item } })).item
      const dishes: MenuItem[] = []
      for (let at = 0; at < items.length; at += dishesAtOnce)
        dishes.push(...(await Promise.all(items.slice(at, at + dishesAtOnce).map(whole))))
      filled.push({ ...category, items: dishes })
    }
    books.push({ ...menu, categories: filled })
  }
  return { menus: books }
}
