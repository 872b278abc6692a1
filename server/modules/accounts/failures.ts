import { dayMs } from '#contract/durations.ts'
import type { Clock } from '#contract/ports.ts'
import type { Queryable } from '#server/db/database.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { emailHashOf } from './users.ts'

/**
 * The lock after five wrong passwords in a row, per account and network, so that strangers lock out themselves and not the member. A try is counted before its
 * password is compared: of two hundred that come at once, five are compared. Addresses without an account are counted and locked in the same way, so that a
 * lock reveals nothing. The limit over many networks together is in modules/limits (`signInOfAddress`).
 */

type FailurePorts = { database: Queryable; clock: Clock }

/** Which account's password is tried, and from where: `network` is hashed (`Limits.hashOf`). */
export type SignInAttempt = { locationId: string; email: string; network: string }

const maxFailures = 5
const lockMs = dayMs

/** The network of a lock on the whole account, wherever a try comes from. */
const anywhere = ''

const rowOf = ({ locationId, email, network }: SignInAttempt): string[] => [
  locationId,
  emailHashOf(locationId, email),
  network,
]

/** Counts a try. `locked`: do not compare the password. */
export async function countTry(
  { database, clock }: FailurePorts,
  trying: SignInAttempt,
): Promise<{ locked: boolean }> {
  const nowMs = clock.now()
  const { locationId, email } = trying
  const rows = await database.query<{ failures: number; locked_at: number | null }>(
    `INSERT INTO sign_in_failures (location_id, email_hash, network_hash, failures, locked_at, last_failed_at) VALUES ($1, $2, $3, 1, NULL, $4)
     ON CONFLICT (location_id, email_hash, network_hash) DO UPDATE SET
       failures = CASE WHEN coalesce(sign_in_failures.locked_at, sign_in_failures.last_failed_at) <= $5 THEN 1 ELSE least(sign_in_failures.failures + 1, 1000) END,
       locked_at = CASE WHEN sign_in_failures.locked_at <= $5 THEN NULL ELSE sign_in_failures.locked_at END,
       last_failed_at = excluded.last_failed_at
     RETURNING failures, locked_at`,
    [...rowOf(trying), nowMs, nowMs - lockMs],
  )
  const { failures, locked_at: lockedAt } = rows[0]!
  if (lockedAt !== null || failures > maxFailures) return { locked: true }
  return { locked: await hasLock(database, { locationId, email, network: anywhere }, nowMs) }
}

/**
 * Locks the account for the network when the failed try was the fifth. `isFirst` is true only once, however many tries fail at once and from wherever: for the
 * lock that found no other lock on the account.
 */
export async function lockIfTooMany(
  { database, clock }: FailurePorts,
  trying: SignInAttempt,
): Promise<{ locked: boolean; isFirst: boolean }> {
  const nowMs = clock.now()
  const own = rowOf(trying)
  const locked = await database.query(
    `UPDATE sign_in_failures SET locked_at = $4 WHERE location_id = $1 AND email_hash = $2 AND network_hash = $3
       AND failures >= ${maxFailures} AND locked_at IS NULL RETURNING 1 AS locked`,
    [...own, nowMs],
  )
  if (locked.length === 0) {
    const { locationId, email } = trying
    const places = await Promise.all(
      [trying, { locationId, email, network: anywhere }].map((one) => hasLock(database, one, nowMs)),
    )
    return { locked: places.includes(true), isFirst: false }
  }
  // Of two locks in the same instant, the one with the smaller hash is the first: whichever transaction looks later sees both.
  const others = await database.query(
    `SELECT 1 AS locked FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2 AND network_hash <> $3 AND locked_at > $5
       AND (locked_at < $4 OR network_hash < $3)`,
    [...own, nowMs, nowMs - lockMs],
  )
  return { locked: true, isFirst: others.length === 0 }
}

async function hasLock(database: Queryable, trying: SignInAttempt, nowMs: number): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS locked FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2 AND network_hash = $3 AND locked_at > $4',
    [...rowOf(trying), nowMs - lockMs],
  )
  return rows.length > 0
}

/** Whether an account is locked for any network: if so, its owner may have an unlock link. */
export async function isLocked(
  database: Queryable,
  locationId: string,
  email: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS locked FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2 AND locked_at > $3',
    [locationId, emailHashOf(locationId, email), nowMs - lockMs],
  )
  return rows.length > 0
}

/** Resets the count of one network: the right password came from there. */
export async function forgetFailuresHere(database: Queryable, trying: SignInAttempt): Promise<void> {
  await database.query(
    'DELETE FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2 AND network_hash = $3',
    rowOf(trying),
  )
}

/** Resets all counts of an account and removes its locks: its owner has proved who they are. */
export async function forgetFailures(database: Queryable, locationId: string, email: string): Promise<void> {
  await database.query('DELETE FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2', [
    locationId,
    emailHashOf(locationId, email),
  ])
}

/** 423. The portal looks for the word "locked" (specification §8). */
export const lockedProblem = (): ProblemError =>
  new ProblemError(
    423,
    'locked',
    'This account is locked after too many tries. We can send a new unlock link.',
  )
