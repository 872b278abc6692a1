import Dexie, { type Table } from 'dexie'
import type { LarderDatabase } from './database.ts'
import { pictureCache } from './names.ts'

/**
 * Writes to the store. Where there is no room the pictures go, and it is tried once more (reliability D1). Inside a transaction it is not: that one is over by
 * then, and whoever began it tries again.
 */
export async function withRoom<T>(write: () => PromiseLike<T>): Promise<T> {
  const isInner = Dexie.currentTransaction
  try {
    return await write()
  } catch (cause) {
    if (isInner || !isFull(cause) || !(await dropPictures())) throw cause
    return await write()
  }
}

/** A transaction that writes what is nowhere but on this device: taps, and what became of them and of money. */
export const writeWithRoom = async <T>(
  db: LarderDatabase,
  tables: readonly (Table | string)[],
  write: () => Promise<T>,
): Promise<T> => await withRoom(() => db.transaction('rw', tables, write))

/** Dexie bears the browser's own error within its own. */
const isFull = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'QuotaExceededError' || ('inner' in cause && isFull(cause.inner)))

/** True where there were any. They come again from the network as they are seen. */
async function dropPictures(): Promise<boolean> {
  try {
    return await caches.delete(pictureCache)
  } catch {
    return false // There are no caches, or they are forbidden here: no picture takes any room.
  }
}
