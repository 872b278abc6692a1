import { randomBytes } from 'node:crypto'
import { type ClientBase, DatabaseError as PgError, Pool, type PoolClient, types } from 'pg'
import {
  type Database,
  DatabaseAwayError,
  DatabaseError,
  type DatabaseNews,
  isStalePlan,
  type Queryable,
  type Row,
  TimedOutError,
  type Transaction,
  withRetries,
} from './database.ts'
import { HolderLock } from './holder-lock.ts'
import { sendTrip, withTimeout } from './postgres-trip.ts'
import { type Connection, runTransaction, type Statement } from './transaction.ts'
import { PreparedStatements } from './trip.ts'
import { Upkeep } from './upkeep.ts'

const int8 = 20

const parserOf = (typeId: number): ((text: string) => unknown) =>
  typeId === int8 ? Number : types.getTypeParser(typeId, 'text')

/** How long a call waits for a connection (ms): a network that swallows packets would block it forever. */
const connectMs = 20_000
/** How long a call waits for an answer (ms); a script (migrations) has no limit. */
const answerMs = 30_000

export type PostgresOptions = {
  /** This process's number for the others (leases.ts); default: 48 random bits. */
  holder?: number
  poolSize?: number
  /** How long to wait for an answer (ms); default: half a minute. */
  limitMs?: number
  /** Called with what the operator must know. */
  tell?: ((news: DatabaseNews) => void) | undefined
}

/** Opens a pool on a PostgreSQL server. Throws DatabaseError, and DatabaseAwayError when it cannot be reached. */
export async function openPostgres(
  connectionString: string,
  {
    poolSize = 10,
    limitMs = answerMs,
    holder = randomBytes(6).readUIntBE(0, 6),
    tell = () => undefined,
  }: PostgresOptions = {},
): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    onConnect: setConnectionCheck,
  })
  // An idle connection closed by the server is replaced at the next query; without a listener its error would end the process.
  pool.on('error', () => undefined)
  // While a connection is in use, the pool's own listener is removed; if it breaks, its statements fail and it also emits `error`, which would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const health = new Health(tell)
  const prepared = new Prepared()
  const direct = queryableOver({ pool, health, prepared, limitMs })
  const lock = new HolderLock(connectionString, holder)
  const hasLock = await beginWith(pool, direct, lock)
  const facts = { holder: hasLock ? holder : undefined, hasRoom: () => health.hasRoom() }
  const upkeep = new Upkeep({ command: 'ANALYZE', query: (sql) => direct.query(sql), tell })
  const shared = { pool, health, prepared, limitMs, upkeep, facts }
  return {
    engine: 'postgres',
    ...direct,
    ...facts,
    transaction: (work) => withRetries(() => inTransaction(shared, work)),
    keepHolder: () => lock.keep().catch((error: unknown) => Promise.reject(asDatabaseError(error))),
    close: async () => {
      await pool.end()
      await lock.close()
    },
  }
}

/**
 * PostgreSQL does not notice a closed client while a statement runs or waits for a lock: an abandoned one would go on, and keep its locks. Since version 14 it
 * can be told to check.
 */
async function setConnectionCheck(client: ClientBase): Promise<void> {
  const asked = client.query(`SET client_connection_check_interval = '5s'`)
  await withTimeout(connectMs, asked).catch((error: unknown) => {
    if (error instanceof TimedOutError) throw new Error('a new connection does not answer')
    // An older version, a relative of PostgreSQL or a system that does not support it: everything else works there.
    if (!(error instanceof PgError)) throw error
  })
}

/** Checks that the database answers, and takes the lock. Returns whether it has such locks. Throws DatabaseError, leaving nothing open. */
async function beginWith(pool: Pool, direct: Queryable, lock: HolderLock): Promise<boolean> {
  try {
    await direct.query('SELECT 1')
    return await lock.open()
  } catch (error) {
    await pool.end()
    throw asDatabaseError(error)
  }
}

/** After the server reported a full disk, nothing new is started for this long; then one is tried. */
const fullForMs = 10_000

/** The server's state, inferred from its answers. */
class Health {
  readonly #tell: (news: DatabaseNews) => void
  #opened = false
  /** Until the first answer, the error itself informs whoever opens it. */
  #away = true
  #fullUntil = -Infinity

  constructor(tell: (news: DatabaseNews) => void) {
    this.#tell = tell
  }

  hasRoom(): boolean {
    return performance.now() >= this.#fullUntil
  }

  answered(): void {
    if (this.#away && this.#opened) this.#tell({ event: 'database_back', detail: 'PostgreSQL answers again' })
    this.#opened = true
    this.#away = false
  }

  /** An error in the form that the rest of the server expects. */
  failed(error: unknown): unknown {
    const known = asDatabaseError(error)
    if (known instanceof DatabaseAwayError) {
      if (!this.#away) this.#tell({ event: 'database_away', detail: known.message })
      this.#away = true
    } else if (known instanceof DatabaseError && known.sqlState === '53100') {
      if (this.hasRoom())
        this.#tell({ event: 'disk_low', detail: 'the disk of PostgreSQL is full: no new orders are taken' })
      this.#fullUntil = performance.now() + fullForMs
    }
    return known
  }
}

/** What all calls on a pool share. */
type Calls = { pool: Pool; health: Health; prepared: Prepared; limitMs: number }

function queryableOver(calls: Calls): Queryable {
  const { pool, health, prepared } = calls
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      health.answered()
      return result
    } catch (error) {
      const known = health.failed(error)
      if (isStalePlan(known)) prepared.forget()
      throw known
    }
  }
  return {
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) =>
      (await withRetries(() => told(sendAlone(calls, { sql, params })))) as R[],
    script: async (sql) => void (await told(pool.query(sql))),
  }
}

/** What all transactions of a pool share. */
type Shared = Calls & {
  upkeep: Upkeep
  facts: Pick<Connection, 'holder' | 'hasRoom'>
}

async function inTransaction<T>(
  { pool, health, prepared, limitMs, upkeep, facts }: Shared,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const failed = (error: unknown): never => {
    const known = health.failed(error)
    if (isStalePlan(known)) prepared.forget()
    throw known
  }
  const client = await pool.connect().catch(failed)
  let broken: Error | undefined
  const send = async (statements: readonly Statement[]): Promise<Row[][]> => {
    // Nothing is sent after an unanswered statement: it would wait behind it.
    if (broken) return failed(broken)
    upkeep.count(statements)
    const results = await sendTrip(client, statements, {
      prepared: prepared.of(client),
      parserOf,
      limitMs,
    }).catch((error: unknown) => {
      if (error instanceof TimedOutError) broken = error
      return failed(error)
    })
    health.answered()
    return results
  }
  // A connection that cannot even roll back is discarded; the first error is the meaningful one.
  const rollback = async (): Promise<void> => {
    if (broken) return
    await withTimeout(limitMs, client.query('ROLLBACK')).catch(
      (error: unknown) => (broken = error instanceof Error ? error : new Error(String(error))),
    )
  }
  const connection: Connection = {
    send,
    async finish(statements) {
      try {
        return await send(statements)
      } catch (error) {
        await rollback()
        throw error
      }
    },
    script: async (sql) => void (await client.query(sql).catch(failed)),
    rollback,
    ...facts,
  }
  try {
    return await runTransaction(connection, work)
  } finally {
    client.release(broken)
  }
}

/** The prepared statements of each connection of a pool. */
class Prepared {
  readonly #connections = new WeakMap<PoolClient, { statements: PreparedStatements; since: number }>()
  #changes = 0

  of(client: PoolClient): PreparedStatements {
    const known = this.#connections.get(client) ?? {
      statements: new PreparedStatements(),
      since: this.#changes,
    }
    if (known.since !== this.#changes) known.statements.dropAll()
    known.since = this.#changes
    this.#connections.set(client, known)
    return known.statements
  }

  /** A newer version has changed a table: statements prepared for the old one fail, and are prepared again. */
  forget(): void {
    this.#changes += 1
  }
}

/** One statement on a connection of its own; after an error the connection is not reused, as in the driver. */
async function sendAlone({ pool, prepared, limitMs }: Calls, statement: Statement): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const way = { prepared: prepared.of(client), parserOf, limitMs }
    const [rows = []] = await sendTrip(client, [statement], way)
    return rows
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

/** The server shuts down, starts, or has no connection left (SQLSTATE class 08, 57P01 to 57P03, 53300). */
const awayStates = /^(?:08...|57P0[1-3]|53300)$/

function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error
  if (error instanceof PgError) {
    const state = error.code ?? ''
    return awayStates.test(state)
      ? new DatabaseAwayError(error.message, { cause: error })
      : new DatabaseError(error.message, state)
  }
  // The driver's own errors are about the connection (refused, cut, timed out), unless the call was wrong.
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError)
    ? new DatabaseAwayError(connectionWords(error), { cause: error })
    : error
}

/** For a name with several addresses, the driver's error has one error for each, and no message of its own. */
const connectionWords = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
    : error.message
