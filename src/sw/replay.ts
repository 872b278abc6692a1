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
 * With no window open, sends what the contract allows to be sent without its person (class `replay`), as the signed-in user or as a guest, under the same locks
 * as every tab; then ends on the server the sessions that were ended here. Returns how much should be tried again soon.
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
  // A guest has no session: the outbox says where something of theirs is pending.
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
    // The browser wakes the worker when there is a network again: a change that was postponed after a failure may be sent now, and might expire otherwise.
    await resetBackoff(db, locationId)
    const result = await drain()
    // Changes that need their person, or a window, are not to be tried from here again.
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
