import { join } from 'node:path'
import { listDietNotes } from './allergens.ts'
import { listMenuFiles } from './merchant-folder.ts'
import type { ImportProblem } from './problem.ts'
import { readMerchant } from './read-merchant.ts'
import { readSourceFile } from './source-file.ts'

/** Notes on dishes labelled vegan or gluten-free that come with something whose allergens are not stated. They do not stop an import. */
export function listDietsOnRequest(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const menus = readMerchant(folder, label, [], { allowMissingPictures: true })?.document.menus ?? []
  // The menus are in the order of their files.
  for (const [place, name] of listMenuFiles(folder).entries()) {
    const source = readSourceFile(join(folder, `menus/${name}`), `merchants/${label}/menus/${name}`, notes)
    menus[place]?.categories.forEach(({ items }, c) =>
      items.forEach((item, i) => {
        for (const note of listDietNotes(item)) source?.report(['categories', c, 'items', i], note)
      }),
    )
  }
  return notes
}
