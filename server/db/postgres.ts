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

/** How long a call waits for a connection (ms): a network that swallows packets would hold it for ever. */
const connectMs = 20_000
/** And for an answer to what it has sent; a script (migrations) may take as long as it does. */
const answerMs = 30_000

export type PostgresOptions = {
  /** Names this process to the others (leases.ts): 48 random bits, unless said otherwise. */
  holder?: number
  poolSize?: number
  /** How long an answer is waited for (ms); half a minute, unless said otherwise. */
  limitMs?: number
  /** Told what the operator has to know. */
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
  // An idle connection that the server closes is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The pool's own listener is off a connection that is in use, which fails its statements and says `error` beside: that would end the process, too.
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
 * PostgreSQL does not look at its client while a statement runs or waits for a lock: what was given up here would go on there, and keep its locks. From 14
 * on it can be told to.
 */
async function setConnectionCheck(client: ClientBase): Promise<void> {
  const asked = client.query(`SET client_connection_check_interval = '5s'`)
  await withTimeout(connectMs, asked).catch((error: unknown) => {
    if (error instanceof TimedOutError) throw new Error('a new connection does not answer')
    // An older one, a relative of PostgreSQL or a system that cannot: all else works there, too.
    if (!(error instanceof PgError)) throw error
  })
}

/** Sees that the database answers, and takes the lock. Tells whether there is such a lock. Throws DatabaseError, and then nothing is left open. */
async function beginWith(pool: Pool, direct: Queryable, lock: HolderLock): Promise<boolean> {
  try {
    await direct.query('SELECT 1')
    return await lock.open()
  } catch (error) {
    await pool.end()
    throw asDatabaseError(error)
  }
}

/** After the server said that its disk is full, nothing new is begun for so long; then one is tried. */
const fullForMs = 10_000

/** What the server's answers tell of how it is. */
class Health {
  readonly #tell: (news: DatabaseNews) => void
  #opened = false
  /** Until it has answered once, whoever opens it is told by the error. */
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

  /** An error as the rest of the server knows it. */
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

/** What all calls on a pool have in common. */
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

/** What all transactions of a pool have in common. */
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
    // Nothing is sent after what was not answered: it would wait behind it.
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
  // A connection that cannot even roll back is thrown away; the first error is the one that tells what happened.
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

/** What each connection of a pool has prepared. */
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

  /** Another version's start has changed a table: what was prepared for the old one is refused, and prepared anew. */
  forget(): void {
    this.#changes += 1
  }
}

/** One statement on a connection of its own; after an error the connection is not used again, as the driver has it. */
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

/** The server goes down, comes up, or has no connection left (SQLSTATE class 08, 57P01 to 57P03, 53300). */
const awayStates = /^(?:08...|57P0[1-3]|53300)$/

function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error
  if (error instanceof PgError) {
    const state = error.code ?? ''
    return awayStates.test(state)
      ? new DatabaseAwayError(error.message, { cause: error })
      : new DatabaseError(error.message, state)
  }
  // What the driver throws itself is about the connection (refused, cut, timed out), unless it is a mistake in the call.
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError)
    ? new DatabaseAwayError(connectionWords(error), { cause: error })
    : error
}

/** A name with several addresses fails with an error for each, and no message of its own. */
const connectionWords = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
    : error.message
