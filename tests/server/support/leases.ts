import type { Database } from '#server/db/database.ts'
import type { Lease } from '#server/db/leases.ts'

/** The database's leases, found by their columns' names, so that every test of leases includes a new one. */

export const leasesOf = (database: Database): Promise<(Lease & { type: string | null })[]> =>
  database.query<Lease & { type: string | null }>(
    `SELECT u.table_name AS table, u.column_name AS until, b.column_name AS by, b.data_type AS type FROM information_schema.columns u
     LEFT JOIN information_schema.columns b ON b.table_schema = u.table_schema AND b.table_name = u.table_name
       AND b.column_name = regexp_replace(u.column_name, '_until$', '_by')
     WHERE u.table_schema = 'public' AND u.column_name LIKE '%locked_until' ORDER BY 1, 2`,
  )

export const nameOf = ({ table, until, by }: Lease): string => `${table}: ${until}, ${by}`
export const namesOf = async (database: Database): Promise<string[]> => (await leasesOf(database)).map(nameOf)

/** Gives a holder every lease until a time (ms), each in exactly one row. */
export async function assignLeases(database: Database, holder: number, untilMs: number): Promise<void> {
  await freeAll(database)
  for (const { table, until, by } of await leasesOf(database))
    await database.query(
      `UPDATE ${table} SET ${until} = $1, ${by} = $2 WHERE ctid = (SELECT ctid FROM ${table} LIMIT 1)`,
      [untilMs, holder],
    )
}

/** Frees every lease, as another process does that takes the holder for dead. */
export async function freeAll(database: Database): Promise<void> {
  for (const { table, until, by } of await leasesOf(database))
    await database.query(`UPDATE ${table} SET ${until} = 0, ${by} = NULL WHERE ${until} > 0`)
}

/** A holder's leases. */
export async function leasesHeldBy(database: Database, holder: number): Promise<string[]> {
  const held: string[] = []
  for (const lease of await leasesOf(database))
    for (const _ of await database.query(
      `SELECT 1 AS one FROM ${lease.table} WHERE ${lease.by} = $1 AND ${lease.until} > 0`,
      [holder],
    ))
      held.push(nameOf(lease))
  return held
}
