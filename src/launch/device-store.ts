import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { requireRoom } from '#db/with-room.ts'
import { updates } from '#lib/pwa/updates.ts'

/** Opens the device's store, or one in memory where the browser has none. */
export async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    const db = await openDatabase(databaseName)
    await requireRoom(db)
    offerReloadWhenClosed(db)
    return { db, isMemory: false }
  } catch {
    // No durable store (private window, a policy, a blocked upgrade, a full disk): the same code runs on a store in memory.
    const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
    hideForbidden()
    return {
      db: await openDatabase(databaseName, { indexedDB: new IDBFactory(), IDBKeyRange }),
      isMemory: true,
    }
  }
}

/** Another tab has a newer schema, and this one closed the store (reliability D9): until it is reloaded, it reads from the server and stores nothing. */
function offerReloadWhenClosed(db: LarderDatabase): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) updates.offer({ take: () => location.reload() })
  })
}

/** Dexie touches the browser's own store even when it opens another, which throws where that is forbidden. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
  }
}
