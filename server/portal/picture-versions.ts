import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** As much of `index.json` as tells which file a picture's version is of (import/pictures.ts). */
const Index = z.record(z.string(), z.object({ widths: z.array(z.int()).check(z.minLength(1)) }))

type Known<T> = { stamp: string; value: T }

/**
 * Which version of each picture is on this machine's disk. Between the copying of new pictures and the start of the last server, addresses of one version
 * are asked where the files of another are: those must not be kept for a year under them.
 */
export class PictureVersions {
  readonly #indexes = new Map<string, Known<z.infer<typeof Index>>>()
  readonly #versions = new Map<string, Known<string>>()

  /** Whether `version` is that of the files that are there, by a file's path in its folder of pictures. */
  async isThere(folder: string, path: string, version: string): Promise<boolean> {
    const slug = /^(.+)-\d+\.\w+$/.exec(path)?.[1]
    if (slug === undefined) return false
    const index = await cached(this.#indexes, join(folder, 'index.json'), parsedIndex)
    const widths = index && Object.hasOwn(index, slug) ? index[slug]?.widths : undefined
    if (!widths) return false
    const largest = join(folder, `${slug}-${Math.max(...widths)}.webp`)
    return version === (await cached(this.#versions, largest, versionOf))
  }
}

const parsedIndex = (content: Buffer): z.infer<typeof Index> => {
  try {
    return Index.parse(JSON.parse(content.toString()))
  } catch {
    // Half written, or wrong: the import says what is. Until then nothing is kept.
    return {}
  }
}

/** As the import makes it. */
const versionOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 8)

/** What is made of a file, once for as long as the file is the same; undefined where there is none. */
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
