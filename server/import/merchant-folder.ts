import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MerchantFile } from './export-merchant.ts'

/** JSON in the layout of the files of `merchants/`. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The names of a merchant's menu files, in order; empty where there is no such folder. */
export function listMenuFiles(folder: string): string[] {
  const menus = join(folder, 'menus')
  return existsSync(menus)
    ? readdirSync(menus)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
}

/** Whether a folder does not exist or is empty. */
export const isFree = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

/** Writes a whole folder or nothing: it is built beside its final path and renamed when complete. `texts` are files that are not JSON. */
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
