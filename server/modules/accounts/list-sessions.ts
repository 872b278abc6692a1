import type { SessionEntry } from '#contract/schemas/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Session } from '#server/plugins/auth.ts'
import { isShiftOver } from '#server/plugins/staff-sessions.ts'

/** A user's active sessions, the most recently seen first. */
export async function listSessions(
  database: Queryable,
  locationId: string,
  own: Session,
  nowMs: number,
): Promise<SessionEntry[]> {
  const rows = await database.query<{ id: string; device: string; created_at: number; last_seen_at: number }>(
    `SELECT id, device, created_at, last_seen_at FROM sessions WHERE location_id = $1 AND user_id = $2 AND revoked_at IS NULL AND ends_at > $3
       AND EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.location_id = sessions.location_id AND r.session_id = sessions.id AND r.expires_at > $3)
     ORDER BY last_seen_at DESC, id`,
    [locationId, own.userId, nowMs],
  )
  const isOver = (row: (typeof rows)[number]): boolean =>
    isShiftOver({ role: own.role, createdAt: row.created_at, lastSeenAt: row.last_seen_at }, nowMs)
  return rows
    .filter((row) => !isOver(row))
    .map((row) => ({
      id: row.id,
      device: row.device,
      signed_in_at: new Date(row.created_at).toISOString(),
      last_seen_at: new Date(row.last_seen_at).toISOString(),
      current: row.id === own.sessionId,
    }))
}
