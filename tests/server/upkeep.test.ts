import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { databases, openAgain } from './support/databases.ts'

describe.for(databases)('a table that grows [$name]', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.open()
    // PostgreSQL's own autovacuum runs once a minute, and could interfere.
    await database.script(
      'CREATE TABLE dishes (location_id text, id text, PRIMARY KEY (location_id, id)) WITH (autovacuum_enabled = off)',
    )
  })
  afterAll(() => database.close())

  const add = (id: string): Promise<unknown> =>
    database.transaction(async (tx) => tx.later('INSERT INTO dishes VALUES ($1, $2)', ['bella', id]))
  const knownRows = async (): Promise<number> => {
    const [row] = await database.query<{ rows: number }>(
      `SELECT reltuples AS rows FROM pg_class WHERE relname = 'dishes'`,
    )
    return row!.rows
  }

  it('is analyzed without being asked for, so that its plans are not those of an empty one', async () => {
    for (let count = 0; count < 100; count++) await add(`few ${count}`)
    expect(await knownRows()).toBe(-1)
    for (let count = 0; count < 100; count++) await add(`many ${count}`)
    // The analysis begins with the last row, and may count it or not.
    await expect.poll(knownRows).toBeGreaterThanOrEqual(199)
  })
})

describe.for(databases)('transactions that come one behind the other [$name]', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.open()
    await database.script('CREATE TABLE notes (id text PRIMARY KEY)')
  })
  afterAll(() => database.close())

  const write = (...ids: string[]): Promise<unknown> =>
    database.transaction(async (tx) => {
      await tx.query('SELECT 1')
      for (const id of ids) tx.later('INSERT INTO notes VALUES ($1)', [id])
    })
  const all = async (): Promise<string[]> =>
    (await database.query<{ id: string }>('SELECT id FROM notes ORDER BY id')).map((row) => row.id)

  it('are independent: if the last statements of one fail, the others are kept', async () => {
    // Written first: on PostgreSQL the others run in parallel, in no order.
    await write('a')
    const results = await Promise.allSettled([write('b', 'b'), write('c'), write('a', 'd'), write('e')])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await all()).toEqual(['a', 'c', 'e'])
  })

  it('keep what a single statement changed beside them, and take back one that fails', async () => {
    const insert = (id: string) => database.query('INSERT INTO notes VALUES ($1) RETURNING id', [id])
    const results = await Promise.allSettled([insert('f'), write('g', 'a'), insert('a'), insert('h')])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await all()).toEqual(['a', 'c', 'e', 'f', 'h'])
  })
})

describe.for(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'statements that are prepared [$name]',
  (engine) => {
    let database: Database
    let other: Database
    beforeAll(async () => {
      database = await engine.open()
      other = await openAgain(database)
      await database.script(`CREATE TABLE plates (id text); INSERT INTO plates VALUES ('large')`)
    })
    afterAll(async () => {
      await other.close()
      await database.close()
    })

    it('are prepared again when another version changes their table', async () => {
      const read = () => database.transaction((tx) => tx.query('SELECT * FROM plates WHERE id <> $1', ['']))
      expect(await read()).toEqual([{ id: 'large' }])
      await other.script(`ALTER TABLE plates ADD COLUMN colour text NOT NULL DEFAULT 'white'`)
      expect(await read()).toEqual([{ id: 'large', colour: 'white' }])
    })
  },
)
