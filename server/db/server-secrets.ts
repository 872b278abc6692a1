import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable } from './database.ts'

/**
 * A secret of this installation that no setting gives: created once, stored in the database, and shared by all its processes. If two start at once, both use
 * the first one's. `make` creates one that is not just random text; it is called only when there is none yet.
 */
export async function getServerSecret(
  database: Queryable,
  name: string,
  { clock, ids }: { clock: Clock; ids: Ids },
  make: () => string | Promise<string> = () => ids.secret(),
): Promise<string> {
  const kept = await findSecret(database, name)
  if (kept !== undefined) return kept
  await database.query(
    'INSERT INTO server_secrets (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    [name, await make(), clock.now()],
  )
  const first = await findSecret(database, name)
  if (first === undefined) throw new Error(`the server secret ${name} has gone`)
  return first
}

async function findSecret(database: Queryable, name: string): Promise<string | undefined> {
  const rows = await database.query<{ value: string }>('SELECT value FROM server_secrets WHERE name = $1', [
    name,
  ])
  return rows[0]?.value
}
