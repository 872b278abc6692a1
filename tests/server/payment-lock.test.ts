import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import type { Database } from '#server/db/database.ts'
import { databases, type Engine } from './support/databases.ts'
import { startTestLarder, type TestLarder } from './support/larder.ts'
import { payables } from './support/payables.ts'

/** An engine whose databases record the statements of their transactions. */
function observed(engine: Engine, statements: string[]): Engine {
  const open = async (): Promise<Database> => {
    const database = await engine.open()
    return {
      ...database,
      transaction: (work) =>
        database.transaction((tx) =>
          work({
            ...tx,
            query: (sql, params) => {
              statements.push(sql)
              return tx.query(sql, params)
            },
          }),
        ),
    }
  }
  return { ...engine, open }
}

/**
 * The payable is locked before its attempts are read, although both are sent together: otherwise another payment of it
 * could begin in between.
 */
describe('what a payment reads first', () => {
  const statements: string[] = []
  let larder: TestLarder
  beforeAll(async () => (larder = await startTestLarder(observed(databases[0]!, statements))))
  afterAll(() => larder.close())

  it.for(payableKinds)('of a %s is its lock, then its attempts', async (kind) => {
    const payable = await payables[kind](larder)
    statements.length = 0
    expect((await payable.pay(randomUUID())).status).toBe(200)
    const lock = statements.findIndex((sql) => /FROM (tickets|card_orders)\b[^]*FOR UPDATE/.test(sql))
    const attempts = statements.findIndex((sql) => sql.includes('FROM payment_attempts'))
    expect(lock).toBeGreaterThan(-1)
    expect(attempts).toBeGreaterThan(lock)
  })
})
