import type { Clock, Ids } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { wipeCache } from '#db/names.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net } from '#lib/api/net.ts'
import type { Bus, Locks } from '#lib/ports/browser.ts'
import { createSessionManager, type SessionManager } from '#lib/session/session-manager.ts'

export type WorkerPorts = {
  db: LarderDatabase
  net: Net
  base: string
  clock: Clock
  ids: Ids
  locks: Pick<Locks, 'withLock'>
  bus: Pick<Bus, 'post'>
  /** Where a tab records that signing out has begun; undefined where there is none. */
  caches?: Pick<CacheStorage, 'has'> | undefined
}

/** A mirror that does nothing: a worker has no session storage. */
const noMirror = { write: () => undefined }

/** The session of a location, for calls that are sent with no window open: under the same locks as every tab. */
export async function workerSession({
  db,
  net,
  base,
  clock,
  ids,
  locks,
  bus,
  caches,
  locationId,
}: WorkerPorts & { locationId: string }): Promise<SessionManager> {
  const manager = createSessionManager({
    db,
    api: createApi({ net, base, locationId }),
    clock,
    ids,
    locationId,
    mirror: noMirror,
    withLock: locks.withLock,
    onChange: () => undefined,
    notifyTabs: () => bus.post('session'),
  })
  // Signing out was begun and interrupted: nothing in the store may be sent.
  if (await caches?.has(wipeCache).catch(() => false)) manager.ignoreIf(() => true)
  await manager.reread()
  return manager
}
