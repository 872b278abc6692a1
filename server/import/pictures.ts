import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Picture } from '#contract/schemas/picture.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, parseSource, readSourceFile, type SourceFile, textOf } from './source-file.ts'

/** What `pictures` says of each picture it drew (`index.json`). */
const PictureEntry = z.object({
  /** The shape, as a ratio: 4 and 3. */
  width: z.number().check(z.positive()),
  height: z.number().check(z.positive()),
  widths: z.array(z.int()).check(z.minLength(1, 'must name a width')),
  colour: z.optional(z.string()),
  placeholder: z.optional(z.string()),
})
type PictureEntry = z.infer<typeof PictureEntry>
export const PictureIndex = z.record(z.string(), PictureEntry)
export type PictureIndex = z.infer<typeof PictureIndex>

/** A merchant's pictures by slug. */
export type PictureBook = {
  find(slug: string): Picture | undefined
  /** Whether a file of the pictures folder exists. */
  has(file: string): boolean
}

/** Reads a merchant's picture index. No index is no pictures; a wrong one is reported. */
export function readPictures(folder: string, shownAs: string, problems: ImportProblem[]): PictureBook {
  const indexFile = join(folder, 'index.json')
  const has = (file: string): boolean => /^[\w.-]+$/.test(file) && existsSync(join(folder, file))
  if (!existsSync(indexFile)) return { find: () => undefined, has }
  const entries = indexIn(readSourceFile(indexFile, `${shownAs}/index.json`, problems))
  const pictures = new Map(
    Object.entries(entries).flatMap(([slug, entry]) =>
      has(largestOf(slug, entry)) ? [[slug, pictureOf(folder, slug, entry)]] : [],
    ),
  )
  return { find: (slug) => pictures.get(slug), has }
}

const indexIn = (source: SourceFile | undefined): PictureIndex =>
  (source && checkSource(source, PictureIndex)) ?? {}

/** What a picture index says, from its file's content. Of one that is half written or wrong nothing: the import says what is. */
export const parsePictureIndex = (content: Buffer): PictureIndex =>
  indexIn(parseSource(textOf(content), 'index.json', []))

/** The largest file of a picture, which its version is made of. */
export const largestOf = (slug: string, { widths }: PictureEntry): string =>
  `${slug}-${Math.max(...widths)}.webp`

/** The version in the address of a picture whose largest file has this content. */
export const versionOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

function pictureOf(folder: string, slug: string, entry: PictureEntry): Picture {
  const file = largestOf(slug, entry)
  const version = versionOf(readFileSync(join(folder, file)))
  return {
    imageSignedUrl: `/pictures/${file}?v=${version}`,
    base: `/pictures/${slug}`,
    version,
    widths: entry.widths,
    aspect: entry.width / entry.height,
    ...(entry.colour === undefined ? {} : { colour: entry.colour }),
    // Only for the large ones: a hundred dishes' placeholders would weigh more than the rest of their menu, and no two of them are seen at once.
    ...(entry.placeholder === undefined || entry.widths.length < 3 ? {} : { placeholder: entry.placeholder }),
  }
}
