import { type Database, DatabaseError } from './database.ts'
import { migrations } from './migrations.ts'
import { DatabaseStartError } from './start-failure.ts'

const table = `CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at bigint NOT NULL)`

/**
 * Applies the missing migrations, each once and in order, in one transaction under a table lock: several processes may start at the same time. `now` is for
 * `applied_at` (ms). Throws DatabaseError, or DatabaseStartError, without any change, for a database that has migrations of a newer version.
 */
export async function migrate(database: Database, now: () => number): Promise<void> {
  await createTable(database)
  await database.transaction(async (tx) => {
    // A table lock rather than an advisory one: distributed engines have no advisory locks.
    await tx.script('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE')
    const applied = new Set(
      (await tx.query<{ id: string }>('SELECT id FROM migrations')).map((row) => row.id),
    )
    refuseNewer(applied)
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue
      await tx.script(migration.sql)
      await tx.query('INSERT INTO migrations (id, applied_at) VALUES ($1, $2)', [migration.id, now()])
    }
  })
}

/** This version's statements would fail one by one, or leave out columns that the newer version needs. */
function refuseNewer(applied: ReadonlySet<string>): void {
  const known = new Set(migrations.map(({ id }) => id))
  const newest = [...applied]
    .filter((id) => !known.has(id))
    .toSorted()
    .at(-1)
  if (newest !== undefined)
    throw new DatabaseStartError(
      `This database is of a newer version (${newest}). Start that version, or restore the backup from before it (docs/operating.md, Backups).`,
    )
}

/** Whether a database was made by an older version. An empty one was not. */
export async function isOlder(database: Database): Promise<boolean> {
  await createTable(database)
  const applied = new Set(
    (await database.query<{ id: string }>('SELECT id FROM migrations')).map(({ id }) => id),
  )
  return applied.size > 0 && migrations.some(({ id }) => !applied.has(id))
}

async function createTable(database: Database): Promise<void> {
  try {
    await database.script(table)
  } catch (error) {
    // Two processes starting at once: IF NOT EXISTS checks before it locks, so the second hits the first's row in the catalog. The table exists.
    if (!(error instanceof DatabaseError && ['23505', '42P07'].includes(error.sqlState))) throw error
  }
}
