import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { updates } from '#lib/pwa/updates.ts'

/** Opens the device's store, or one in memory where the browser has none to give. */
export async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    const db = await openDatabase(databaseName)
    offerReloadWhenClosed(db)
    return { db, isMemory: false }
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

/** Another tab brought a newer schema, and this one let go of the store (reliability D9): it reads from the server and keeps nothing, until it is loaded anew. */
function offerReloadWhenClosed(db: LarderDatabase): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) updates.offer({ take: () => location.reload() })
  })
}

/** Where the browser's own store may not even be asked for, Dexie asks all the same when it opens another. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
  }
}
