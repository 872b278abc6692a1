import { join } from 'node:path'
import { contentFeatures, isOn } from '#contract/rules/features.ts'
import { contentSchemas, findContent, type ContentName } from '#contract/schemas/content.ts'
import { LocationFile } from './file-schemas.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** Pages that have content even without the restaurant's own text. */
const standAlone = ['reward_page']

/** Notes on the configurations of a merchant with valid files: one that is never read, and a page that guests find empty. */
export function listPageNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  const { configurations, settings } = location
  const names = configurations.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index)
      source.report(['configurations', index, 'name'], `is a second "${name}", and only the first is read`)
    else if (isContent(name) && !findContent(configurations, name))
      source.report(
        ['configurations', index, 'value'],
        `is not what "${name}" reads, so guests see nothing of it`,
      )
  })
  for (const [name, feature] of Object.entries(contentFeatures))
    if (isOn(settings, feature) && !names.includes(name) && !standAlone.includes(name))
      source.report(['configurations'], `has no "${name}", so its page is on without your words`)
  return notes
}

const isContent = (name: string): name is ContentName => Object.hasOwn(contentSchemas, name)
