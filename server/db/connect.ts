import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type ConnectOptions = {
  /** PostgreSQL's address; without it the embedded database is opened in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  workerFile?: string | URL | undefined
  now(): number
}

/**
 * Opens the database that the settings name and brings its schema up to date.
 * Throws FolderLockedError, or the engine's own error when it cannot be opened.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openEmbedded({ folder: join(options.dataDir, 'database'), workerFile: options.workerFile })
  try {
    await migrate(database, options.now)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Whether a data folder already holds an embedded database: the first start takes seconds longer, and says so. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'database', 'PG_VERSION'))
