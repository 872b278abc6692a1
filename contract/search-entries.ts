import { t } from './language.ts'
import type { Location } from './schemas/location.ts'
import { findScreen, notFoundTitle } from './screens.ts'

/** The title and description of a route for search engines and tabs (specification §3: `*_path` settings, and the `seo` configuration). */
export type SearchEntry = { path: string; title: string; description: string }

/** The parts of a location that contain search entries. */
type SearchSource = {
  location: Pick<Location, 'settings'>
  configurations: readonly { name: string; value?: unknown }[]
}

/** Every route that a merchant has written texts for: from the settings first, then from the configuration `seo`. */
export function listSearchEntries(source: SearchSource): SearchEntry[] {
  const entries = new Map<string, SearchEntry>()
  for (const entry of [...entriesOfSettings(source), ...entriesOfConfiguration(source)])
    if (!entries.has(entry.path)) entries.set(entry.path, entry)
  return [...entries.values()]
}

/**
 * The texts for a route: its own, else those of the closest route above it, else the home page's (specification §2, LH-16); undefined when there are none at
 * all.
 */
export function findSearchEntry(entries: readonly SearchEntry[], path: string): SearchEntry | undefined {
  const above = entries.filter(
    (entry) => path === entry.path || path.startsWith(`${entry.path.replace(/\/$/, '')}/`),
  )
  const closest = above.toSorted((one, other) => other.path.length - one.path.length)[0]
  const home = entries.find((entry) => entry.path === '/home')
  return closest?.path === '/' ? (home ?? closest) : (closest ?? home)
}

/** What a page of the menus shows, from the outermost to the innermost. */
export type PlaceNames = { menu: string; category?: string | undefined; item?: string | undefined }

/** A menu, a category and a dish put their own name before the title of their route: no two pages may have the same title. */
export function placeTitle({ menu, category, item }: PlaceNames, title: string): string {
  const name = item ?? (category === undefined ? menu : `${category}, ${menu}`)
  return `${name} | ${title}`
}

/**
 * The title of a path: the restaurant's own where it has written one for exactly this path (`entry`); otherwise the screen's name before `title`, so that no
 * two screens have the same title. Titles of menus and dishes come from `placeTitle`.
 */
export function screenTitle(path: string, entry: SearchEntry | undefined, title: string): string {
  if (entry?.path === path) return title
  const screen = findScreen(path)
  const name = screen ? screen.title : notFoundTitle
  return name === null ? title : `${t(name)} | ${title}`
}

function entriesOfSettings({ location }: SearchSource): SearchEntry[] {
  const settings: Record<string, unknown> = location.settings.consumer_application_settings
  return Object.entries(settings).flatMap(([key, path]) => {
    if (!key.endsWith('_path') || typeof path !== 'string') return []
    return entryOf({ path, title: settings[`${key}_title`], description: settings[`${key}_description`] })
  })
}

function entriesOfConfiguration({ configurations }: SearchSource): SearchEntry[] {
  const list = configurations.find((one) => one.name === 'seo')?.value
  return Array.isArray(list)
    ? list.flatMap((one: unknown) => (typeof one === 'object' && one !== null ? entryOf({ ...one }) : []))
    : []
}

function entryOf({
  path,
  title,
  description,
}: {
  path?: unknown
  title?: unknown
  description?: unknown
}): SearchEntry[] {
  if (typeof path !== 'string' || typeof title !== 'string') return []
  return [
    {
      path: path.startsWith('/') ? path : `/${path}`,
      title,
      description: typeof description === 'string' ? description : '',
    },
  ]
}
