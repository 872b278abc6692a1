import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MerchantFile } from './export-merchant.ts'

/** JSON as the files of `merchants/` are written. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of a merchant's menus, by name, in their order; none where there is no folder of them. */
export function listMenuFiles(folder: string): string[] {
  const menus = join(folder, 'menus')
  return existsSync(menus)
    ? readdirSync(menus)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
}

/** Whether a folder is not there, or has nothing in it. */
export const isFree = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

/** Writes a whole folder, or nothing: it is made beside its place and moved there when it is complete. `texts` are files that are not JSON. */
export function writeMerchantFolder(
  folder: string,
  files: readonly MerchantFile[],
  texts: Readonly<Record<string, string>> = {},
  picturesOf?: string,
): void {
  const half = `${folder}.half-written`
  rmSync(half, { recursive: true, force: true })
  try {
    for (const { name, value } of files) writeText(join(half, name), fileText(value))
    for (const [name, text] of Object.entries(texts)) writeText(join(half, name), text)
    if (picturesOf !== undefined)
      for (const name of ['pictures', 'photos', 'pictures.json'])
        if (existsSync(join(picturesOf, name)))
          cpSync(join(picturesOf, name), join(half, name), { recursive: true })
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    renameSync(half, folder)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
