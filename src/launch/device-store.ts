import { databaseName, type LarderDatabase, openDatabase } from '#db/database.ts'

/** Opens the device's store, or one in memory where the browser has none to give. */
export async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    return { db: await openDatabase(databaseName), isMemory: false }
  } catch {
    // No durable store (private window, a policy, an upgrade held up elsewhere): the same code on a store in memory.
    const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
    return { db: await openDatabase(databaseName, { indexedDB: new IDBFactory(), IDBKeyRange }), isMemory: true }
  }
}
