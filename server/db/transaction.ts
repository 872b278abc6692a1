import type { Row, Transaction } from './database.ts'

/** One statement and its parameters, as sent to an engine. */
export type Statement = { sql: string; params: readonly unknown[] }

/** A connection of an engine, for the length of a transaction. */
export type Connection = {
  /** Runs statements in order in one round trip; returns the rows of each. When one fails, it rejects with that error. */
  send(statements: readonly Statement[]): Promise<Row[][]>
  /** Runs the statements that end a transaction. If one fails, everything is rolled back by the time this rejects. */
  finish(statements: readonly Statement[]): Promise<Row[][]>
  script(sql: string): Promise<void>
  rollback(): Promise<void>
  /**
   * For engines where several COMMITs share one disk sync: called when a commit is not on the disk yet. Whoever runs the transaction must await the sync before
   * reporting success.
   */
  oweSync?: () => void
  hasRoom(): boolean
  holder: number | undefined
}

/**
 * For a transaction whose COMMIT need not wait for the disk: the next one that waits covers it, too. Only for data that a power failure may lose; waiting for
 * the disk is most of an embedded payment's time.
 */
export const asynchronousCommit = 'SET LOCAL synchronous_commit = off'

/** Whether a statement leaves nothing behind. Row locks do not survive a crash, and need not. */
export const isReading = (sql: string): boolean =>
  /^\s*(?:SELECT|BEGIN|SAVEPOINT|ROLLBACK TO|SET LOCAL)\b/i.test(sql)

type Waiting = { statement: Statement; resolve(rows: Row[]): void; reject(error: unknown): void }

/**
 * Runs `work` between BEGIN and COMMIT. Round trips dominate a small transaction's time, so BEGIN is sent with the first statement, `later` ones with the next,
 * and the last changes with COMMIT. Rolls back when `work` or COMMIT rejects.
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
    this.transaction = this.#makeTransaction()
    this.#add('BEGIN', []).catch(ignore)
  }

  #makeTransaction(): Transaction {
    return {
      query: <R extends Row>(sql: string, params: readonly unknown[] = []) => {
        this.#schedule()
        return this.#add(sql, params) as Promise<R[]>
      },
      // Its error appears in the statement or the COMMIT that it is sent with.
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

  /** Statements from the same tick are sent together. */
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
