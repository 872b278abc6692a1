import { openDatabase } from '#db/database.ts'
import { busName, databaseName } from '#db/names.ts'
import { fetchNet } from '#lib/api/net.ts'
import { browserBus, browserClock, browserIds, browserLocks } from '#lib/ports/browser.ts'
import { replayWaiting } from './replay.ts'
import { worker } from './worker-scope.ts'

/** Sends from this worker what waits. `language`: of its pages. Answers how much is to be tried again soon. */
export async function replay(language: () => string | undefined): Promise<number> {
  const db = await openDatabase(databaseName)
  try {
    return await replayWaiting({
      db,
      net: fetchNet((...request) => fetch(...request), language),
      base: new URL('api', worker.registration.scope).pathname,
      clock: browserClock,
      ids: browserIds,
      locks: browserLocks(),
      bus: browserBus(busName),
      caches,
      random: Math.random,
    })
  } finally {
    db.close()
  }
}
