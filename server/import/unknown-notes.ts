import { join } from 'node:path'
import * as z from 'zod/mini'
import { contentSchemas } from '#contract/schemas/content.ts'
import type { FieldPath } from './field-path.ts'
import { LocationFile } from './file-schemas.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** Configurations that are not text pages (specification §3). */
const otherConfigurations = [
  'app_icon',
  'facebook_id',
  'google_id',
  'location_background_url',
  'preview_location_background_url',
  'seo',
]

/** Fields of `consumer_application_settings` whose names the code puts together (specification §3). */
const madeNames =
  /^(.+_path(_title|_description)?|.+_page_name|send_card_by_(text|email|mail)_label|promotional_text)$/

/**
 * Notes on fields of `settings`, `configurations` and `announcements` that nothing reads: the specification lets an API add fields there, but in a file they
 * are typos. They do not stop an import.
 */
export function listUnknownNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  const written = source.value as { settings: unknown; announcements?: unknown }
  const { settings, announcements } = LocationFile.shape
  for (const path of [
    ...listUnknown(settings, written.settings, ['settings']),
    ...listUnknown(announcements, written.announcements, ['announcements']),
  ])
    if (path[1] !== 'consumer_application_settings' || path.length > 3 || !madeNames.test(String(path[2])))
      source.report(path, 'is an unused field')
  location.configurations.forEach(({ name, value }, index) => {
    const schema = Object.hasOwn(contentSchemas, name)
      ? contentSchemas[name as keyof typeof contentSchemas]
      : undefined
    if (!schema && !otherConfigurations.includes(name))
      source.report(['configurations', index, 'name'], `is an unknown page: "${name}"`)
    for (const path of schema ? listUnknown(schema, value, ['configurations', index, 'value']) : [])
      source.report(path, 'is an unused field')
  })
  return notes
}

/** The paths of fields that a schema does not name, in a value that fits it. */
function listUnknown(schema: unknown, value: unknown, path: FieldPath): FieldPath[] {
  if (schema instanceof z.ZodMiniObject) {
    if (typeof value !== 'object' || value === null) return []
    const shape = schema.shape as Record<string, unknown>
    return Object.entries(value).flatMap(([name, inside]) =>
      Object.hasOwn(shape, name) ? listUnknown(shape[name], inside, [...path, name]) : [[...path, name]],
    )
  }
  if (schema instanceof z.ZodMiniArray)
    return Array.isArray(value)
      ? value.flatMap((inside, index) => listUnknown(schema._zod.def.element, inside, [...path, index]))
      : []
  if (schema instanceof z.ZodMiniLazy) return listUnknown(schema._zod.innerType, value, path)
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault)
    return listUnknown(schema._zod.def.innerType, value, path)
  return []
}
