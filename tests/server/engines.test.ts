import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, DatabaseAwayError } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { databases, missingPostgres, openAgain, urlOf } from './support/databases.ts'

async function openPostgresHere(): Promise<Database> {
  const database = await databases.find((engine) => engine.name === 'PostgreSQL')!.open()
  onTestFinished(() => database.close())
  return database
}

/** A proxy to PostgreSQL that can stop passing data without telling either side; `cut` ends its connections. */
async function startWire(database: Database) {
  const url = new URL(await urlOf(database))
  const folder = url.searchParams.get('host')!
  const wire = { passes: true, url: '', cut: (): void => undefined }
  const ends: Socket[] = []
  const pass = (from: Socket, to: Socket): void => {
    ends.push(from)
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
    from.on('data', (chunk) => void (wire.passes && to.write(chunk)))
  }
  const server = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  wire.url = `postgresql://larder@127.0.0.1:${(server.address() as AddressInfo).port}${url.pathname}`
  wire.cut = () => {
    for (const end of ends) end.destroy()
    server.close()
  }
  return wire
}

it('runs the embedded engine', () => {
  expect(databases.map((engine) => engine.name)).toContain('PGlite')
})

// Reported as skipped without PostgreSQL: what was tested on one engine must not look tested on both.
it.skipIf(missingPostgres !== undefined)('runs PostgreSQL, too', async () => {
  const database = await openPostgresHere()
  expect(
    (await database.query<{ server_version: string }>('SHOW server_version'))[0]!.server_version,
  ).toMatch(/^\d+/)
})

// A broken connection must not crash the process: Vitest fails a run in which an `error` event has no listener.
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
    const slow = database.query('SELECT pg_sleep(60)').catch((error: unknown) => error)
    const sleeping = `SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND datname = current_database()`
    await expect.poll(() => other.query(sleeping)).toHaveLength(1)
    const [found] = await other.query<{ pid: number }>(sleeping)
    await cut(other, found!.pid)
    expect(await slow).toBeInstanceOf(DatabaseAwayError)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe.skipIf(missingPostgres !== undefined)('a PostgreSQL that stops answering', () => {
  it('is given up, in a transaction and outside, and nothing waits behind it', async () => {
    const direct = await openPostgresHere()
    const wire = await startWire(direct)
    const database = await openPostgres(wire.url, { limitMs: 1000, poolSize: 1 })
    onTestFinished(async () => {
      wire.cut()
      await database.close()
    })
    const silent = async (work: () => Promise<unknown>): Promise<void> => {
      wire.passes = false
      await expect(work()).rejects.toThrow(DatabaseAwayError)
      wire.passes = true
      // Queries get a new connection: the pool has only one.
      expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    }
    await silent(() => database.query('SELECT 2'))
    await silent(() => database.transaction((tx) => tx.query('SELECT 3')))
    await silent(() =>
      database.transaction(async (tx) => {
        await tx.query('SELECT 4').catch(() => undefined)
        await tx.query('SELECT 5')
      }),
    )
  })

  it('is asked to cancel statements that nobody waits for', async () => {
    const database = await openPostgresHere()
    const [server] = await database.query<{ version: number; every: string | null }>(
      `SELECT current_setting('server_version_num')::int AS version,
         current_setting('client_connection_check_interval', true) AS every`,
    )
    expect(server!.every).toBe(server!.version >= 140_000 ? '5s' : null)
  })

  it('is waited for as long as a script takes', async () => {
    const direct = await openPostgresHere()
    const database = await openPostgres(await urlOf(direct), { limitMs: 1000 })
    onTestFinished(() => database.close())
    await expect(database.query('SELECT pg_sleep(3)')).rejects.toThrow(DatabaseAwayError)
    await database.script('SELECT pg_sleep(1.5)')
    await database.transaction((tx) => tx.script('SELECT pg_sleep(1.5)'))
  })
})
