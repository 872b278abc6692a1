import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '#server/env.ts'
import type { Database, DatabaseNews, Queryable } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { isOlder, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseStartError, migrationFailure, placeOfUrl, refusalOf } from './start-failure.ts'

type ConnectOptions = {
  /** PostgreSQL's URL; without it, the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined
  dataDir: string
  workerFile?: string | URL | undefined
  now(): number
  /** Set for a command, which may run beside servers of an older version: it does not migrate their PostgreSQL database. */
  isCommand?: boolean
  /** Throws SettingsError for what refuses the start: a database that is migrated is of no use to its earlier version. Its schema may be older. */
  beforeMigration?: ((database: Queryable) => Promise<void>) | undefined
  /** Called with what the operator must know about the database while it runs. */
  tell?: ((news: DatabaseNews) => void) | undefined
}

/**
 * Opens the configured database and brings its schema up to date. Throws FolderLockedError, or DatabaseStartError with words for the operator when it cannot be
 * opened.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const { databaseUrl, tell } = options
  const folder = join(options.dataDir, 'database')
  const database = databaseUrl
    ? await reach(databaseUrl, tell)
    : await openEmbedded({ folder, workerFile: options.workerFile, tell })
  try {
    if (options.isCommand === true && databaseUrl && (await isOlder(database)))
      throw new DatabaseStartError(
        'This database is of an older version. Stop its servers and start the new one first.',
      )
    await options.beforeMigration?.(database)
    await migrate(database, options.now)
  } catch (error) {
    await closeQuietly(database)
    if (error instanceof DatabaseStartError || error instanceof SettingsError) throw error
    throw migrationFailure(databaseUrl ? placeOfUrl(databaseUrl) : folder, error)
  }
  return database
}

async function reach(databaseUrl: string, tell: ConnectOptions['tell']): Promise<Database> {
  try {
    return await openPostgres(databaseUrl, { tell })
  } catch (error) {
    throw refusalOf(databaseUrl, error)
  }
}

/** Closes a database that has already failed, ignoring errors. */
export const closeQuietly = (database: Database): Promise<void> => database.close().catch(() => undefined)

/** Whether a data folder already holds an embedded database: the first start takes seconds longer, and says so. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'))
