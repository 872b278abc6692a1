import type { LarderDatabase } from './database.ts'
import { tablesByPrincipal } from './personal.ts'

/** Everything that the device's store has about a person at a location, by table, row by row. Of the session, everything but the credentials. */
export async function listOwnRows(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    tablesByPrincipal(db).map(async (table) => {
      const rows = await table
        .filter((row) => row.locationId === locationId && row.principal === principal)
        .toArray()
      return [table.name, rows as unknown[]] as const
    }),
  )
  const session = await db.sessions.get(locationId)
  const { email, signedInAt, expiresAt } = session?.principal === principal ? session : {}
  return {
    ...Object.fromEntries(tables),
    sessions: email === undefined ? [] : [{ email, signedInAt, expiresAt }],
  }
}
