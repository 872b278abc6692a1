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
 * A guest's tab goes on with the files that it started with, and asks for some of them only when a screen needs them: in the middle of paying, perhaps,
 * and after a newer build has taken the server. So every build's files are kept beside the data, which outlives the folder that is built into.
 */

const Builds = z.array(
  z.object({
    /** Of the names of its files, which name their content. */
    id: z.string(),
    files: z.array(z.string()),
    /** When another build took its place (ms since the epoch); missing for the one that is served now. */
    replaced_at: z.optional(z.number()),
  }),
)
type Build = z.infer<typeof Builds>[number]

/** How long after it was replaced a build's files are still there, and how many builds' at most. */
const keptForMs = 14 * dayMs
const keptBuilds = 20

/** Below this the disk belongs to the orders. */
const minFreeBytes = 64 * 1024 * 1024

/** Where in the data folder the files are. */
export const earlierAssets = (dataDir: string): string => join(dataDir, 'builds', 'assets')

/**
 * Keeps a copy of the served build's files in the data folder, and lets go of those of builds that were replaced long ago.
 * @param assets the built files, each with its content's hash in its name
 * @param nowMs milliseconds since the epoch
 * @throws the file system's error when there is no room, or the folder cannot be written; what was kept stays.
 */
export function keepBuild(assets: string, dataDir: string, nowMs: number): void {
  const folder = earlierAssets(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new Error('the disk is nearly full')
  // Who comes for an old file takes it as brotli or as it is.
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

/** A name never changes its content; a copy that was cut short has another size. */
function copyOnce(from: string, to: string): void {
  if (existsSync(to) && statSync(to).size === statSync(from).size) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/** A list that cannot be read is begun anew: its files go, and with them only what an old tab might have asked for. */
function readBuilds(file: string): Build[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  try {
    return Builds.parse(JSON.parse(text))
  } catch {
    // A crash while it was written, or a hand's edit: the portal is served all the same.
    return []
  }
}

/** The builds to be kept, the served one last. The age of one that was served for months counts from its last day. */
function addBuild(known: readonly Build[], files: string[], nowMs: number): Build[] {
  const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
  const earlier = known
    .filter((build) => build.id !== id)
    .map((build) => ({ ...build, replaced_at: build.replaced_at ?? nowMs }))
    .filter(({ replaced_at }) => nowMs - replaced_at < keptForMs)
    .toSorted((one, other) => one.replaced_at - other.replaced_at)
  return [...earlier.slice(-keptBuilds), { id, files }]
}
