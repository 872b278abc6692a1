import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DatabaseAwayError, type DatabaseNews } from '#server/db/database.ts'
import { type EmbeddedDatabase, openEmbedded } from '#server/db/embedded.ts'
import { callLimits, type CallLimits } from '#server/db/engine-thread.ts'
import { dataWithDatabase } from './support/program.ts'
import { makeSmallDisk, megabytes } from './support/small-disk.ts'

const opened: EmbeddedDatabase[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

async function openOn(disk = makeSmallDisk(), limits?: CallLimits) {
  const news: DatabaseNews[] = []
  const tell = (one: DatabaseNews): void => void news.push(one)
  const folder = join(disk.folder, 'database')
  const { freeBytes } = disk
  await dataWithDatabase(disk.folder)
  const database = await openEmbedded({
    folder,
    workerFile: disk.workerFile(),
    tell,
    limits,
    freeBytes,
  })
  opened.push(database)
  return { disk, database, news, events: () => news.map((one) => one.event) }
}

const countOf = async (database: EmbeddedDatabase): Promise<number> =>
  (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM server_secrets'))[0]!.count

const insert = `INSERT INTO server_secrets (name, value, created_at) VALUES ($1, 'x', 0)`
const add = (database: EmbeddedDatabase, name: string) => database.query(insert, [name])

describe('a disk that fills under the embedded database', () => {
  it('reports before it is full that nothing new may begin; fails calls for which there is no space at once, reports it once, rolls back what it interrupts, keeps what was committed, and continues when there is space', async () => {
    const { disk, database, events, news } = await openOn()
    expect(database.hasRoom()).toBe(true)
    disk.set({ freeBytes: megabytes(50) })
    await expect.poll(() => database.transaction(async (tx) => tx.hasRoom())).toBe(false)
    expect(await countOf(database)).toBe(0)
    await add(database, 'what was begun')
    disk.set({ freeBytes: megabytes(70) })
    expect(events()).toEqual(['disk_low'])
    disk.set({ freeBytes: megabytes(100) })
    await expect.poll(() => database.hasRoom()).toBe(true)
    expect(events()).toEqual(['disk_low', 'disk_ok'])

    news.splice(0)
    const cut = database.transaction(async (tx) => {
      await tx.query(insert, ['first'])
      disk.set({ freeBytes: 0 })
      // PostgreSQL needs the next segment of its write-ahead log, does not get it, and stops.
      await tx.query('SELECT pg_switch_wal()')
      await tx.query(insert, ['second'])
    })
    await expect(cut).rejects.toThrow(DatabaseAwayError)
    await expect(add(database, 'in between')).rejects.toThrow(DatabaseAwayError)
    await expect(countOf(database)).rejects.toThrow(DatabaseAwayError)
    await expect(countOf(database)).rejects.toThrow(DatabaseAwayError)
    expect(events().filter((one) => one !== 'disk_low')).toEqual(['database_away'])
    expect(news.find(({ event }) => event === 'database_away')!.detail).toMatch(/No space left on device/)
    disk.set({})
    await expect.poll(() => countOf(database).catch(() => 'away'), { timeout: 60_000 }).toBe(1)
    await add(database, 'after')
    expect(await countOf(database)).toBe(2)
    expect(events().filter((one) => !one.startsWith('disk_'))).toEqual(['database_away', 'database_back'])
  }, 300_000)
})

describe('an embedded database that many write to at once', () => {
  it('every acknowledged write survives a copy of the folder', async () => {
    const { disk, database } = await openOn()
    const names = Array.from({ length: 30 }, (_, at) => `name ${at}`)
    await Promise.all(names.map((name) => database.transaction((tx) => tx.query(insert, [name]))))
    // Data that is only in this process's memory is not in a copy of its folder, as after a power failure.
    const copy = makeSmallDisk()
    cpSync(join(disk.folder, 'database'), join(copy.folder, 'database'), { recursive: true })
    const after = await openEmbedded({ folder: join(copy.folder, 'database'), workerFile: copy.workerFile() })
    opened.push(after)
    expect(await countOf(after)).toBe(names.length)
  }, 300_000)
})

describe('an embedded database that hangs', () => {
  it('is abandoned when a call has taken too long, and opened again', async () => {
    const { disk, database, events } = await openOn(makeSmallDisk(), { ...callLimits, statements: 3000 })
    await add(database, 'before')
    disk.set({ hangs: true })
    const calls = [add(database, 'hanging'), countOf(database)]
    await expect(calls[0]).rejects.toThrow('did not answer in 3 s')
    disk.set({})
    await Promise.allSettled(calls)
    await expect.poll(() => countOf(database).catch(() => 0), { timeout: 60_000 }).toBeGreaterThan(0)
    expect(events()).toEqual(['database_away', 'database_back'])
  }, 300_000)

  it('never confirms a write that is not on the disk', async () => {
    const { disk, database } = await openOn(makeSmallDisk(), { ...callLimits, statements: 3000 })
    const [first, second] = await Promise.allSettled([
      database.transaction((tx) => tx.query(insert, ['first'])),
      database.transaction(async (tx) => {
        disk.set({ hangs: true })
        // The engine that replaces it has a working disk: it finds only what was written there.
        await tx.query('SELECT pg_switch_wal()').finally(() => disk.set({}))
      }),
    ])
    expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
    expect(first).toMatchObject({
      reason: { message: expect.stringContaining('before a change was on the disk') },
    })
  }, 300_000)
})
