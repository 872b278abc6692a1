import { join } from 'node:path'
import { isProvidedFace } from '#contract/theme.ts'
import { HostFile } from './host-file.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** Notes on a valid `host.json`: an id that is easily mistyped, and a typeface that few guests have. */
export function listHostNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'host.json'), `merchants/${label}/host.json`, notes)
  const host = source && checkSource(source, HostFile)
  if (!host) return notes
  if (/\s/.test(host.locationId)) source.report(['locationId'], `has a blank in it: "${host.locationId}"`)
  // It is a part of addresses, also of the one that is typed into Stripe's dashboard.
  else if (/[^\w.~-]/.test(host.locationId))
    source.report(['locationId'], `has a character that addresses write differently: "${host.locationId}"`)
  for (const use of ['display', 'text'] as const) {
    const face = host.theme.type[use]
    if (!isProvidedFace(face))
      source.report(['theme', 'type', use], `is no typeface that comes with the site: "${face}"`)
  }
  return notes
}
