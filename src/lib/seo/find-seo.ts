import type { LocationCopy } from '#contract/schemas/first-screen.ts'

export type Seo = { title: string; description: string }

/** Free text of a merchant's: nothing about it is certain. */
type SeoEntry = { path?: unknown; title?: unknown; description?: unknown } | null

/** Title and description of a path from the location's `seo` list, falling back to its `/home` entry, then to the location's name (LH-16). */
export function findSeo(copy: LocationCopy, path: string): Seo {
  const listed = copy.configurations.find((one) => one.name === 'seo')?.value
  const entries: SeoEntry[] = Array.isArray(listed) ? (listed as SeoEntry[]) : []
  const wanted = path === '/' ? '/home' : path
  const entry = entries.find((one) => one?.path === wanted) ?? entries.find((one) => one?.path === '/home')
  return {
    title: typeof entry?.title === 'string' ? entry.title : copy.location.name,
    description: typeof entry?.description === 'string' ? entry.description : '',
  }
}
