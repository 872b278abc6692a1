import type { Database, Queryable, Transaction } from '#server/db/database.ts'

/** How many rows the engine reads for an answer, however many it returns. */

type Statement = { sql: string; params: readonly unknown[] }

/** A database that records the statements asked of it and those that its transactions run at their end, and executes them. */
export function listening(database: Database): {
  database: Database
  asked: Statement[]
  later: Statement[]
} {
  const [asked, later]: [Statement[], Statement[]] = [[], []]
  const on = <T extends Queryable>(queryable: T): T => ({
    ...queryable,
    query: (sql: string, params: readonly unknown[] = []) => {
      asked.push({ sql, params })
      return queryable.query(sql, params)
    },
  })
  const listened: Database = {
    ...on(database),
    engine: database.engine,
    holder: database.holder,
    hasRoom: () => database.hasRoom(),
    keepHolder: () => database.keepHolder(),
    close: () => database.close(),
    transaction: (work) =>
      database.transaction((tx: Transaction) =>
        work({
          ...on(tx),
          holder: tx.holder,
          hasRoom: () => tx.hasRoom(),
          script: (sql) => tx.script(sql),
          later: (sql, params = []) => {
            later.push({ sql, params })
            tx.later(sql, params)
          },
        }),
      ),
  }
  return { database: listened, asked, later }
}

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** The largest number of rows that one step of a statement reads now. Its changes are rolled back. */
export async function rowsReadBy(database: Database, { sql, params }: Statement): Promise<number> {
  let read = 0
  const undone = new Error('undone')
  await database
    .transaction(async (tx) => {
      const [row] = await tx.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, params)
      const text: unknown = row!['QUERY PLAN']
      const [{ Plan: plan }] = (typeof text === 'string' ? JSON.parse(text) : text) as [{ Plan: Plan }]
      read = mostRows(plan)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return read
}

const mostRows = (plan: Plan): number =>
  Math.max(
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops'],
    ...(plan.Plans ?? []).map(mostRows),
  )
