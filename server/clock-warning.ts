import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'

/** Far below the shortest lease, so that no server takes over what another is at (ms). */
const allowedMs = 10_000

/**
 * The warning at the start of a server whose clock differs from its database's; undefined: it does not. Servers of one database judge by their own clocks whose
 * work is overdue, which code is over and what is old enough to be deleted.
 */
export async function findClockWarning(database: Database, clock: Clock): Promise<string | undefined> {
  // The embedded one has this machine's clock.
  if (database.engine === 'embedded') return undefined
  const [{ at } = { at: 0 }] = await database.query<{ at: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at',
  )
  const offMs = clock.now() - at
  if (Math.abs(offMs) < allowedMs) return undefined
  return `WARNING: the clock of this machine is ${Math.round(Math.abs(offMs) / 1000)} s ${offMs > 0 ? 'ahead of' : 'behind'} the database’s: set both by NTP (docs/operating.md, The machine).`
}
