import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LocationFile, MenuFile } from './file-schemas.ts'
import { listMenuFiles } from './merchant-folder.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** What a merchant's folder holds beside its menus; `pictures.json` is read by what draws the pictures. */
const known = [
  'host.json',
  'location.json',
  'menus',
  'options.json',
  'photos',
  'pictures',
  'pictures.json',
  'places.json',
]

/** Notes on what stands in a merchant's folder and nothing reads: a menu by another ending or in another place is not there. No reason not to import. */
export function listUnreadNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const note = (name: string): void =>
    void notes.push({ file: `merchants/${label}/${name}`, line: 1, field: '', message: 'is not read' })
  for (const name of entriesOf(folder)) if (!known.includes(name)) note(name)
  const menus = listMenuFiles(folder)
  for (const name of entriesOf(join(folder, 'menus'))) if (!menus.includes(name)) note(`menus/${name}`)
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  const { online_orders: orders, read_only_menu: reading } = location?.settings.meals ?? {}
  if (menus.length === 0 && (orders?.enable || reading?.enable))
    source?.report(['settings', 'meals'], 'shows menus, and there is none in the folder menus')
  return notes
}

/** Pages of comments and hidden files are for people and for programs like git. */
const entriesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.') && !name.endsWith('.md'))
        .sort()
    : []

/** What a check found of a merchant whose files are in order: `2 menus, 31 dishes`. */
export function countFound(folder: string, label: string): string {
  const menus = listMenuFiles(folder).flatMap((name) => {
    const source = readSourceFile(join(folder, 'menus', name), `merchants/${label}/menus/${name}`, [])
    return (source && checkSource(source, MenuFile)) ?? []
  })
  const dishes = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items)).length
  const count = (many: number, one: string, more: string): string => `${many} ${many === 1 ? one : more}`
  return `${count(menus.length, 'menu', 'menus')}, ${count(dishes, 'dish', 'dishes')}`
}
