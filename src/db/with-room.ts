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

/**
 * A transaction for data that exists only on this device: taps, sessions, and the outcome of changes and payments. Where pictures do not help either, the page
 * goes on in memory, and the transaction is made there.
 */
export async function writeWithRoom<T>(
  db: LarderDatabase,
  tables: readonly (Table | string)[],
  write: () => Promise<T>,
): Promise<T> {
  const isInner = Dexie.currentTransaction
  const run = async (): Promise<T> => await db.transaction('rw', tables, write)
  try {
    return await withRoom(run)
  } catch (cause) {
    if (isInner || !isFull(cause) || !(await db.leaveFull?.())) throw cause
    return await run()
  }
}

/** Dexie wraps the browser's own error. On a full disk Chromium may give a store up under the page, and then not open it any more. */
const isFull = (cause: unknown): boolean =>
  cause instanceof Error &&
  (cause.name === 'QuotaExceededError' ||
    ('inner' in cause && (isFull(cause.inner) || (isOfOpening(cause) && isGivenUp(cause.inner)))))

const isOfOpening = ({ name }: Error): boolean => name === 'OpenFailedError' || name === 'DatabaseClosedError'
const isGivenUp = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'UnknownError' || cause.name === 'AbortError')

/** True where there were any pictures. They are fetched again when they are next shown. */
async function dropPictures(): Promise<boolean> {
  try {
    return await caches.delete(pictureCache)
  } catch {
    return false // There are no caches, or they are forbidden here: no picture takes any room.
  }
}
