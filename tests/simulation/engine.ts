import { rename, writeFile } from 'node:fs/promises'
import { messages, PGlite } from '@electric-sql/pglite'
import { type Database, DatabaseError, type Row, withRetries } from '#server/db/database.ts'
import { DumpFs } from '#server/db/dump-fs.ts'
import { type Connection, isReading, runTransaction, type Statement } from '#server/db/transaction.ts'
import { PreparedStatements, Trip } from '#server/db/trip.ts'
import { Ending, never } from './ending.ts'

/**
 * The server's own database engine (PGlite, which is PostgreSQL), on this thread so that nothing happens outside the scheduler. A whole session is one
 * transaction of the engine, rolled back at its end; each transaction of the server is a savepoint in it. So each session starts from the same data at no cost,
 * and every statement of the server is still executed by PostgreSQL.
 */

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages
const parsers = { 20: Number }

export class Engine {
  readonly #pg: PGlite
  readonly #prepared = new PreparedStatements()
  readonly #lists = new Set<unknown>()
  #turn: Promise<unknown> = Promise.resolve()
  /** Round trips to the engine so far. */
  trips = 0

  private constructor(pg: PGlite) {
    this.#pg = pg
  }

  /** Opens an in-memory database from a migrated dump. */
  static async open(dumpFile: string): Promise<Engine> {
    return new Engine(await PGlite.create({ parsers, fs: new DumpFs(dumpFile) }))
  }

  /** Creates a new one in memory. */
  static async create(): Promise<Engine> {
    return new Engine(await PGlite.create({ parsers }))
  }

  /** Writes a dump that `open` can start from. */
  async dump(file: string): Promise<void> {
    const half = `${file}.${process.pid}`
    await writeFile(half, Buffer.from(await (await this.#pg.dumpDataDir('none')).arrayBuffer()))
    await rename(half, file)
  }

  async exec(sql: string): Promise<void> {
    await this.#pg.exec(sql)
  }

  /** Sends statements in one packet. Throws DatabaseError. */
  async send(statements: readonly Statement[]): Promise<Row[][]> {
    this.trips++
    const trip = new Trip(statements, this.#prepared, (type) => {
      const parse = this.#pg.parsers[type]
      return parse ? (text) => parse(text, type) as unknown : (text) => text
    })
    const packet = trip.packet()
    try {
      for (const message of await this.#pg.execProtocolStream(packet, { syncToFs: false }))
        if (message instanceof RowDescriptionMessage) trip.describe(message.fields)
        else if (message instanceof DataRowMessage) trip.row(message.fields)
        else if (message instanceof CommandCompleteMessage) trip.complete()
    } catch (error) {
      trip.fail()
      const code =
        error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
      throw new DatabaseError(error instanceof Error ? error.message : String(error), code)
    }
    return trip.results()
  }

  /** Runs pieces of work one at a time, in the order of the calls. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Begins a session's transaction. */
  async begin(): Promise<void> {
    this.#turn = Promise.resolve()
    await this.#pg.exec('BEGIN')
  }

  /** Keeps what was done since `begin` for every later session. */
  async keep(): Promise<void> {
    await this.#pg.exec('COMMIT')
  }

  /**
   * Rolls the session back, except for the lists that many answers share: a server remembers which of them the database has. Lists are named by their content,
   * so another session cannot tell whether one exists already.
   */
  async forget(): Promise<void> {
    const lists = (await this.#pg.query<Row>('SELECT * FROM shared_lists')).rows.filter(
      ({ id }) => !this.#lists.has(id),
    )
    await this.#pg.exec('ROLLBACK')
    for (const list of lists) {
      this.#lists.add(list['id'])
      const names = Object.keys(list)
      const places = names.map((_, at) => `$${at + 1}`).join()
      await this.#pg.query(
        `INSERT INTO shared_lists (${names.join()}) VALUES (${places})`,
        Object.values(list),
      )
    }
  }
}

const savepoint: Statement = { sql: 'SAVEPOINT work', params: [] }
const release: Statement = { sql: 'RELEASE SAVEPOINT work', params: [] }
const undo: readonly Statement[] = [{ sql: 'ROLLBACK TO SAVEPOINT work', params: [] }, release]

/** One server process's connection to the engine. When the process is killed, calls that wait at the connection never resolve. */
export class EngineConnection {
  readonly #engine: Engine
  readonly #pause: () => Promise<void>
  readonly life = new Ending()
  #tripsLeft = Infinity

  /** `pause` lets others take their turn before each transaction. */
  constructor(engine: Engine, pause: () => Promise<void>) {
    this.#engine = engine
    this.#pause = pause
  }

  get isDead(): boolean {
    return this.life.isOver
  }

  /** Kills the process at its `trips`-th round trip from now, or at once; the transaction that is open is rolled back. */
  kill(trips = 0): void {
    if (trips > 0) {
      this.#tripsLeft = trips
      return
    }
    this.life.end()
  }

  readonly database: Database = {
    engine: 'embedded',
    holder: undefined,
    keepHolder: async () => undefined,
    hasRoom: () => true,
    close: async () => undefined,
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) =>
      (await this.#alone(async (seat) => {
        if (isReading(sql)) return (await this.#trip([{ sql, params }]))[0] ?? []
        const sent = this.#trip([savepoint, { sql, params }, release])
        // A process killed at this trip has sent nothing.
        seat.isOpen = !this.isDead
        const rows = (await sent)[1] ?? []
        seat.isOpen = false
        return rows
      })) as R[],
    script: async (sql) => await this.#alone(() => this.#engine.exec(sql)),
    transaction: (work) =>
      withRetries(() => this.#alone((seat) => runTransaction(this.#connection(seat), work))),
  }

  /** Runs work in its own turn at the engine. If the process dies or the work fails, nothing of it remains. */
  async #alone<T>(work: (seat: Seat) => Promise<T>): Promise<T> {
    await this.#pause()
    const result = await this.#engine.alone(async () => {
      if (this.isDead) return undefined
      const seat = { isOpen: false }
      const done = work(seat).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const first = await this.life.before(done)
      if (seat.isOpen) await this.#engine.send(undo)
      return first?.value
    })
    if (!result || this.isDead) return await never()
    if ('error' in result) throw result.error
    return result.value
  }

  async #trip(statements: readonly Statement[]): Promise<Row[][]> {
    if (--this.#tripsLeft <= 0) this.kill()
    return this.isDead ? await never() : await this.#engine.send(statements)
  }

  #connection(seat: Seat): Connection {
    const send = async (statements: readonly Statement[]): Promise<Row[][]> => {
      const isFirst = statements[0]?.sql === 'BEGIN'
      const rows = this.#trip(statements.map(translated))
      if (isFirst && !this.isDead) seat.isOpen = true
      return await rows
    }
    return {
      send,
      async finish(statements) {
        const rows = await send(statements)
        seat.isOpen = false
        return rows
      },
      script: async (sql) => await this.#engine.exec(sql),
      // `#alone` rolls back any turn that ends with its savepoint open.
      rollback: async () => undefined,
      hasRoom: () => true,
      holder: undefined,
    }
  }
}

/** Whether a turn at the engine has its savepoint open. */
type Seat = { isOpen: boolean }

const translated = (one: Statement): Statement =>
  one.sql === 'BEGIN' ? savepoint : one.sql === 'COMMIT' ? release : one
