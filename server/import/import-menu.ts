import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MenuFile } from './file-schemas.ts'
import { fileText } from './merchant-folder.ts'
import { readPictures } from './pictures.ts'
import { ImportError, type ImportProblem } from './problem.ts'
import { listReadableMenus } from './read-merchant.ts'
import { makeMenuFile, type MadeMenu } from './schema-org/menu-files.ts'
import { readPublishedMenus } from './schema-org/read-menus.ts'
import { listSchemaProblems } from './schema-problems.ts'
import { readFileText, readSourceFile } from './source-file.ts'

type MenuImportOptions = {
  /** Dishes without a name or a price are left out and reported, instead of stopping the import. */
  leaveOut: boolean
}

export type ImportedMenus = {
  /** The files that were written, below the merchant's folder. */
  written: string[]
  dishes: number
  /** What was left out. */
  notes: string[]
  /** Photos that the page names: the address of each, and its file name in `photos/`. */
  pictures: MadeMenu['pictures']
}

/**
 * Writes the menus that a file publishes (schema.org, as JSON-LD or in HTML) into a merchant's folder. Throws ImportError with everything that is missing or
 * cannot be read, at its line; then nothing is written.
 */
export function importMenus(
  folder: string,
  label: string,
  page: string,
  { leaveOut }: MenuImportOptions,
): ImportedMenus {
  const problems: ImportProblem[] = []
  const { menus, notes } = readPublishedMenus(readPageText(page), basename(page), problems)
  if (menus.length === 0 || (problems.length > 0 && !leaveOut)) throw new ImportError(problems)
  const { taken, last } = menusThere(folder, label)
  const pictures = readPictures(join(folder, 'pictures'), `merchants/${label}/pictures`, problems)
  const made = menus.map((menu) => makeMenuFile(menu, taken, (slug) => pictures.find(slug) !== undefined))
  for (const { file } of made) checkMade(file)
  const written = made.map(
    ({ externalId }, index) => `menus/${String(last + 1 + index).padStart(2, '0')}-${externalId}.json`,
  )
  mkdirSync(join(folder, 'menus'), { recursive: true })
  made.forEach(({ file }, index) =>
    writeFileSync(
      join(folder, `${written[index]}.half`),
      fileText({ $schema: '../../menu.schema.json', ...file }),
    ),
  )
  for (const name of written) renameSync(join(folder, `${name}.half`), join(folder, name))
  return {
    written,
    dishes: menus.flatMap((menu) => menu.categories.flatMap((category) => category.dishes)).length,
    notes: [
      ...notes,
      ...problems.map(({ line, field, message }) => `left out: line ${line} ${field} ${message}`),
    ],
    pictures: made.flatMap((menu) => menu.pictures),
  }
}

function readPageText(page: string): string {
  const problems: ImportProblem[] = []
  const text = readFileText(page, basename(page), problems)
  if (text === undefined) throw new ImportError(problems)
  return text
}

/** The ids of the menus in a folder, and the highest number at the beginning of their file names. */
function menusThere(folder: string, label: string): { taken: Set<string>; last: number } {
  const problems: ImportProblem[] = []
  const names = listReadableMenus(folder, `merchants/${label}/menus`, problems) ?? []
  const ids = names.flatMap((name) => {
    const value = readSourceFile(
      join(folder, 'menus', name),
      `merchants/${label}/menus/${name}`,
      problems,
    )?.value
    return typeof value === 'object' && value !== null && 'external_id' in value
      ? [String(value.external_id)]
      : []
  })
  if (problems.length > 0) throw new ImportError(problems)
  return { taken: new Set(ids), last: Math.max(0, ...names.map((name) => Number.parseInt(name, 10) || 0)) }
}

/** A menu file that we made must be valid: if it is not, the program is wrong and not the page. */
function checkMade(file: Record<string, unknown>): void {
  const { problems } = listSchemaProblems(MenuFile, file)
  if (problems.length > 0) throw new Error(`the menu that was made is not one: ${JSON.stringify(problems)}`)
}
