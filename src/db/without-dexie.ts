import { databaseName } from './names.ts'

/** Reading the device's store where Dexie would cost more than the answer: before the portal is there, and in a navigation that the worker answers. */

/**
 * Runs a reading on the store as it stands, and lets go of it at once, so that no upgrade waits for it. Never makes a store. Undefined where there is
 * none, an older one, or anything odd: the way through database.ts then finds out what. Never rejects.
 */
export async function readExisting<T>(
  factory: IDBFactory,
  tables: readonly string[],
  read: (reading: IDBTransaction) => Promise<T>,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined
  try {
    database = await openExisting(factory)
    return await read(database.transaction(tables, 'readonly'))
  } catch {
    return undefined // No store, an older one, a broken one.
  } finally {
    database?.close()
  }
}

function openExisting(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName)
    // There is none yet: it is made by database.ts, which knows what belongs into it.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = (event) => {
      event.preventDefault()
      reject(request.error ?? new Error('the store did not open'))
    }
  })
}

/** The answer of a request; rejects with its error. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the store did not answer'))
  })

/** A field of a row that nobody has checked. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** A field that is a text with something in it; undefined for everything else. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
