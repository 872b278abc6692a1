import { statfsSync } from 'node:fs'

const megabyte = 1024 * 1024

/**
 * Below this, nothing new is begun. It is four segments of the engine's log of changes, which is what it asks the disk for at a time, and when it does
 * not get one it stops: the rest is for what was begun before.
 */
const reserveBytes = 64 * megabyte
/** A little more before all goes on, so that orders are not taken and refused by turns. */
const enoughBytes = 80 * megabyte
/** A new database, and the log's first segment of one that is there already. */
export const newDatabaseBytes = 96 * megabyte
export const startBytes = 32 * megabyte

/** Orders come many in a second, and the disk does not fill that fast. */
const pollEveryMs = 500

/** How many bytes this user may still write at a folder. Throws the file system's error. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Bytes as an operator reads them, rounded down: `64 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`

/** Whether a folder's disk has room, looked up when asked and not more than twice a second. `changed` is told when it has become low, and when it has room again. */
export class DiskRoom {
  readonly #folder: string
  readonly #changed: (hasRoom: boolean, freeBytes: number) => void
  readonly #freeBytes: (folder: string) => number
  #hasRoom = true
  #lookedAt = -Infinity

  constructor(
    folder: string,
    changed: (hasRoom: boolean, freeBytes: number) => void,
    look: (folder: string) => number = freeBytes,
  ) {
    this.#folder = folder
    this.#freeBytes = look
    this.#changed = changed
  }

  hasRoom(): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#lookedAt < pollEveryMs) return this.#hasRoom
    this.#lookedAt = nowMs
    const free = this.#freeBytes(this.#folder)
    const hasRoom = free >= (this.#hasRoom ? reserveBytes : enoughBytes)
    if (hasRoom !== this.#hasRoom) {
      this.#hasRoom = hasRoom
      this.#changed(hasRoom, free)
    }
    return hasRoom
  }
}
