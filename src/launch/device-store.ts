import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { type MemoryReason, memoryReasonOf } from '#db/store-failure.ts'
import { updates } from '#lib/pwa/updates.ts'

export type DeviceStore = {
  db: LarderDatabase
  /** Whether it lasts only as long as the page. */
  isMemory(): boolean
  /** Resolves, with the reason, when it lasts only as long as the page. */
  inMemory: Promise<MemoryReason>
}

/** Opens the device's store, or one in memory where the browser has none. One whose disk is full later goes on in memory. */
export async function openStore(): Promise<DeviceStore> {
  let isMemory = false
  let enter = (_reason: MemoryReason): void => undefined
  const inMemory = new Promise<MemoryReason>((resolve) => (enter = resolve))
  const noteMemory = (reason: MemoryReason): boolean => {
    enter(reason)
    return (isMemory = true)
  }
  return { db: await open(noteMemory), isMemory: () => isMemory, inMemory }
}

async function open(noteMemory: (reason: MemoryReason) => boolean): Promise<LarderDatabase> {
  try {
    const db = await openDatabase(databaseName)
    offerReloadWhenClosed(db)
    let leaving: Promise<boolean> | undefined
    // Once, however many writes have no room. If the script cannot be loaded, those writes fail, and the next one tries again.
    db.leaveFull = () =>
      (leaving ??= import('#db/memory-store.ts')
        .then(async ({ moveToMemory }) => await moveToMemory(db))
        .then(() => noteMemory('none'))
        .catch(() => {
          leaving = undefined
          return false
        }))
    return db
  } catch (cause) {
    // No durable store (private window, a policy, a blocked upgrade, a newer build's): the same code runs on a store in memory.
    const { openInMemory } = await import('#db/memory-store.ts')
    noteMemory(memoryReasonOf(cause))
    return await openInMemory()
  }
}

/** Another tab has a newer schema, and this one closed the store (reliability D9): until it is reloaded, it reads from the server and stores nothing. */
function offerReloadWhenClosed(db: LarderDatabase): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) updates.offer({ take: () => location.reload() })
  })
}
