import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LocationFile, MenuFile } from './file-schemas.ts'
import { listMenuFiles } from './merchant-folder.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** What a merchant's folder may contain besides its menus; `pictures.json` is read by the command that draws the pictures. */
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

/** Notes on files in a merchant's folder that nothing reads: a menu with another extension or in another folder is ignored. They do not stop an import. */
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

/** Markdown files and hidden files are for people and for programs such as git. */
const entriesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.') && !name.endsWith('.md'))
        .sort()
    : []

/** What a check found in a merchant with valid files: `2 menus, 31 dishes`. */
export function countFound(folder: string, label: string): string {
  const menus = listMenuFiles(folder).flatMap((name) => {
    const source = readSourceFile(join(folder, 'menus', name), `merchants/${label}/menus/${name}`, [])
    return (source && checkSource(source, MenuFile)) ?? []
  })
  const dishes = menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items)).length
  const count = (many: number, one: string, more: string): string => `${many} ${many === 1 ? one : more}`
  return `${count(menus.length, 'menu', 'menus')}, ${count(dishes, 'dish', 'dishes')}`
}
