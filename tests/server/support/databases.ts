import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'

export type Engine = { name: 'PGlite' | 'PostgreSQL'; /** Opens a new, migrated, empty database. The caller closes it. */ open(): Promise<Database> }

const postgres = inject('postgres')

/** Why there is no PostgreSQL here; undefined when there is one. */
export const missingPostgres: string | undefined = 'missing' in postgres ? postgres.missing : undefined

/** The engines that are here, for `describe.for(databases)`. Where no PostgreSQL is installed, engines.test.ts reports a skip: that is not a pass. */
export const databases: readonly Engine[] = [
  { name: 'PGlite', open: openPglite },
  ...('url' in postgres ? [{ name: 'PostgreSQL' as const, open: () => openOnServer(postgres.url) }] : []),
]

/** The embedded engine's worker, bundled for the tests. */
export const workerFile = (): string => join(inject('serverBundle'), 'embedded-worker.js')

function openPglite(): Promise<Database> {
  return openEmbedded({ dumpFile: inject('migratedDump'), workerFile: workerFile() })
}

/** Another server's door to a PostgreSQL database that is open already. The caller closes it. */
export async function openAgain(database: Database): Promise<Database> {
  if (!('url' in postgres)) throw new Error('no PostgreSQL here')
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name')
  return openPostgres(postgres.url.replace('/postgres?', `/${row!.name}?`))
}

async function openOnServer(maintenanceUrl: string): Promise<Database> {
  const name = `larder_${randomUUID().replaceAll('-', '')}`
  const server = await openPostgres(maintenanceUrl, { poolSize: 1 })
  await server.script(`CREATE DATABASE ${name}`)
  await server.close()
  const database = await openPostgres(maintenanceUrl.replace('/postgres?', `/${name}?`))
  await migrate(database, () => 0)
  return database
}
