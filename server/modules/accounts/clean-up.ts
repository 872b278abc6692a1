import { dayMs } from '#contract/durations.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'

type Over = {
  table: string
  /** SQL by the table's columns; `$1` is the time (ms) before which it is over. */
  condition: string
  /** How long ago. */
  agoMs: number
}

const isOfRevoked = (table: string): string => `EXISTS (SELECT 1 FROM sessions s
  WHERE s.location_id = ${table}.location_id AND s.id = ${table}.session_id AND s.revoked_at <= $1)`
const hasNone = (table: string): string => `NOT EXISTS (SELECT 1 FROM ${table} x
  WHERE x.location_id = sessions.location_id AND x.session_id = sessions.id)`

const sessionMs = fixedRetention.sessionDays * dayMs

/** What is over, and where. The order keeps references: a session goes after its tokens. */
const over: readonly Over[] = [
  { table: 'access_tokens', condition: 'expires_at <= $1', agoMs: 0 },
  // A used token is kept until it would have ended: when it comes again, somebody has stolen it.
  { table: 'refresh_tokens', condition: 'expires_at <= $1', agoMs: 0 },
  { table: 'refresh_tokens', condition: isOfRevoked('refresh_tokens'), agoMs: sessionMs },
  { table: 'access_tokens', condition: isOfRevoked('access_tokens'), agoMs: sessionMs },
  {
    table: 'sessions',
    condition: `(ends_at <= $1 OR revoked_at <= $1) AND ${hasNone('refresh_tokens')} AND ${hasNone('access_tokens')}`,
    agoMs: sessionMs,
  },
  { table: 'mail_links', condition: 'expires_at <= $1', agoMs: sessionMs },
  {
    table: 'sign_in_failures',
    condition: 'greatest(locked_at, last_failed_at) <= $1',
    agoMs: fixedRetention.signInFailureDays * dayMs,
  },
  { table: 'known_networks', condition: 'seen_at <= $1', agoMs: fixedRetention.knownNetworkDays * dayMs },
]

/** Forgets tokens, sessions, links and counts whose time is over. */
export async function forgetEndedSessions(database: Queryable, nowMs: number): Promise<void> {
  for (const { table, condition, agoMs } of over)
    await deleteInBatches(database, table, condition, [nowMs - agoMs])
}

/** Forgets what was done to a location's accounts before `beforeMs`. */
export const forgetOldTrail = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(database, 'audit_trail', 'location_id = $1 AND at <= $2', [locationId, beforeMs])
