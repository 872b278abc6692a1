import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Picture } from '#contract/schemas/picture.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, parseSource, readSourceFile, type SourceFile, textOf } from './source-file.ts'

/** An entry of `index.json`, where `pictures` records each picture it drew. */
const PictureEntry = z.object({
  /** The aspect ratio: 4 and 3. */
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
  /** Which pictures there are is not known: the index is there and wrong. */
  isUnreadable: boolean
}

/** Reads a merchant's picture index. Without an index there are no pictures; an invalid one is reported. */
export function readPictures(folder: string, shownAs: string, problems: ImportProblem[]): PictureBook {
  const indexFile = join(folder, 'index.json')
  const has = (file: string): boolean => /^[\w.-]+$/.test(file) && existsSync(join(folder, file))
  if (!existsSync(indexFile)) return { find: () => undefined, has, isUnreadable: false }
  const entries = indexIn(readSourceFile(indexFile, `${shownAs}/index.json`, problems))
  const pictures = new Map(
    Object.entries(entries ?? {}).flatMap(([slug, entry]) =>
      has(largestOf(slug, entry)) ? [[slug, pictureOf(folder, slug, entry)]] : [],
    ),
  )
  return { find: (slug) => pictures.get(slug), has, isUnreadable: entries === undefined }
}

const indexIn = (source: SourceFile | undefined): PictureIndex | undefined =>
  source && checkSource(source, PictureIndex)

/** The entries of a picture index, from its file's content. A partly written or invalid file has none: the import reports what is wrong. */
export const parsePictureIndex = (content: Buffer): PictureIndex =>
  indexIn(parseSource(textOf(content), 'index.json', [])) ?? {}

/** The largest file of a picture, from which its version is computed. */
export const largestOf = (slug: string, { widths }: PictureEntry): string =>
  `${slug}-${Math.max(...widths)}.webp`

/** The version in a picture's address, from the content of its largest file. */
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
    // Only for large pictures: the placeholders of a hundred dishes would weigh more than the rest of their menu, and each would be seen only briefly.
    ...(entry.placeholder === undefined || entry.widths.length < 3 ? {} : { placeholder: entry.placeholder }),
  }
}
