import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'

const cache = resolve('.cache/server-tests')

/**
 * A dump of a migrated, empty embedded database. initdb takes seconds, loading a dump half of one: the dump is kept as long as the schema and the engine are
 * the same. `workerFile` is the engine's bundled thread.
 */
export async function migratedDump(workerFile: string): Promise<string> {
  const engine: unknown = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8'))
  const name = createHash('sha256')
    .update(JSON.stringify([migrations, engine]))
    .digest('hex')
    .slice(0, 16)
  const file = join(cache, `migrated-${name}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const database = await openEmbedded({ workerFile })
  await migrate(database, () => 0)
  // Another thread may make it at the same time.
  const half = `${file}.${randomUUID()}`
  await database.dump(half)
  await database.close()
  renameSync(half, file)
  return file
}
