import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { largestOf, parsePictureIndex, type PictureIndex, versionOf } from '#server/import/pictures.ts'

type Known<T> = { stamp: string; value: T }

/**
 * Which version of each picture is on this machine's disk. Between copying new pictures and restarting the last server, an address of one version may meet the
 * files of another: those must not be cached for a year under it.
 */
export class PictureVersions {
  readonly #indexes = new Map<string, Known<PictureIndex>>()
  readonly #versions = new Map<string, Known<string>>()

  /** Whether `version` is that of the existing files, by a file's path in its pictures folder. */
  async isThere(folder: string, path: string, version: string): Promise<boolean> {
    const slug = /^(.+)-\d+\.\w+$/.exec(path)?.[1]
    if (slug === undefined) return false
    const index = await cached(this.#indexes, join(folder, 'index.json'), parsePictureIndex)
    const entry = index && Object.hasOwn(index, slug) ? index[slug] : undefined
    if (!entry) return false
    return version === (await cached(this.#versions, join(folder, largestOf(slug, entry)), versionOf))
  }
}

/** Computes something from a file, once as long as the file stays the same; undefined where it does not exist. */
async function cached<T>(
  known: Map<string, Known<T>>,
  file: string,
  make: (content: Buffer) => T,
): Promise<T | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const stamp = `${found.size}:${found.mtimeMs}`
  const before = known.get(file)
  if (before?.stamp === stamp) return before.value
  const value = make(await readFile(file))
  known.set(file, { stamp, value })
  return value
}
