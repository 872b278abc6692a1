import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { migratedDump } from './support/migrated-dump.ts'
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

/** Runs once for all server tests: builds the bundle, an empty migrated database, and starts a PostgreSQL server where one is installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverBundle = resolve('.cache/server-tests/bundle')
  await build({ mode: 'server', logLevel: 'silent', build: { outDir: serverBundle } })
  project.provide('serverBundle', serverBundle)
  project.provide('migratedDump', await migratedDump(join(serverBundle, 'embedded-worker.js')))
  const postgres = await startPostgres()
  project.provide('postgres', 'url' in postgres ? { url: postgres.url } : postgres)
  return async () => {
    if ('url' in postgres) await postgres.stop()
  }
}
