import { dayMs } from '#contract/durations.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** What other devices of a deleted account are told (decision 100): they promise their owner to send what waits there once its person signs in again. */

/** Keeps the hashes of an account's refresh tokens; after that time, or once they would have expired, their devices only learn that they are signed out. */
export const keepTokensOf = (tx: Transaction, locationId: string, userId: string, nowMs: number): void =>
  tx.later(
    `INSERT INTO tokens_of_deleted_accounts (location_id, token_hash, forget_at)
     SELECT r.location_id, r.token_hash, least(r.expires_at, $3::bigint) FROM refresh_tokens r
       JOIN sessions s ON s.location_id = r.location_id AND s.id = r.session_id
     WHERE s.location_id = $1 AND s.user_id = $2`,
    [locationId, userId, nowMs + fixedRetention.sessionDays * dayMs],
  )

/** Whether a refresh token was a deleted account's. */
export async function isOfDeletedAccount(
  database: Queryable,
  locationId: string,
  refreshToken: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS kept FROM tokens_of_deleted_accounts WHERE location_id = $1 AND token_hash = $2 AND forget_at > $3',
    [locationId, hashOfSecret(refreshToken), nowMs],
  )
  return rows.length > 0
}

/** 401: nobody can sign in to it again. */
export const accountDeleted = (): ProblemError =>
  new ProblemError(401, 'account_deleted', 'This account was deleted.')
