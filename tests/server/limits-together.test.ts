import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemIds } from '#server/ports/system.ts'
import { Batcher } from '#server/db/batcher.ts'
import { type Database, DatabaseAwayError } from '#server/db/database.ts'
import { Limits, type Tally, type Use } from '#server/modules/limits/limits.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'

const loc = tavola.location

describe('a batcher', () => {
  it('does one at once, and what comes meanwhile together; each gets its own', async () => {
    const rounds: number[][] = []
    const batcher = new Batcher<number, number>(async (items) => {
      rounds.push([...items])
      await Promise.resolve()
      return items.map((item) =>
        item === 3
          ? { status: 'rejected', reason: new Error('three') }
          : { status: 'fulfilled', value: 2 * item },
      )
    })
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.ask(item)))
    expect(rounds).toEqual([[1], [2, 3, 4]])
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      2,
      4,
      'three',
      8,
    ])
    expect(await batcher.ask(5)).toBe(10)
  })

  it('rejects every item of a batch that fails as a whole, and continues with the next', async () => {
    let fails = true
    const batcher = new Batcher<number, number>(async (items) => {
      if (fails) throw new Error('no database')
      return items.map((value) => ({ status: 'fulfilled', value }))
    })
    await expect(batcher.ask(1)).rejects.toThrow('no database')
    fails = false
    expect(await batcher.ask(2)).toBe(2)
  })
})

describe.for(databases)('counts in one batch [$name]', (engine) => {
  let larder: TestLarder
  let limits: Limits
  beforeAll(async () => void (larder = await startTestLarder(engine)))
  afterAll(() => larder.close())
  beforeEach(async () => {
    await larder.database.query('DELETE FROM limits')
    limits = new Limits({ ...larder, ids: systemIds, limits: { payingOfCard: { max: 5, minutes: 60 } } })
  })
  const ofOrder = (of: number): Use => ({ name: 'payingOfOrder', of: String(of) })
  const ofCard: Use = { name: 'payingOfCard', of: 'one card' }
  const counted = async (name: string): Promise<number[]> =>
    (
      await larder.database.query<{ used: number }>(
        `SELECT used FROM limits WHERE bucket LIKE $1 AND used > 0 ORDER BY used`,
        [`${name}:%`],
      )
    ).map(({ used }) => used)

  it('are counted as if each had come alone: exactly as many as allowed, and nothing for those that are refused', async () => {
    const all = Array.from({ length: 40 }, (_, at) => limits.takeAll(loc, [ofOrder(at), ofCard]))
    const refused = await Promise.all(all)
    expect(refused.filter((use) => use === undefined)).toHaveLength(5)
    expect(new Set(refused.map((use) => use?.name))).toEqual(new Set([undefined, 'payingOfCard']))
    expect([await counted('payingOfCard'), await counted('payingOfOrder')]).toEqual([[5], [1, 1, 1, 1, 1]])
  })

  it('an error in one batched count rejects that count only', async () => {
    const check = (at: number) => (declines: readonly Tally[]) => {
      expect(declines).toMatchObject([{ used: 0 }])
      if (at % 7 === 3) throw new Error(`not ${at}`)
    }
    const watched: Use[] = [{ name: 'declinedOfOrder', of: 'x' }]
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        limits.takeAll(loc, [ofOrder(at)], { watched, check: check(at) }),
      ),
    )
    const failed = answers.flatMap((one, at) => (one.status === 'rejected' ? [at] : []))
    expect(failed).toEqual([3, 10, 17])
    expect(await counted('payingOfOrder')).toEqual(Array(17).fill(1))
  })

  it('write in the same transaction what depends on them', async () => {
    const also = (at: number) => async (tx: { later(sql: string, params: unknown[]): void }) =>
      tx.later(`INSERT INTO server_secrets (name, value, created_at) VALUES ($1, 'x', 0)`, [`beside ${at}`])
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => limits.takeAll(loc, [ofOrder(at), ofCard], { also: also(at) })),
    )
    const taken = answers.flatMap((refused, at) => (refused ? [] : [`beside ${at}`]))
    const rows = await larder.database.query<{ name: string }>(
      `SELECT name FROM server_secrets WHERE name LIKE 'beside %'`,
    )
    expect(taken).toHaveLength(5)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(taken.toSorted())
  })

  it('continue when the database is back that was down for the first of them', async () => {
    let isAway = true
    const query: Database['query'] = async (sql, params) => {
      if (isAway) throw new DatabaseAwayError('nobody answers')
      return larder.database.query(sql, params)
    }
    const fresh = new Limits({ ...larder, database: { ...larder.database, query }, ids: systemIds })
    await expect(fresh.count(loc, ofOrder(1))).rejects.toThrow(DatabaseAwayError)
    isAway = false
    await fresh.count(loc, ofOrder(1))
    expect(await counted('payingOfOrder')).toEqual([1])
  })

  it('are given back together, each as many as it took', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, at) => limits.takeAll(loc, [ofOrder(at), ofCard])))
    await Promise.all([0, 1, 2].map((at) => limits.giveBack(loc, ofOrder(at), ofCard)))
    expect([await counted('payingOfCard'), await counted('payingOfOrder')]).toEqual([[2], [1, 1]])
  })
})
