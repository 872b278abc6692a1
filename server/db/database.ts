/**
 * The one door to a database, whichever engine is behind it (connect.ts). Rows come back as plain objects; bigint columns as numbers
 * (they hold milliseconds and cents, far below 2^53); jsonb as parsed values. jsonb parameters are passed as JSON text.
 */

export type Row = Record<string, unknown>

export type Queryable = {
  /** Runs one statement and gives its rows. Throws DatabaseError. */
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>
  /** Runs a script of several statements without parameters. Throws DatabaseError. */
  script(sql: string): Promise<void>
}

/** A transaction. Statements run in the order asked for; those asked for without waiting in between travel in one round trip. */
export type Transaction = Queryable & {
  /** As the database's. */
  holder: number | undefined
  /** As the database's. */
  hasRoom(): boolean
  /** A statement whose rows nobody wants: it travels with the next one or with COMMIT, which then bears its error. */
  later(sql: string, params?: readonly unknown[]): void
}

export type Database = Queryable & {
  engine: 'embedded' | 'postgres'
  /** Who has the leases that are taken through this door (leases.ts); undefined where nobody could tell that this process has gone. */
  holder: number | undefined
  /** Shows the others that this process lives. Throws DatabaseError. */
  keepHolder(): Promise<void>
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Repeated from the start when the engine says
   * that concurrent work got in the way (40001, 40P01, 0A000), so `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Whether there is room to begin something new. What is left when there is none is kept for what was begun: an order that is paid is still placed,
   * and what is to be given back still is.
   */
  hasRoom(): boolean
  close(): Promise<void>
}

/** What the operator is told of, once each time it happens. */
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

/** The engine cannot be asked now: it stopped, it hangs, nobody answers at its address. It may be there again for the next call. */
export class DatabaseAwayError extends DatabaseError {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, '57P03')
    this.name = 'DatabaseAwayError'
    this.cause = options.cause
  }
}

/** No answer came in time. What was sent may have been done, and the connection is good for nothing any more. */
export class TimedOutError extends Error {
  override name = 'TimedOutError'
}

/** The engine itself does not answer, or no connection to it is free, so that other work would wait as well; not one statement that took too long. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof DatabaseAwayError && !(error.cause instanceof TimedOutError)

/** There is no room on the engine's disk. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseError && error.sqlState === '53100'

/** A statement was prepared before another process changed its table ("cached plan must not change result type"). */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.sqlState === '0A000'

/** The engine would do the same work if it were asked again: serialization failure, deadlock, a plan that is out of date. */
const isRetryable = (error: unknown): boolean =>
  (error instanceof DatabaseError && ['40001', '40P01'].includes(error.sqlState)) || isStalePlan(error)

const maximumAttempts = 5

/** Repeats a whole transaction while the engine asks for it. Throws the last error after five attempts. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error) || count >= maximumAttempts) throw error
    }
  }
}
