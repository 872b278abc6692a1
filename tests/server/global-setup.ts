import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { startPostgres } from './support/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The bundled server: worker threads and child processes cannot run TypeScript. */
    serverBundle: string
    /** A dump of a migrated, empty embedded database. */
    migratedDump: string
    /** The address of a PostgreSQL server's maintenance database, or the reason why there is none. */
    postgres: { url: string } | { missing: string }
  }
}

const cache = resolve('.cache/server-tests')

/** Runs once for all server tests: builds the bundle, an empty migrated database, and starts a PostgreSQL server where one is installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverBundle = join(cache, 'bundle')
  await build({ mode: 'server', logLevel: 'silent', build: { outDir: serverBundle } })
  project.provide('serverBundle', serverBundle)
  project.provide('migratedDump', await migratedDump(join(serverBundle, 'embedded-worker.js')))
  const postgres = await startPostgres()
  project.provide('postgres', 'url' in postgres ? { url: postgres.url } : postgres)
  return async () => {
    if ('url' in postgres) await postgres.stop()
  }
}

/** initdb takes seconds, loading a dump half of one: the dump is kept as long as the schema and the engine are the same. */
async function migratedDump(workerFile: string): Promise<string> {
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
  await database.dump(file)
  await database.close()
  return file
}
