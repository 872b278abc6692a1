import { DatabaseError as PgError, Pool, type PoolClient, types } from 'pg'
import { type Database, DatabaseError, type Queryable, type Row, type Transaction, withRetries } from './database.ts'
import { type Connection, runTransaction, type Statement } from './transaction.ts'

const int8 = 20

/** Opens a pool on a PostgreSQL server. Throws DatabaseError (or the driver's connection error) when it cannot be reached. */
export async function openPostgres(connectionString: string, poolSize = 10): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    pipeline: true,
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        id === int8 ? Number : types.getTypeParser(id, format ?? 'text')) as typeof types.getTypeParser,
    },
  })
  // An idle connection that the server closes is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const direct = queryableOver(pool)
  await direct.query('SELECT 1')
  return {
    engine: 'postgres',
    ...direct,
    transaction: (work) => withRetries(() => inTransaction(pool, work)),
    close: () => pool.end(),
  }
}

function queryableOver(connection: Pool): Queryable {
  return {
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
      try {
        return (await connection.query<R>(sql, [...params])).rows
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    script: async (sql) => {
      try {
        await connection.query(sql)
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
  }
}

async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const connection: Connection = {
    send: (statements) => sendTogether(client, statements),
    script: async (sql) => {
      await client.query(sql).catch((error: unknown) => {
        throw asDatabaseError(error)
      })
    },
    // A connection that cannot even roll back is thrown away; the first error is the one that tells what happened.
    rollback: async () => {
      await client.query('ROLLBACK').catch((error: unknown) => (broken = error instanceof Error ? error : new Error(String(error))))
    },
  }
  try {
    return await runTransaction(connection, work)
  } finally {
    client.release(broken)
  }
}

/** The client writes them all without waiting (its `pipeline`), and the server answers in order; after an error in a transaction it refuses the rest. */
async function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<Row[][]> {
  const outcomes = await Promise.allSettled(statements.map(({ sql, params }) => client.query<Row>(sql, [...params])))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw asDatabaseError(outcome.reason)
    return outcome.value.rows
  })
}

const asDatabaseError = (error: unknown): unknown => (error instanceof PgError ? new DatabaseError(error.message, error.code ?? '') : error)
