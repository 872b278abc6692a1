/**
 * The only interface to a database, whichever engine is behind it (connect.ts). Rows are plain objects; bigint columns are numbers (they hold milliseconds and
 * cents, far below 2^53); jsonb is parsed. jsonb parameters are passed as JSON text.
 */

export type Row = Record<string, unknown>

export type Queryable = {
  /** Runs one statement and returns its rows. Throws DatabaseError. */
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>
  /** Runs a script of several statements without parameters. Throws DatabaseError. */
  script(sql: string): Promise<void>
}

/** A transaction. Statements run in the order of the calls; those not awaited in between share one round trip. */
export type Transaction = Queryable & {
  /** As on the database. */
  holder: number | undefined
  /** As on the database. */
  hasRoom(): boolean
  /** A statement whose rows are not needed: it is sent along with the next one or with COMMIT, which then rejects with its error. */
  later(sql: string, params?: readonly unknown[]): void
}

export type Database = Queryable & {
  engine: 'embedded' | 'postgres'
  /** The holder of leases taken through this connection (leases.ts); undefined where nobody could tell that this process is gone. */
  holder: number | undefined
  /** Shows other processes that this one is alive. Throws DatabaseError. */
  keepHolder(): Promise<void>
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Repeated from the start when concurrent work got in the way
   * (40001, 40P01, 0A000), so `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Whether there is disk space to start something new. The rest of the space is reserved for what has been started: paid orders are still placed, and refunds
   * are still made.
   */
  hasRoom(): boolean
  close(): Promise<void>
}

/** What the operator is told, once each time it happens. */
export type DatabaseNews = {
  event: 'database_away' | 'database_back' | 'disk_low' | 'disk_ok' | 'upkeep_failed'
  detail: string
}

/** An error of the engine with its SQLSTATE. The message may name tables: it is for the log, never for a diner. */
export class DatabaseError extends Error {
  readonly sqlState: string
  constructor(message: string, sqlState: string) {
    super(message)
    this.name = 'DatabaseError'
    this.sqlState = sqlState
  }
}

/** The engine cannot be reached now: it stopped, hangs, or does not answer. It may be back for the next call. */
export class DatabaseAwayError extends DatabaseError {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, '57P03')
    this.name = 'DatabaseAwayError'
    this.cause = options.cause
  }
}

/** No answer came in time. What was sent may have been done, and the connection is unusable from now on. */
export class TimedOutError extends Error {
  override name = 'TimedOutError'
}

/** The engine itself does not answer, or no connection to it is free, so that other work would have to wait as well; not just one slow statement. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof DatabaseAwayError && !(error.cause instanceof TimedOutError)

/** The engine's disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseError && error.sqlState === '53100'

/** Another process changed a table after a statement was prepared ("cached plan must not change result type"). */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.sqlState === '0A000'

/** Repeating the work may succeed: serialization failure, deadlock, outdated plan. */
const isRetryable = (error: unknown): boolean =>
  (error instanceof DatabaseError && ['40001', '40P01'].includes(error.sqlState)) || isStalePlan(error)

const maximumAttempts = 5

/** Repeats a whole transaction as long as that may help. Throws the last error after five attempts. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error) || count >= maximumAttempts) throw error
    }
  }
}
