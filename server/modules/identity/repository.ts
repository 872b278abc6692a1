import type { Queryable, Transaction } from '#server/db/database.ts'

/** Which of a location's users a provider's person is. */

export type ProviderName = 'google' | 'facebook'

/** Whose account a provider's person is linked to. */
export async function findLinkedUser(tx: Queryable, locationId: string, provider: ProviderName, subject: string): Promise<string | undefined> {
  const rows = await tx.query<{ user_id: string }>('SELECT user_id FROM linked_accounts WHERE location_id = $1 AND provider = $2 AND subject = $3', [
    locationId,
    provider,
    subject,
  ])
  return rows[0]?.user_id
}

/** Links a provider's person to a user. Of two that come at once, the first one's link stays. */
export function linkAccount(
  tx: Transaction,
  locationId: string,
  link: { provider: ProviderName; subject: string; userId: string },
  nowMs: number,
): void {
  tx.later(
    `INSERT INTO linked_accounts (location_id, provider, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, provider, subject) DO NOTHING`,
    [locationId, link.provider, link.subject, link.userId, nowMs],
  )
}
