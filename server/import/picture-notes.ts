import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PictureIndex } from './pictures.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile } from './source-file.ts'

/** Notes on pictures with a missing size: some screens would show nothing in their place. */
export function listPictureNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const file = join(folder, 'pictures', 'index.json')
  const source = existsSync(file)
    ? readSourceFile(file, `merchants/${label}/pictures/index.json`, notes)
    : undefined
  const index = source && checkSource(source, PictureIndex)
  for (const [slug, { widths }] of Object.entries(index ?? {}))
    for (const name of widths.flatMap((width) => [`${slug}-${width}.webp`, `${slug}-${width}.avif`]))
      if (!existsSync(join(folder, 'pictures', name))) source!.report([slug], `has no file pictures/${name}`)
  return notes
}
