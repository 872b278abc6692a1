import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import {
  findSearchEntry,
  listSearchEntries,
  placeTitle,
  type PlaceNames,
  screenTitle,
} from '#contract/search-entries.ts'

type Seo = { title: string; description: string }

/**
 * Title and description of a path from the location's SEO settings, falling back to its `/home` entry, then to the location's name (LH-16).
 * `names`: the menu, category and dish that the path shows, where known; a path with texts of its own uses them as its title, any other puts its screen's name
 * first.
 * The server's page has the same title.
 */
export function findSeo(copy: LocationCopy, path: string, names?: PlaceNames): Seo {
  const wanted = path === '/' ? '/home' : path.replace(/\/$/, '')
  const entry = findSearchEntry(listSearchEntries(copy), wanted)
  const title = entry?.title ?? copy.location.name
  const named = names && entry?.path !== wanted ? placeTitle(names, title) : screenTitle(wanted, entry, title)
  return { title: named, description: entry?.description ?? '' }
}
