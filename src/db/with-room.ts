import Dexie, { type Table } from 'dexie'
import type { LarderDatabase } from './database.ts'
import { pictureCache } from './names.ts'

/**
 * Writes to the store. If there is no room, the pictures are deleted and it tries once more (reliability D1). Not inside a transaction, which has ended by
 * then: whoever began it tries again.
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

const roomKey = 'room'

/**
 * Closes a store that has room for nothing, and rejects: the disk was full already when it was made, and from a store in memory something can be ordered. One
 * that holds anything is kept, because it can be read. Looks once for each store; one that fails otherwise is left to whoever uses it.
 */
export async function requireRoom(db: LarderDatabase): Promise<void> {
  try {
    if (await db.meta.get(roomKey)) return
    await withRoom(() => db.meta.put({ key: roomKey, value: true }))
  } catch (cause) {
    if (!isFull(cause) || !(await isEmpty(db))) return
    db.close()
    throw cause
  }
}

const isEmpty = async (db: LarderDatabase): Promise<boolean> => {
  for (const table of db.tables) if ((await table.count().catch(() => 1)) > 0) return false
  return true
}

/** A transaction for data that exists only on this device: taps, and the outcome of changes and payments. */
export const writeWithRoom = async <T>(
  db: LarderDatabase,
  tables: readonly (Table | string)[],
  write: () => Promise<T>,
): Promise<T> => await withRoom(() => db.transaction('rw', tables, write))

/** Dexie wraps the browser's own error. */
const isFull = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'QuotaExceededError' || ('inner' in cause && isFull(cause.inner)))

/** True where there were any pictures. They are fetched again when they are next shown. */
async function dropPictures(): Promise<boolean> {
  try {
    return await caches.delete(pictureCache)
  } catch {
    return false // There are no caches, or they are forbidden here: no picture takes any room.
  }
}
