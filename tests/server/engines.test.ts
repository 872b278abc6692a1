import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, DatabaseAwayError } from '#server/db/database.ts'
import { databases, missingPostgres, openAgain } from './support/databases.ts'

async function openPostgresHere(): Promise<Database> {
  const database = await databases.find((engine) => engine.name === 'PostgreSQL')!.open()
  onTestFinished(() => database.close())
  return database
}

it('runs the embedded engine', () => {
  expect(databases.map((engine) => engine.name)).toContain('PGlite')
})

// Shown as skipped where there is none: what was proved on one engine only must not look proved on both.
it.skipIf(missingPostgres !== undefined)('runs PostgreSQL, too', async () => {
  const database = await openPostgresHere()
  expect(
    (await database.query<{ server_version: string }>('SHOW server_version'))[0]!.server_version,
  ).toMatch(/^\d+/)
})

// A connection that breaks must not take the process along: vitest fails a run in which an `error` has no listener.
describe.skipIf(missingPostgres !== undefined)('a PostgreSQL connection that breaks', () => {
  const ownPid = 'SELECT pg_backend_pid() AS pid'
  const cut = (by: Database, pid: number) => by.query('SELECT pg_terminate_backend($1, 5000)', [pid])

  it('between two statements of a transaction fails it, and the next has another', async () => {
    const database = await openPostgresHere()
    const other = await openAgain(database)
    onTestFinished(() => other.close())
    const work = database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(ownPid)
      await cut(other, own!.pid)
      await tx.query('SELECT 1')
    })
    await expect(work).rejects.toThrow(DatabaseAwayError)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('during a statement fails that, and the next has another', async () => {
    const database = await openPostgresHere()
    const other = await openAgain(database)
    onTestFinished(() => other.close())
    const slow = database.query('SELECT pg_sleep(60)')
    const failed = expect(slow).rejects.toThrow(DatabaseAwayError)
    const sleeping = `SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND datname = current_database()`
    await expect.poll(() => other.query(sleeping)).toHaveLength(1)
    const [found] = await other.query<{ pid: number }>(sleeping)
    await cut(other, found!.pid)
    await failed
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
