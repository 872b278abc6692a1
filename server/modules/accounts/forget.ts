import type { Queryable, Transaction } from '#server/db/database.ts'
import { exportFactors, forgetFactors } from '#server/modules/second-factors/forget.ts'
import { keepTokensOf } from './deleted-accounts.ts'
import { emailHashOf, emailKeyOf, type UserRecord } from './users.ts'

/** An account's rows in every table of this module. */

/**
 * Deletes an account and everything that depends on it: sessions, links, ways to sign in, second factors, points and rewards, counts of wrong passwords. The
 * audit trail stays, under an id that no longer names anybody; so do hashes of what its devices stay signed in with (decision 100). Its cards and orders must have been detached before.
 */
export function deleteUser(tx: Transaction, locationId: string, user: UserRecord, nowMs: number): void {
  forgetFactors(tx, locationId, user.id)
  keepTokensOf(tx, locationId, user.id, nowMs)
  const ofSession = (table: string): string =>
    `DELETE FROM ${table} WHERE location_id = $1 AND session_id IN (SELECT id FROM sessions WHERE location_id = $1 AND user_id = $2)`
  for (const sql of [
    ofSession('access_tokens'),
    ofSession('refresh_tokens'),
    'DELETE FROM sessions WHERE location_id = $1 AND user_id = $2',
    'DELETE FROM mail_links WHERE location_id = $1 AND user_id = $2',
    'DELETE FROM linked_accounts WHERE location_id = $1 AND user_id = $2',
    'DELETE FROM reward_points WHERE location_id = $1 AND user_id = $2',
    'DELETE FROM rewards WHERE location_id = $1 AND user_id = $2',
    'DELETE FROM users WHERE location_id = $1 AND id = $2',
  ])
    tx.later(sql, [locationId, user.id])
  const hash = emailHashOf(locationId, user.email)
  tx.later('DELETE FROM sign_in_failures WHERE location_id = $1 AND email_hash = $2', [locationId, hash])
  tx.later('DELETE FROM known_networks WHERE location_id = $1 AND email_hash = $2', [locationId, hash])
}

/** The email that a person's guest orders are matched by: only one that they have confirmed. */
export const shownAddress = (user: UserRecord): string | undefined =>
  user.confirmedAt === undefined ? undefined : emailKeyOf(user.email)

/** What is kept of an account, by table, without password hashes, tokens or links. */
export async function exportUser(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<Record<string, unknown[]>> {
  const read = async (sql: string): Promise<unknown[]> =>
    (await database.query<{ row: unknown }>(sql, [locationId, userId])).map(({ row }) => row)
  const own = (table: string, without = '', order = 'created_at'): Promise<unknown[]> =>
    read(
      `SELECT to_jsonb(x)${without} AS row FROM ${table} x WHERE x.location_id = $1 AND x.user_id = $2 ORDER BY x.${order}`,
    )
  const [factors, users, linked, sessions, links, points, rewards, trail] = await Promise.all([
    exportFactors(database, locationId, userId),
    read(
      `SELECT to_jsonb(x) - 'password_hash' - 'earlier_passwords' - 'email_key' AS row FROM users x WHERE x.location_id = $1 AND x.id = $2`,
    ),
    own('linked_accounts'),
    own('sessions', ` - 'revocation_hash'`),
    own('mail_links', ` - 'token_hash'`),
    own('reward_points'),
    own('rewards'),
    own('audit_trail', '', 'at'),
  ])
  return {
    users: users!,
    linked_accounts: linked!,
    sessions: sessions!,
    mail_links: links!,
    reward_points: points!,
    rewards: rewards!,
    audit_trail: trail!,
    ...factors,
  }
}
