import { join } from 'node:path'
import { type FieldPath, valueAt } from './field-path.ts'
import { LocationFile, MenuFile } from './file-schemas.ts'
import { HostFile } from './host-file.ts'
import { listMenuFiles } from './merchant-folder.ts'
import { newMerchant } from './new-merchant.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile, type SourceFile } from './source-file.ts'

/** The fields of a new location that hold placeholder text. */
const sampleFields: readonly FieldPath[] = [
  ['location', 'address1'],
  ['location', 'phone'],
  ['settings', 'consumer_application_settings', 'home_page', 'welcome_box', 'message'],
  ['configurations', 0, 'value', 0, 'description'],
]

/**
 * Notes on what is still as `npm run merchant -- new` wrote it, on an address that emails link to but that does not answer, and on two menus with the same
 * name. They do not stop an import.
 */
export function listSampleNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const read = (name: string): SourceFile | undefined =>
    readSourceFile(join(folder, name), `merchants/${label}/${name}`, notes)
  const sample = new Map(newMerchant(label).map(({ name, value }) => [name, value]))
  const location = read('location.json')
  if (location && checkSource(location, LocationFile))
    for (const path of sampleFields)
      if (valueAt(location.value, path) === valueAt(sample.get('location.json'), path))
        location.report(path, 'is still the template’s placeholder')
  reportAddress(read('host.json'), sample.get('host.json'))
  reportMenus(
    listMenuFiles(folder).flatMap((name) => read(`menus/${name}`) ?? []),
    sample.get('menus/01-menu.json'),
  )
  return notes
}

/** Links in emails lead there. On a developer's machine the template's value is right. */
function reportAddress(source: SourceFile | undefined, sample: unknown): void {
  const host = source && checkSource(source, HostFile)
  if (!host) return
  const isOpen = host.hosts.some((name) => !isLocal(name))
  const { hostname, protocol } = new URL(host.adminURL)
  if (isOpen && host.adminURL === valueAt(sample, ['adminURL']))
    source?.report(['adminURL'], 'is still the template’s placeholder, and hosts has a name of your own')
  if (isLocal(hostname)) return
  if (!host.hosts.some((name) => name.toLowerCase() === hostname))
    source?.report(['adminURL'], `leads to "${hostname}", which is not among hosts`)
  else if (protocol === 'http:') source?.report(['adminURL'], `is not encrypted: "${host.adminURL}"`)
}

const isLocal = (name: string): boolean => /(^|\.)localhost$/i.test(name)

function reportMenus(sources: readonly SourceFile[], sample: unknown): void {
  const dish: FieldPath = ['categories', 0, 'items', 0, 'description']
  const named = new Map<string, string>()
  for (const source of sources) {
    const menu = checkSource(source, MenuFile)
    if (!menu) continue
    if (valueAt(source.value, dish) === valueAt(sample, dish))
      source.report(dish.slice(0, -1), 'is still the template’s dish')
    const name = menu.name.trim().toLowerCase()
    const other = named.get(name)
    if (other === undefined) named.set(name, source.file)
    else source.report(['name'], `is the name of ${other}, too: "${menu.name}"`)
  }
}
