import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Engine as TestEngine } from '../server/support/databases.ts'
import { migratedTemplate, startPostgres } from '../server/support/postgres-server.ts'
import { Engine, EngineConnection } from '../simulation/engine.ts'

/** Provides new, migrated, empty databases. Closing one discards everything in it. */
export type Databases = TestEngine & {
  /** After this many orders a new database is used: reads become slower with each order in it. */
  ordersEach: number
  stop(): Promise<void>
}

/** The server's own engine on this thread, from a migrated dump. A database's changes are rolled back when it is closed. */
export async function embeddedDatabases(dumpFile: string): Promise<Databases> {
  const engine = await Engine.open(dumpFile)
  return {
    name: 'PGlite',
    // Every write is a savepoint of one transaction, and each read has to check thousands of them.
    ordersEach: 10,
    async open() {
      await engine.begin()
      const { database } = new EngineConnection(engine, async () => undefined)
      const close = async (): Promise<void> => {
        await engine.forget()
        // Otherwise rolled-back data would fill its files.
        await engine.exec('VACUUM')
      }
      return { ...database, close }
    },
    stop: async () => undefined,
  }
}

/** A separate PostgreSQL server for this process. Throws where none is installed. */
export async function postgresDatabases(): Promise<Databases> {
  const server = await startPostgres()
  if ('missing' in server) throw new Error(`There is no PostgreSQL here: ${server.missing}.`)
  const maintenance = await openPostgres(server.url, { poolSize: 1 })
  return {
    name: 'PostgreSQL',
    ordersEach: 200,
    async open() {
      const name = `larder_${randomUUID().replaceAll('-', '')}`
      await maintenance.script(`CREATE DATABASE ${name} TEMPLATE ${migratedTemplate}`)
      const database: Database = await openPostgres(server.url.replace('/postgres?', `/${name}?`))
      const close = async (): Promise<void> => {
        await database.close()
        await maintenance.script(`DROP DATABASE ${name}`)
      }
      return { ...database, close }
    },
    async stop() {
      await maintenance.close()
      await server.stop()
    },
  }
}
