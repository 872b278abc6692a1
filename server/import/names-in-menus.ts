import type { FieldPath } from './field-path.ts'
import type { SourceFile } from './source-file.ts'

/** Names that a menu file uses, found in the bare JSON: a file with a slip in one place is still told of those in all the others. */

type NameChecks = {
  /** Whether options.json has a section of this name. */
  hasSection(name: string): boolean
  /** Looks a picture up, and reports it at its place when it is not there. */
  findPicture(slug: string, source: SourceFile, path: FieldPath): unknown
}

/** Reports sections and pictures that are named and not there. For files that do not fit their schema, so nothing is taken for granted. */
export function reportUnknownNames(source: SourceFile, checks: NameChecks): void {
  const { value } = source
  pictureAt(value, [], source, checks)
  for (const [c, category] of listUnder(value, 'categories').entries()) {
    const path: FieldPath = ['categories', c]
    pictureAt(category, path, source, checks)
    for (const [i, item] of listUnder(category, 'items').entries())
      reportItem(item, [...path, 'items', i], source, checks)
  }
}

function reportItem(item: unknown, path: FieldPath, source: SourceFile, checks: NameChecks): void {
  for (const field of ['options', 'additional'])
    for (const [index, name] of listUnder(item, field).entries())
      if (typeof name === 'string' && !checks.hasSection(name))
        reportUnknownSection(source, [...path, field, index], name)
  for (const [index, slug] of listUnder(item, 'pictures').entries())
    if (typeof slug === 'string') checks.findPicture(slug, source, [...path, 'pictures', index])
}

function pictureAt(value: unknown, path: FieldPath, source: SourceFile, checks: NameChecks): void {
  const slug = fieldOf(value, 'picture')
  if (typeof slug === 'string') checks.findPicture(slug, source, [...path, 'picture'])
}

/** Says that options.json has no section of a name. */
export const reportUnknownSection = (source: SourceFile, path: FieldPath, name: unknown): void =>
  source.report(path, `no section is called ${JSON.stringify(name)} in options.json`)

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined

const listUnder = (value: unknown, field: string): unknown[] => {
  const list = fieldOf(value, field)
  return Array.isArray(list) ? list : []
}
