import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { isAdvisory, lockNumber } from '#server/db/leases.ts'
import { openPostgres, type PostgresOptions } from '#server/db/postgres.ts'
import { createEnginePool } from './engine-pool.ts'
import { migratedTemplate } from './postgres-server.ts'

export type Engine = {
  name: 'PGlite' | 'PostgreSQL'
  /** Opens a new, migrated, empty database. The caller closes it. */ open(): Promise<Database>
}

const postgres = inject('postgres')

/** Why there is no PostgreSQL here; undefined when there is one. */
export const missingPostgres: string | undefined = 'missing' in postgres ? postgres.missing : undefined

/**
 * The available engines, for `describe.for(databases)`. Where no PostgreSQL is installed, engines.test.ts reports a skip,
 * which is not a pass.
 */
export const databases: readonly Engine[] = [
  { name: 'PGlite', open: () => pool.open() },
  ...('url' in postgres ? [{ name: 'PostgreSQL' as const, open: () => openOnServer(postgres.url) }] : []),
]

/**
 * Only the engine that is always available, for `describe.for(oneDatabase)`: tests that do not depend on the engine
 * (tests/README.md, Engines).
 */
export const oneDatabase: readonly Engine[] = databases.slice(0, 1)

/** The engines on which calls can wait for each other's locks: the embedded one has only one connection. */
export const concurrentDatabases: readonly Engine[] = databases.filter(({ name }) => name === 'PostgreSQL')

/** The statements that wait for a lock now, the longest wait first. */
export const listLockWaits = async (database: Database): Promise<string[]> =>
  (
    await database.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query_start`,
    )
  ).map(({ query }) => query)

/** The embedded engine's worker, bundled for the tests. */
export const workerFile = (): string => join(inject('serverBundle'), 'embedded-worker.js')

const pool = createEnginePool(() =>
  openEmbedded({ dumpFile: inject('migratedDump'), workerFile: workerFile() }),
)

/** Another server's connection to a PostgreSQL database that is open already, optionally as a holder of leases. The caller closes it. */
export async function openAgain(database: Database, options: PostgresOptions = {}): Promise<Database> {
  return openPostgres(await urlOf(database), options)
}

/** The URL of an open PostgreSQL database, for a separate program. */
export async function urlOf(database: Database): Promise<string> {
  if (!('url' in postgres)) throw new Error('no PostgreSQL here')
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name')
  return postgres.url.replace('/postgres?', `/${row!.name}?`)
}

/** The connections that hold a process's lock. */
export const lockPids = (database: Database, holder: number): Promise<{ pid: number }[]> =>
  database.query(`SELECT pid FROM pg_locks WHERE ${isAdvisory} AND ${lockNumber} = $1`, [holder])

/** Breaks the connection that holds a process's lock. */
export async function cutLock(database: Database, holder: number): Promise<void> {
  for (const { pid } of await lockPids(database, holder))
    await database.query('SELECT pg_terminate_backend($1)', [pid])
}

/** The PostgreSQL databases that this worker's tests have made, each with its test file. */
let made: { name: string; file: string | undefined }[] = []

/** This worker's one connection for making databases: each costs the server a process, which is most of what a small test costs it. */
let maintenance: Pool | undefined

/** It does not keep the worker alive. */
const connectMaintenance = (connectionString: string): Pool =>
  new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })

async function openOnServer(maintenanceUrl: string): Promise<Database> {
  const name = `larder_${randomUUID().replaceAll('-', '')}`
  const { testPath: file } = expect.getState()
  const server = (maintenance ??= connectMaintenance(maintenanceUrl))
  await dropUnused(
    server,
    made.filter((one) => one.file !== file).map((one) => one.name),
  )
  made = [...made.filter((one) => one.file === file), { name, file }]
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${migratedTemplate}${await copying(server)}`)
  return openPostgres(maintenanceUrl.replace('/postgres?', `/${name}?`))
}

/** Copies the template's files: since version 15 PostgreSQL copies row by row by itself, which costs three times as much. */
async function copying(server: Pool): Promise<string> {
  const { rows } = await server.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  )
  return rows[0]!.version >= 150_000 ? ' STRATEGY file_copy' : ''
}

/** Drops the databases of earlier test files, which take memory, except where a program of theirs has not ended. */
async function dropUnused(server: Pool, names: readonly string[]): Promise<void> {
  const { rows: unused } = await server.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d WHERE datname = ANY(string_to_array($1, ','))
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`,
    [names.join()],
  )
  for (const { name } of unused) await server.query(`DROP DATABASE ${name}`)
}
