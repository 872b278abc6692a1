import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerFile } from './databases.ts'

export type DiskState = { freeBytes?: number; refuses?: boolean; hangs?: boolean }

export const megabytes = (count: number): number => count * 1024 * 1024

/** A disk of a test's own below a new folder, of which it says how much is free (small-disk.mjs). It starts with a gigabyte. */
export type SmallDisk = {
  folder: string
  /** For a program that is started on it. */
  env: { SMALL_DISK: string; NODE_OPTIONS: string }
  set(state: DiskState): void
  freeBytes(): number
  /** Whether somebody waits for the disk that hangs. */
  isWaitedFor(): boolean
  /** The embedded engine's thread on this disk, for a database of this process. */
  workerFile(): URL
}

const preload = resolve('tests/server/support/small-disk.mjs')

export function makeSmallDisk(): SmallDisk {
  const home = mkdtempSync(join(tmpdir(), 'larder-disk-'))
  const folder = join(home, 'disk')
  const control = join(home, 'disk.json')
  const set = ({ freeBytes = megabytes(1024), refuses = false, hangs = false }: DiskState): void => {
    // Renamed, so that nobody reads half of it.
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
