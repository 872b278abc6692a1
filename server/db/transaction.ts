import type { Row, Transaction } from './database.ts'

/** One statement and its parameters, as an engine gets it. */
export type Statement = { sql: string; params: readonly unknown[] }

/** One connection of an engine, for the length of a transaction. */
export type Connection = {
  /** Runs statements one after the other in one round trip; gives the rows of each. When one fails, it rejects with that one's error. */
  send(statements: readonly Statement[]): Promise<Row[][]>
  /** Runs the statements that end a transaction. When one fails, all of it has been rolled back by the time that this rejects. */
  finish(statements: readonly Statement[]): Promise<Row[][]>
  script(sql: string): Promise<void>
  rollback(): Promise<void>
  /**
   * Where several COMMITs share one wait for the disk: called when one has been done that is not there yet. Whoever runs the transaction must wait for
   * it before it says that anything was done.
   */
  oweSync?: () => void
  hasRoom(): boolean
  holder: number | undefined
}

/**
 * Said in a transaction whose COMMIT need not wait for the disk: the next one that does brings it there, too. Only for what may be forgotten by a machine
 * that loses its power; waiting for the disk is what an embedded payment's time is made of.
 */
export const asynchronousCommit = 'SET LOCAL synchronous_commit = off'

/** Tells whether a statement leaves nothing behind. Locks of rows do, and nobody misses them after a crash. */
export const isReading = (sql: string): boolean =>
  /^\s*(?:SELECT|BEGIN|SAVEPOINT|ROLLBACK TO|SET LOCAL)\b/i.test(sql)

type Waiting = { statement: Statement; resolve(rows: Row[]): void; reject(error: unknown): void }

/**
 * Runs `work` between BEGIN and COMMIT. Round trips are what a small transaction's time is made of, so BEGIN travels with the first
 * statement, what was said to be for later with the next one, and the last changes with COMMIT. Rolls back when `work` or COMMIT rejects.
 */
export async function runTransaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const outbox = new Outbox(connection)
  let result: T
  try {
    result = await work(outbox.transaction)
  } catch (error) {
    await outbox.rollback()
    throw error
  }
  await outbox.commit()
  return result
}

class Outbox {
  readonly #connection: Connection
  readonly transaction: Transaction
  #waiting: Waiting[] = []
  #begun = false
  #hasWritten = false
  #isUnsynced = false
  #scheduled = false

  constructor(connection: Connection) {
    this.#connection = connection
    this.transaction = this.#door()
    this.#add('BEGIN', []).catch(ignore)
  }

  #door(): Transaction {
    return {
      query: <R extends Row>(sql: string, params: readonly unknown[] = []) => {
        this.#schedule()
        return this.#add(sql, params) as Promise<R[]>
      },
      // Its error is that of the statement or the COMMIT that it travels with.
      later: (sql, params = []) => void this.#add(sql, params).catch(ignore),
      holder: this.#connection.holder,
      hasRoom: () => this.#connection.hasRoom(),
      script: async (sql) => {
        this.#hasWritten = true
        await this.#send()
        await this.#connection.script(sql)
      },
    }
  }

  async commit(): Promise<void> {
    if (!this.#begun && this.#waiting.length === 1) return
    const owes = this.#connection.oweSync !== undefined && this.#hasWritten && !this.#isUnsynced
    if (owes) this.#add(asynchronousCommit, []).catch(ignore)
    const committed = this.#add('COMMIT', [])
    await this.#send((last) => this.#connection.finish(last))
    await committed
    if (owes) this.#connection.oweSync?.()
  }

  async rollback(): Promise<void> {
    if (this.#begun) await this.#connection.rollback()
  }

  #add(sql: string, params: readonly unknown[]): Promise<Row[]> {
    if (sql === asynchronousCommit) this.#isUnsynced = true
    else if (!isReading(sql)) this.#hasWritten = true
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement: { sql, params }, resolve, reject })
    })
  }

  /** Statements that are asked for in one go travel together. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => void this.#send())
  }

  async #send(by = (statements: readonly Statement[]) => this.#connection.send(statements)): Promise<void> {
    const sent = this.#waiting
    this.#waiting = []
    this.#scheduled = false
    if (sent.length === 0) return
    this.#begun = true
    try {
      const results = await by(sent.map((one) => one.statement))
      for (const [index, one] of sent.entries()) one.resolve(results[index] ?? [])
    } catch (error) {
      for (const one of sent) one.reject(error)
    }
  }
}

const ignore = (): void => undefined
