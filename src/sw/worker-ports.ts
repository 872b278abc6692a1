import { openDatabase } from '#db/database.ts'
import { busName, databaseName } from '#db/names.ts'
import { fetchNet } from '#lib/api/net.ts'
import { browserBus, browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import { worker } from './worker-scope.ts'
import type { WorkerPorts } from './worker-session.ts'

/**
 * Opens this worker's store for one task, with its network, clock and locks, and closes it afterwards. `language`: of its pages, for the calls that it makes.
 */
export async function withPorts<T>(
  language: () => string | undefined,
  work: (ports: WorkerPorts) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(databaseName)
  try {
    return await work({
      db,
      net: fetchNet((...request) => fetch(...request), language),
      base: new URL('api', worker.registration.scope).pathname,
      clock: browserClock,
      ids: browserIds,
      locks: browserLocks(),
      bus: browserBus(busName),
      caches,
    })
  } finally {
    db.close()
  }
}
