import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, DatabaseNews } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { isOlder, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseStartError, migrationFailure, placeOfUrl, refusalOf } from './start-failure.ts'

type ConnectOptions = {
  /** PostgreSQL's address; without it the embedded database is opened in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  workerFile?: string | URL | undefined
  now(): number
  /** A command, beside which servers of an older version may run: it leaves a PostgreSQL database of theirs as it is. */
  isCommand?: boolean
  /** Told what the operator has to know of the database while it runs. */
  tell?: ((news: DatabaseNews) => void) | undefined
}

/**
 * Opens the database that the settings name and brings its schema up to date.
 * Throws FolderLockedError, or DatabaseStartError with words for the operator when it cannot be opened.
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
    await migrate(database, options.now)
  } catch (error) {
    await closeQuietly(database)
    if (error instanceof DatabaseStartError) throw error
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

/** Closes a database that already failed and ignores errors from closing. */
export const closeQuietly = (database: Database): Promise<void> => database.close().catch(() => undefined)

/** Whether a data folder already holds an embedded database: the first start takes seconds longer, and says so. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'))
