import { type LarderDatabase, openDatabase, openLimitMs } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { wait } from '#lib/ports/wait.ts'

/** A browser that has not answered by then is asked once more: WebKit's sometimes forgets the first question after a cold start (reliability D7). */
const againAfterMs = 700

/** Opens the device's store, or one in memory where the browser has none to give. */
export async function openStore(): Promise<{ db: LarderDatabase; isMemory: boolean }> {
  try {
    return { db: await openOwn(), isMemory: false }
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

/** The browser's own store, by whichever of two questions it answers. The limit is that of one. */
async function openOwn(): Promise<LarderDatabase> {
  const first = openDatabase(databaseName)
  const answered = await Promise.race([first.then(() => true), wait(againAfterMs).then(() => false)])
  if (answered) return await first
  const tries = [first, openDatabase(databaseName, undefined, openLimitMs - againAfterMs)]
  const opened = await Promise.any(tries)
  for (const one of tries)
    one.then(
      (other) => other !== opened && other.close(),
      () => undefined,
    )
  return opened
}

/** Where the browser's own store may not even be asked for, Dexie asks all the same when it opens another. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
  }
}
