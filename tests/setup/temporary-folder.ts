import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Vitest reads its configuration once more for each project, in one process. */
const isSet = 'LARDER_TEST_FOLDER'

/** Linux's folder in memory. */
const memoryFolder = '/dev/shm'
/** What a run needs at most, and as much again for everybody else (bytes). */
const roomNeeded = 4 * 1024 ** 3

/**
 * Temporary files of tests are in one folder, which is removed at the end of the run: a machine that runs them every day had
 * collected thousands of folders. Where the machine has room for it, the folder is in memory: tests make hundreds of databases,
 * and none of them needs a real disk. The workers of Vitest and of Playwright, and their children, inherit the environment.
 */
function chooseTemporaryFolder(): void {
  if (process.env[isSet]) return
  const folder = mkdtempSync(join(findPlace(), `larder-tests-${process.pid}-`))
  // PostgreSQL does not run as root: its own user must be able to reach its folder inside this one.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP', isSet]) process.env[name] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** A folder that somebody has chosen is used. */
function findPlace(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir()
  try {
    removeLeftovers(memoryFolder)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, availableMemory()) >= roomNeeded ? memoryFolder : tmpdir()
  } catch {
    return tmpdir() // There is none, or it cannot be used.
  }
}

/** The memory that programs can get without others being moved out of it: `os.freemem` leaves out what caches would give back. */
const availableMemory = (): number =>
  Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024

/** A run that was killed has not removed its folder, and in memory nobody else would. */
export function removeLeftovers(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = /^larder-tests-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(place, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

chooseTemporaryFolder()
