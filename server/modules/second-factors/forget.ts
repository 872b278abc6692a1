import type { Queryable, Transaction } from '#server/db/database.ts'

/** A person's rows in every table of this module. */

const tables = ['passkeys', 'authenticator_apps', 'recovery_codes', 'proof_requests'] as const

/** Deletes all second factors of a user. */
export function forgetFactors(tx: Transaction, locationId: string, userId: string): void {
  for (const table of tables)
    tx.later(`DELETE FROM ${table} WHERE location_id = $1 AND user_id = $2`, [locationId, userId])
}

/** What is kept of a user's second factors, by table, without keys, secrets or codes. */
export async function exportFactors(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<Record<string, unknown[]>> {
  const read = async (table: string, without: string): Promise<unknown[]> =>
    (
      await database.query<{ row: unknown }>(
        `SELECT to_jsonb(x)${without} AS row FROM ${table} x WHERE x.location_id = $1 AND x.user_id = $2`,
        [locationId, userId],
      )
    ).map(({ row }) => row)
  const [passkeys, apps, codes] = await Promise.all([
    read('passkeys', ` - 'public_key' - 'credential_id'`),
    read('authenticator_apps', ` - 'sealed_secret' - 'last_step'`),
    read('recovery_codes', ` - 'code_hash' - 'made_key'`),
  ])
  return { passkeys: passkeys!, authenticator_apps: apps!, recovery_codes: codes! }
}
