import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerFile } from './databases.ts'

type DiskState = { freeBytes?: number; refuses?: boolean; hangs?: boolean }

export const megabytes = (count: number): number => count * 1024 * 1024

/** A test's own disk in a new folder, with a configurable amount of free space (small-disk.mjs), at first a gigabyte. */
type SmallDisk = {
  folder: string
  /** The environment for a program that runs on it. */
  env: { SMALL_DISK: string; NODE_OPTIONS: string }
  set(state: DiskState): void
  freeBytes(): number
  /** Whether a thread waits for the hanging disk. */
  isWaitedFor(): boolean
  /** The embedded engine's thread on this disk, for a database in this process. */
  workerFile(): URL
}

const preload = resolve('tests/server/support/small-disk.mjs')

export function makeSmallDisk(): SmallDisk {
  const home = mkdtempSync(join(tmpdir(), 'larder-disk-'))
  const folder = join(home, 'disk')
  const control = join(home, 'disk.json')
  const set = ({ freeBytes = megabytes(1024), refuses = false, hangs = false }: DiskState): void => {
    // Renamed into place, so that nobody reads half of it.
    writeFileSync(`${control}.half`, JSON.stringify({ folder, freeBytes, refuses, hangs }))
    renameSync(`${control}.half`, control)
  }
  set({})
  return {
    folder,
    env: { SMALL_DISK: control, NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` },
    set,
    isWaitedFor: () => existsSync(`${control}.hanging`),
    freeBytes: () => (JSON.parse(readFileSync(control, 'utf8')) as { freeBytes: number }).freeBytes,
    workerFile() {
      const file = join(home, 'worker.mjs')
      const lines = [
        `process.env.SMALL_DISK = ${JSON.stringify(control)}`,
        `await import(${JSON.stringify(pathToFileURL(preload).href)})`,
        `await import(${JSON.stringify(pathToFileURL(workerFile()).href)})`,
      ]
      writeFileSync(file, lines.join('\n'))
      return pathToFileURL(file)
    },
  }
}
