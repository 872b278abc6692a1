import { listWaitingLocations, resetBackoff } from '#db/outbox.ts'
import { listSessions } from '#db/sessions.ts'
import { createApi } from '#lib/api/client.ts'
import { sendRevocations } from '#lib/session/revoke.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { userSender } from '#lib/sync/user-sender.ts'
import { type WorkerPorts, workerSession } from './worker-session.ts'

type ReplayPorts = WorkerPorts & {
  /** A number in [0, 1), for spreading retries. */
  random: () => number
}

/**
 * Sends, with no window open, what the contract lets be sent without its person (class `replay`), as whoever is signed in or as a guest, under the same locks as
 * every tab; then ends on the server what was ended here. Answers how much is to be tried again soon.
 */
export async function replayWaiting({
  db,
  net,
  base,
  clock,
  ids,
  locks,
  bus,
  caches,
  random,
}: ReplayPorts): Promise<number> {
  let left = 0
  // A guest has no session: where something of theirs waits, the outbox tells.
  const signedIn = (await listSessions(db)).map((session) => session.locationId)
  for (const locationId of new Set([...signedIn, ...(await listWaitingLocations(db))])) {
    const { withLock } = locks
    const manager = await workerSession({ db, net, base, clock, ids, locks, bus, caches, locationId })
    const drain = createDrain(
      { db, api: createApi({ net, base, locationId, auth: manager }), clock, random, withLock },
      {
        locationId,
        timeZone: () => 'UTC',
        principal: manager.principal,
        classes: () => ['replay'],
        senders: [checkInSender, userSender],
      },
    )
    // The browser wakes a worker when there is a network again: what a failure had put off may go now, and may be too late otherwise.
    await resetBackoff(db, locationId)
    const result = await drain()
    // What waits for its person, or for a window, is not to be tried again from here.
    if ('retryAt' in result && result.retryAt < Infinity) left += result.left
  }
  return (
    left +
    (await sendRevocations({
      db,
      api: createApi({ net, base, locationId: '' }),
      ids,
      withLock: locks.withLock,
    }))
  )
}
