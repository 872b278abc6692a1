import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { dayMs } from '#contract/durations.ts'

/**
 * A guest's tab keeps using the files that it started with, and requests some of them only when a screen needs them: perhaps in the middle of a payment, and
 * after a newer build was deployed. So the files of all builds are kept beside the data, which outlives the build folder.
 */

const Builds = z.array(
  z.object({
    /** Made from the names of its files, which name their content. */
    id: z.string(),
    files: z.array(z.string()),
    /** When another build replaced it (ms since the epoch); undefined for the current one. */
    replaced_at: z.optional(z.number()),
  }),
)
type Build = z.infer<typeof Builds>[number]

/** How long a build's files are kept after it was replaced, and for how many builds at most. */
const keptForMs = 14 * dayMs
const keptBuilds = 20

/** Below this, the disk space is reserved for orders. */
const minFreeBytes = 64 * 1024 * 1024

/** The folder for the files, within the data folder. */
export const earlierAssets = (dataDir: string): string => join(dataDir, 'builds', 'assets')

/**
 * Copies the current build's files to the data folder, and deletes those of builds that were replaced long ago.
 * @param assets the built files, each with its content's hash in its name
 * @param nowMs milliseconds since the epoch
 * @throws the file system's error when there is no space, or the folder cannot be written; what was kept stays.
 */
export function keepBuild(assets: string, dataDir: string, nowMs: number): void {
  const folder = earlierAssets(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new Error('the disk is nearly full')
  // Old files are served as brotli or uncompressed only.
  const files = readdirSync(assets)
    .filter((name) => !name.endsWith('.gz'))
    .toSorted()
  for (const name of files) copyOnce(join(assets, name), join(folder, name))
  const listFile = join(dataDir, 'builds', 'builds.json')
  const builds = addBuild(readBuilds(listFile), files, nowMs)
  writeFileSync(`${listFile}.new`, JSON.stringify(builds))
  renameSync(`${listFile}.new`, listFile)
  const kept = new Set(builds.flatMap((build) => build.files))
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true })
}

/** A name always has the same content; an interrupted copy has another size. */
function copyOnce(from: string, to: string): void {
  if (existsSync(to) && statSync(to).size === statSync(from).size) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/** An unreadable list is started over: its files are deleted, and only old tabs could have needed them. */
function readBuilds(file: string): Build[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  try {
    return Builds.parse(JSON.parse(text))
  } catch {
    // A crash while writing it, or a manual edit: the portal is served anyway.
    return []
  }
}

/** The builds to keep, the current one last. A build's age counts from the last day that it was served. */
function addBuild(known: readonly Build[], files: string[], nowMs: number): Build[] {
  const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
  const earlier = known
    .filter((build) => build.id !== id)
    .map((build) => ({ ...build, replaced_at: build.replaced_at ?? nowMs }))
    .filter(({ replaced_at }) => nowMs - replaced_at < keptForMs)
    .toSorted((one, other) => one.replaced_at - other.replaced_at)
  return [...earlier.slice(-keptBuilds), { id, files }]
}
