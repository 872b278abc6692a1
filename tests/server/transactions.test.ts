import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, DatabaseError } from '#server/db/database.ts'
import { databases } from './support/databases.ts'

describe.for(databases)('transactions [$name]', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.open()
    await database.script('CREATE TABLE marks (mark integer PRIMARY KEY, note jsonb)')
  })
  afterAll(() => database.close())
  beforeEach(() => database.script('DELETE FROM marks'))

  const marks = async (): Promise<number[]> =>
    (await database.query<{ mark: number }>('SELECT mark FROM marks ORDER BY mark')).map((row) => row.mark)
  const insert = 'INSERT INTO marks (mark) VALUES ($1)'

  it('runs statements in the order asked for, waited for or not', async () => {
    const seen = await database.transaction(async (tx) => {
      tx.later(insert, [1])
      const [first, second] = await Promise.all([
        tx.query<{ count: number }>('SELECT count(*)::int AS count FROM marks'),
        tx.query<{ mark: number }>('INSERT INTO marks (mark) VALUES ($1) RETURNING mark', [2]),
      ])
      tx.later(insert, [3])
      return [first[0]!.count, second[0]!.mark]
    })
    expect(seen).toEqual([1, 2])
    expect(await marks()).toEqual([1, 2, 3])
  })

  it('gives every type back as it was put in', async () => {
    const rows = await database.transaction((tx) =>
      tx.query(
        'SELECT $1::bigint AS big, $2::boolean AS yes, $3::jsonb AS json, $4::text AS text, $5::text AS nothing, $6::integer AS small',
        [1_795_000_000_000, true, '{"a":[1]}', 'it’s “10 €”\n\\', null, -7],
      ),
    )
    expect(rows).toEqual([
      {
        big: 1_795_000_000_000,
        yes: true,
        json: { a: [1] },
        text: 'it’s “10 €”\n\\',
        nothing: null,
        small: -7,
      },
    ])
  })

  it.each(['with COMMIT', 'with the next statement'])(
    'takes everything back when one for later fails %s, and says which',
    async (when) => {
      const failed = database.transaction(async (tx) => {
        await tx.query(insert, [1])
        tx.later(insert, [2])
        tx.later(insert, [1])
        tx.later(insert, [3])
        if (when !== 'with COMMIT') await tx.query('SELECT 1')
      })
      await expect(failed).rejects.toMatchObject({ name: 'DatabaseError', sqlState: '23505' })
      expect(await marks()).toEqual([])
      await database.transaction(async (tx) => tx.later(insert, [4]))
      expect(await marks()).toEqual([4])
    },
  )

  it('takes everything back when the work fails, sent or not', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query(insert, [1])
      tx.later(insert, [2])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await expect(
      database.transaction(async (tx) => {
        tx.later(insert, [1])
        throw new Error('nothing sent')
      }),
    ).rejects.toThrow('nothing sent')
    expect(await marks()).toEqual([])
  })

  it('continues after a statement that could not be read', async () => {
    const wrong = 'SELECT nothing_of_that_name FROM marks'
    for (const _ of [1, 2])
      await expect(database.transaction((tx) => tx.query(wrong))).rejects.toBeInstanceOf(DatabaseError)
    await expect(database.query(wrong)).rejects.toMatchObject({ sqlState: '42703' })
    await database.script('ALTER TABLE marks ADD COLUMN nothing_of_that_name integer')
    expect(await database.query(wrong)).toEqual([])
    await database.script('ALTER TABLE marks DROP COLUMN nothing_of_that_name')
  })

  it('reads a table again after its columns have changed', async () => {
    await database.query(insert, [1])
    const all = 'SELECT * FROM marks'
    expect(await database.query(all)).toEqual([{ mark: 1, note: null }])
    await database.script('ALTER TABLE marks ADD COLUMN more integer')
    expect(await database.query(all)).toEqual([{ mark: 1, note: null, more: null }])
    await database.script('ALTER TABLE marks DROP COLUMN more')
    expect(await database.query(all)).toEqual([{ mark: 1, note: null }])
  })

  it('prepares again what was sent with a failed statement, whether it was read or not', async () => {
    const before = `SELECT mark AS before_it FROM marks`
    const after = `SELECT mark AS after_it FROM marks`
    for (const _ of [1, 2])
      await expect(
        database.transaction((tx) =>
          Promise.all([
            tx.query(before),
            tx.query('SELECT 1 / (count(*) - count(*)) FROM marks'),
            tx.query(after),
          ]),
        ),
      ).rejects.toMatchObject({ sqlState: '22012' })
    await database.query(insert, [7])
    expect(await database.transaction((tx) => Promise.all([tx.query(before), tx.query(after)]))).toEqual([
      [{ before_it: 7 }],
      [{ after_it: 7 }],
    ])
  })

  it('knows the columns of a statement that is sent again, also twice at once', async () => {
    const twice = 'SELECT $1::integer AS one, $2::jsonb AS other'
    const ask = (): Promise<unknown[]> =>
      database.transaction((tx) => Promise.all([tx.query(twice, [1, '{"a":1}']), tx.query(twice, [2, null])]))
    const rows = [[{ one: 1, other: { a: 1 } }], [{ one: 2, other: null }]]
    expect(await ask()).toEqual(rows)
    expect(await ask()).toEqual(rows)
  })

  it('takes texts of any length, and of any script', async () => {
    const text = 'Grüße, 寿司 🍣 '.repeat(20_000)
    const [row] = await database.query('SELECT $1::text AS text, $2::text AS more', [text, 'ß'.repeat(4090)])
    expect(row).toEqual({ text, more: 'ß'.repeat(4090) })
  })
})
