import { DatabaseError as PgError, Pool, type PoolClient, types } from 'pg'
import { type Database, DatabaseError, type Queryable, type Row, withRetries } from './database.ts'

const int8 = 20

/** Opens a pool on a PostgreSQL server. Throws DatabaseError (or the driver's connection error) when it cannot be reached. */
export async function openPostgres(connectionString: string, poolSize = 10): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: poolSize,
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

function queryableOver(connection: Pool | PoolClient): Queryable {
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

async function inTransaction<T>(pool: Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const tx = queryableOver(client)
    await tx.script('BEGIN')
    try {
      const result = await work(tx)
      await tx.script('COMMIT')
      return result
    } catch (error) {
      // A connection that cannot even roll back is thrown away; the first error is the one that tells what happened.
      await tx.script('ROLLBACK').catch((reason: unknown) => (broken = reason instanceof Error ? reason : new Error(String(reason))))
      throw error
    }
  } finally {
    client.release(broken)
  }
}

const asDatabaseError = (error: unknown): unknown => (error instanceof PgError ? new DatabaseError(error.message, error.code ?? '') : error)
