import { dayMs } from '#contract/durations.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable } from '#server/db/database.ts'

/** What is over, how long ago in ms, and where. The order keeps references: a session goes after its tokens. */
const over: readonly [string, number][] = [
  ['DELETE FROM access_tokens WHERE expires_at <= $1', 0],
  // A used token is kept until it would have ended: when it comes again, somebody has stolen it.
  ['DELETE FROM refresh_tokens WHERE expires_at <= $1', 0],
  [
    `DELETE FROM refresh_tokens WHERE EXISTS
       (SELECT 1 FROM sessions s WHERE s.location_id = refresh_tokens.location_id AND s.id = refresh_tokens.session_id AND s.revoked_at <= $1)`,
    fixedRetention.sessionDays * dayMs,
  ],
  [
    `DELETE FROM access_tokens WHERE EXISTS
       (SELECT 1 FROM sessions s WHERE s.location_id = access_tokens.location_id AND s.id = access_tokens.session_id AND s.revoked_at <= $1)`,
    fixedRetention.sessionDays * dayMs,
  ],
  [
    `DELETE FROM sessions WHERE (ends_at <= $1 OR revoked_at <= $1)
       AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.location_id = sessions.location_id AND r.session_id = sessions.id)
       AND NOT EXISTS (SELECT 1 FROM access_tokens a WHERE a.location_id = sessions.location_id AND a.session_id = sessions.id)`,
    fixedRetention.sessionDays * dayMs,
  ],
  ['DELETE FROM mail_links WHERE expires_at <= $1', fixedRetention.sessionDays * dayMs],
  [
    'DELETE FROM sign_in_failures WHERE greatest(locked_at, last_failed_at) <= $1',
    fixedRetention.signInFailureDays * dayMs,
  ],
  ['DELETE FROM known_networks WHERE seen_at <= $1', fixedRetention.knownNetworkDays * dayMs],
]

/** Forgets tokens, sessions, links and counts whose time is over. */
export async function forgetEndedSessions(database: Queryable, nowMs: number): Promise<void> {
  for (const [sql, agoMs] of over) await database.query(sql, [nowMs - agoMs])
}

/** Forgets what was done to a location's accounts before `beforeMs`. */
export const forgetOldTrail = (database: Queryable, locationId: string, beforeMs: number): Promise<unknown> =>
  database.query('DELETE FROM audit_trail WHERE location_id = $1 AND at <= $2', [locationId, beforeMs])
