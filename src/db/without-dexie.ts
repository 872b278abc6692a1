import { databaseName } from './names.ts'

/** Reads the device's store where loading Dexie would take longer than the answer: before the portal is loaded, and in a navigation that the worker answers. */

/**
 * Runs a read on the store as it is and closes it at once, so that it blocks no upgrade. Never creates a store. Undefined where there is none, an older one, or
 * anything unexpected: reading through database.ts then finds out why. `ifNone`: the result where it is known that there is no store. Never rejects.
 */
export async function readExisting<T>(
  factory: IDBFactory,
  tables: readonly string[],
  read: (reading: IDBTransaction) => Promise<T>,
  ifNone?: T,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined
  try {
    database = await openExisting(factory)
    if (!database) return ifNone
    return await read(database.transaction(tables, 'readonly'))
  } catch {
    return undefined // No store, an older one, a broken one.
  } finally {
    database?.close()
  }
}

/** Undefined where there is no store. */
function openExisting(factory: IDBFactory): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName)
    // There is no store yet: database.ts creates it, as only that knows the schema.
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion === 0) resolve(undefined)
      request.transaction?.abort()
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = (event) => {
      event.preventDefault()
      reject(request.error ?? new Error('the store did not open'))
    }
  })
}

/** The result of a request; rejects with its error. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the store did not answer'))
  })

/** A field of an unchecked row. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** A field that is a non-empty string; undefined for everything else. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
