import { dayMs } from '#contract/durations.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'

type Over = {
  table: string
  /** SQL over the table's columns; `$1` is the cutoff (ms): rows that ended before it are deleted. */
  condition: string
  /** How long ago (ms) a row must have ended. */
  agoMs: number
}

const isOfRevoked = (table: string): string => `EXISTS (SELECT 1 FROM sessions s
  WHERE s.location_id = ${table}.location_id AND s.id = ${table}.session_id AND s.revoked_at <= $1)`
const hasNone = (table: string): string => `NOT EXISTS (SELECT 1 FROM ${table} x
  WHERE x.location_id = sessions.location_id AND x.session_id = sessions.id)`

const sessionMs = fixedRetention.sessionDays * dayMs

/** What to delete, and from where. The order respects foreign keys: a session is deleted after its tokens. */
const over: readonly Over[] = [
  { table: 'access_tokens', condition: 'expires_at <= $1', agoMs: 0 },
  // A used token is kept until it would have expired: if it comes back before then, it was stolen.
  { table: 'refresh_tokens', condition: 'expires_at <= $1', agoMs: 0 },
  { table: 'refresh_tokens', condition: isOfRevoked('refresh_tokens'), agoMs: sessionMs },
  { table: 'access_tokens', condition: isOfRevoked('access_tokens'), agoMs: sessionMs },
  {
    table: 'sessions',
    condition: `(ends_at <= $1 OR revoked_at <= $1) AND ${hasNone('refresh_tokens')} AND ${hasNone('access_tokens')}`,
    agoMs: sessionMs,
  },
  { table: 'tokens_of_deleted_accounts', condition: 'forget_at <= $1', agoMs: 0 },
  { table: 'mail_links', condition: 'expires_at <= $1', agoMs: sessionMs },
  {
    table: 'sign_in_failures',
    condition: 'greatest(locked_at, last_failed_at) <= $1',
    agoMs: fixedRetention.signInFailureDays * dayMs,
  },
  { table: 'known_networks', condition: 'seen_at <= $1', agoMs: fixedRetention.knownNetworkDays * dayMs },
]

/** Deletes tokens, sessions, links and counts that have expired. */
export async function forgetEndedSessions(database: Queryable, nowMs: number): Promise<void> {
  for (const { table, condition, agoMs } of over)
    await deleteInBatches(database, table, condition, [nowMs - agoMs])
}

/** Deletes the audit trail of a location's accounts before `beforeMs`. */
export const forgetOldTrail = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(database, 'audit_trail', 'location_id = $1 AND at <= $2', [locationId, beforeMs])
