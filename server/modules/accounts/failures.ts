import type { Clock } from '#contract/ports.ts'
import type { Queryable } from '#server/db/database.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { emailHashOf } from './users.ts'

/**
 * The lock after five wrong passwords in a row. A try is counted before its password is compared, not after: of two hundred that come at
 * once, five are compared. Addresses that nobody has are counted and locked like any other, so that a lock tells nothing.
 */

type FailurePorts = { database: Queryable; clock: Clock }

const mostFailures = 5
const lockMs = 24 * 60 * 60 * 1000

/** Counts a try. `locked`: its password is not to be looked at. */
export async function countTry({ database, clock }: FailurePorts, locationId: string, email: string): Promise<{ locked: boolean }> {
  const nowMs = clock.now()
  const rows = await database.query<{ failures: number; locked_at: number | null }>(
    `INSERT INTO sign_in_failures (location_id, email_hash, failures, locked_at, last_failed_at) VALUES ($1, $2, 1, NULL, $3)
     ON CONFLICT (location_id, email_hash) DO UPDATE SET
       failures = CASE WHEN coalesce(sign_in_failures.locked_at, sign_in_failures.last_failed_at) <= $4 THEN 1 ELSE least(sign_in_failures.failures + 1, 1000) END,
       locked_at = CASE WHEN sign_in_failures.locked_at <= $4 THEN NULL ELSE sign_in_failures.locked_at END,
       last_failed_at = excluded.last_failed_at
     RETURNING failures, locked_at`,
    [locationId, emailHashOf(locationId, email), nowMs, nowMs - lockMs],
  )
  const { failures, locked_at: lockedAt } = rows[0]!
  return { locked: lockedAt !== null || failures > mostFailures }
}

/** Locks the address when the try that failed was the fifth. `justNow` is true once for a lock, however many fail at once. */
export async function lockIfTooMany(
  { database, clock }: FailurePorts,
  locationId: string,
  email: string,
): Promise<{ locked: boolean; justNow: boolean }> {
  const hash = emailHashOf(locationId, email)
  const locked = await database.query(
    `UPDATE sign_in_failures SET locked_at = $3 WHERE location_id = $1 AND email_hash = $2 AND failures >= ${mostFailures} AND locked_at IS NULL
     RETURNING 1 AS locked`,
    [locationId, hash, clock.now()],
  )
  if (locked.length > 0) return { locked: true, justNow: true }
  return { locked: await isLocked(database, locationId, email, clock.now()), justNow: false }
}

/** Whether an address is locked. */
export async function isLocked(database: Queryable, locationId: string, email: string, nowMs: number): Promise<boolean> {
  const rows = await database.query('SELECT 1 AS locked FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2 AND locked_at > $3', [
    ...[locationId, emailHashOf(locationId, email), nowMs - lockMs],
  ])
  return rows.length > 0
}

/** Begins the count anew, and takes a lock off. */
export async function forgetFailures(database: Queryable, locationId: string, email: string): Promise<void> {
  await database.query('DELETE FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2', [locationId, emailHashOf(locationId, email)])
}

/** 423. The portal looks for the word "locked" (specification §8). */
export const lockedProblem = (): ProblemError =>
  new ProblemError(423, 'locked', 'This account is locked after too many tries. We can send a new unlock link.')
