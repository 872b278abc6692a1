import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { LarderDatabase, openDatabase } from './database.ts'
import { databaseName } from './names.ts'

/** Opens a store that lasts as long as the page, for a browser that has none. */
export async function openInMemory(): Promise<LarderDatabase> {
  hideForbidden()
  return await openDatabase(databaseName, { indexedDB: new IDBFactory(), IDBKeyRange })
}

/** Dexie touches the browser's own store even when it opens another, which throws where that is forbidden. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
  }
}

type Store = { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }

/**
 * Goes on in memory with everything that a store holds, where the browser has no room for more (reliability D1). The same object then reads and writes there,
 * so that an open page continues. The browser's own store stays as it was: it is read at the next launch.
 */
export async function moveToMemory(db: LarderDatabase): Promise<void> {
  const memory: Store = { indexedDB: new IDBFactory(), IDBKeyRange }
  // From a store that no longer opens, nothing can be copied.
  const rows: unknown[][] = await db
    .transaction('r', db.tables, () => Promise.all(db.tables.map((table) => table.toArray())))
    .catch(() => [])
  const copy = new LarderDatabase(db.name, memory)
  for (const [place, { name }] of db.tables.entries()) await copy.table(name).bulkPut(rows[place] ?? [])
  copy.close()
  // At once, so that nothing is read from an empty store in between: Dexie opens it at the next read.
  db.close({ disableAutoOpen: false })
  Object.assign((db as unknown as { _deps: Store })._deps, memory)
}
