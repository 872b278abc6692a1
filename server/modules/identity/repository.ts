import type { Queryable, Transaction } from '#server/db/database.ts'

/** Which of a location's users a person at a provider is. */

export type ProviderName = 'google' | 'facebook'

/** The user that a person at a provider is linked to. */
export async function findLinkedUser(
  tx: Queryable,
  locationId: string,
  provider: ProviderName,
  subject: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM linked_accounts WHERE location_id = $1 AND provider = $2 AND subject = $3',
    [locationId, provider, subject],
  )
  return rows[0]?.user_id
}

/** Links a person at a provider to a user. If two requests race, the first link stays, and the other gets false. */
export async function linkAccount(
  tx: Transaction,
  locationId: string,
  link: { provider: ProviderName; subject: string; userId: string },
  nowMs: number,
): Promise<boolean> {
  const linked = await tx.query(
    `INSERT INTO linked_accounts (location_id, provider, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, provider, subject) DO NOTHING RETURNING 1 AS linked`,
    [locationId, link.provider, link.subject, link.userId, nowMs],
  )
  return linked.length > 0
}

/**
 * Uses up a provider's token. True for the first time, and for a repetition of the same request whose answer was lost: somebody who reads a token from a log or
 * a history does not have that request's idempotency key. Stored with the used challenges until the token would expire.
 */
export async function takeToken(
  tx: Queryable,
  locationId: string,
  { id, expiresAtMs }: { id: string; expiresAtMs: number },
  key: string,
): Promise<boolean> {
  const [token, attempt] = [`token ${id}`, `token ${id} ${key}`]
  const insert =
    'INSERT INTO used_challenges (location_id, challenge_hash, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1 AS used'
  const first = await tx.query(insert, [locationId, token, expiresAtMs])
  if (first.length > 0) await tx.query(insert, [locationId, attempt, expiresAtMs])
  const taken = await tx.query(
    'SELECT 1 AS taken FROM used_challenges WHERE location_id = $1 AND challenge_hash = $2',
    [locationId, attempt],
  )
  return taken.length > 0
}
