import type { FieldPath } from './field-path.ts'
import type { SourceFile } from './source-file.ts'

/** Finds the names that a menu file uses in the bare JSON, so that an error in one place does not hide unknown names in others. */

type NameChecks = {
  /** Whether options.json has a section of this name. */
  hasSection(name: string): boolean
  /** Looks up a picture, and reports it at its path when it does not exist. */
  findPicture(slug: string, source: SourceFile, path: FieldPath): unknown
}

/** Reports sections and pictures that are named but do not exist. For files that do not fit their schema, so no structure is assumed. */
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

/** Reports that options.json has no section of this name. */
export const reportUnknownSection = (source: SourceFile, path: FieldPath, name: unknown): void =>
  source.report(path, `no section is called ${JSON.stringify(name)} in options.json`)

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined

const listUnder = (value: unknown, field: string): unknown[] => {
  const list = fieldOf(value, field)
  return Array.isArray(list) ? list : []
}
