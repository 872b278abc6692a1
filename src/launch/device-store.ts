import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'

/** Opens the device's store, or one in memory where the browser has none to give. */
export async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    return { db: await openDatabase(databaseName), isMemory: false }
  } catch {
    // No durable store (private window, a policy, an upgrade held up elsewhere): the same code on a store in memory.
    const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
    hideForbidden()
    return {
      db: await openDatabase(databaseName, { indexedDB: new IDBFactory(), IDBKeyRange }),
      isMemory: true,
    }
  }
}

/** Where the browser's own store may not even be asked for, Dexie asks all the same when it opens another. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
  }
}
