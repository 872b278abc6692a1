import { statfsSync } from 'node:fs'

const megabyte = 1024 * 1024

/**
 * Below this, nothing new is started. It is four segments of the engine's write-ahead log: it requests whole segments, and stops when it does not get one. The
 * reserve is for what has been started before.
 */
const reserveBytes = 64 * megabyte
/** Slightly more, so that orders are not accepted and refused in quick alternation. */
const enoughBytes = 80 * megabyte
/** A new database, and the first log segment of an existing one. */
export const newDatabaseBytes = 96 * megabyte
/** What an existing database needs in order to start. */
export const startBytes = 32 * megabyte

/** Many orders come per second, and the disk does not fill that fast. */
const pollEveryMs = 500

/** How many bytes this user may still write in a folder. Throws the file system's error. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Bytes in words for the operator, rounded down: `64 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`

/** Whether a folder's disk has space, checked at most twice a second. `changed` is called when it gets low, and when there is space again. */
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
