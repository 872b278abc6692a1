import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Database,
  DatabaseAwayError,
  type DatabaseNews,
  type Row,
  type Transaction,
  withRetries,
} from './database.ts'
import { DiskRoom, inMegabytes } from './disk-room.ts'
import { type CallLimits, callLimits, type EngineThread, startEngine } from './engine-thread.ts'
import { lockFolder } from './folder-lock.ts'
import { makeFolder } from './make-folder.ts'
import { checkRoomToStart, startFailure } from './start-failure.ts'
import {
  type Connection,
  isReading,
  runTransaction,
  type Statement,
  asynchronousCommit,
} from './transaction.ts'
import { Upkeep } from './upkeep.ts'

type EmbeddedOptions = {
  /** The folder of the database; undefined: in memory only. */
  folder?: string | undefined
  /** A dump to start a new folder (or memory) from; not for a folder that already holds a database. */
  dumpFile?: string | undefined
  /** The built worker; default: beside the bundle. */
  workerFile?: string | URL | undefined
  /** Called with what the operator must know. */
  tell?: ((news: DatabaseNews) => void) | undefined
  limits?: CallLimits | undefined
  /** Returns the free bytes of a folder's disk; default: as the system says. */
  freeBytes?: ((folder: string) => number) | undefined
}

export type EmbeddedDatabase = Database & {
  /** Writes the whole database to a file that `dumpFile` can start from. */
  dump(file: string): Promise<void>
}

/**
 * Opens PostgreSQL in this process, on its own thread. An engine that stops (a full disk) or hangs is abandoned: its current work fails, and the next call
 * opens a new one. Throws FolderLockedError when another process has the folder, DatabaseStartError when it cannot be opened.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = options.folder === undefined ? undefined : resolve(options.folder)
  if (folder !== undefined) makeFolder(folder)
  const lock = folder === undefined ? undefined : await lockFolder(folder)
  const tell = options.tell ?? (() => undefined)
  const engines = new Engines({ ...options, folder, tell })
  const isNew = folder !== undefined && readdirSync(folder).length === 0
  try {
    if (folder !== undefined) checkRoomToStart(folder, !isNew)
    await engines.open(options.dumpFile)
  } catch (error) {
    // Half a database would look damaged at the next start.
    if (isNew)
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    await lock?.release()
    throw folder === undefined ? error : startFailure(folder, error)
  }
  const room =
    folder === undefined
      ? undefined
      : new DiskRoom(folder, (hasRoom, free) => tell(diskRoomNews(hasRoom, free)), options.freeBytes)
  return {
    ...databaseOver(engines, {
      hasRoom: () => room?.hasRoom() ?? true,
      isOnDisk: folder !== undefined,
      tell,
    }),
    dump: async (file) => void (await (await engines.current()).call({ kind: 'dump', file })),
    close: async () => {
      await engines.close().finally(() => lock?.release())
    },
  }
}

const diskRoomNews = (hasRoom: boolean, free: number): DatabaseNews => ({
  event: hasRoom ? 'disk_ok' : 'disk_low',
  detail: `${inMegabytes(free)} free: ${hasRoom ? 'new orders are taken again' : 'no new orders are taken'}`,
})

/** The pause after a failed attempt to reopen it: each takes a second of CPU. */
const pauseMs = 2000

type EnginesOptions = Pick<EmbeddedOptions, 'workerFile' | 'limits'> & {
  folder: string | undefined
  tell(news: DatabaseNews): void
}

/** The engine, and its replacement when it is gone. */
class Engines {
  readonly #options: EnginesOptions
  #engine: EngineThread | undefined
  #away: { reason: DatabaseAwayError; triedAt: number } | undefined
  #closed = false

  constructor(options: EnginesOptions) {
    this.#options = options
  }

  async open(dumpFile?: string): Promise<EngineThread> {
    const { folder, workerFile, limits } = this.#options
    const engine = startEngine(
      workerFile ?? new URL('./embedded-worker.js', import.meta.url),
      limits ?? callLimits,
    )
    // Set now, so that a shutdown during opening stops it.
    this.#engine = engine
    try {
      await engine.call({ kind: 'open', folder, dumpFile })
    } catch (error) {
      await engine.stop()
      throw error
    }
    return engine
  }

  /** The running engine. Only one caller may await it at a time. Throws DatabaseAwayError. */
  async current(): Promise<EngineThread> {
    if (this.#closed || !this.#engine) throw new DatabaseAwayError('the embedded database is closed')
    const reason = this.#engine.gone()
    if (!reason) return this.#engine
    // A lost in-memory database cannot be continued.
    if (this.#options.folder === undefined) throw reason
    if (!this.#away) this.#options.tell({ event: 'database_away', detail: reason.message })
    else if (performance.now() - this.#away.triedAt < pauseMs) throw this.#away.reason
    this.#away = { reason, triedAt: performance.now() }
    return this.#openAgain()
  }

  async #openAgain(): Promise<EngineThread> {
    try {
      const engine = await this.open()
      this.#away = undefined
      this.#options.tell({ event: 'database_back', detail: 'opened again' })
      return engine
    } catch (error) {
      const reason = new DatabaseAwayError(error instanceof Error ? error.message : String(error), {
        cause: error,
      })
      this.#away = { reason, triedAt: performance.now() }
      throw reason
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const engine = this.#engine
    if (engine && !engine.gone()) await engine.call({ kind: 'close' }).finally(() => engine.stop())
  }
}

const begin: Statement = { sql: 'BEGIN', params: [] }
const withoutWaiting: Statement = { sql: asynchronousCommit, params: [] }
const commit: Statement = { sql: 'COMMIT', params: [] }

/** Writes a record that a COMMIT waits for: everything committed before it reaches the disk with it. */
const written = `SELECT pg_logical_emit_message(true, 'larder', '')`

function databaseOver(
  engines: Engines,
  { hasRoom, isOnDisk, tell }: { hasRoom(): boolean; isOnDisk: boolean; tell(news: DatabaseNews): void },
): Omit<Database, 'close'> {
  const shared = { hasRoom, holder: randomBytes(6).readUIntBE(0, 6) }
  const runAlone = async (statement: Statement): Promise<Row[]> =>
    (await alone((connection) => connection.finish([statement])))[0] ?? []
  const upkeep = new Upkeep({
    command: 'VACUUM ANALYZE',
    query: (sql) => runAlone({ sql, params: [] }),
    tell,
  })
  const alone = serialize(engines, shared, (sent) => upkeep.count(sent))
  const sync = shareSync(alone)
  /** A different engine than the one that committed has only what was on the disk. */
  const onDisk = async (committed: EngineThread): Promise<void> => {
    if ((await sync()) !== committed)
      throw new DatabaseAwayError('the embedded database stopped before a change was on the disk')
  }
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    let owedBy: EngineThread | undefined
    const result = await withRetries(() =>
      alone((connection, engine) =>
        runTransaction(isOnDisk ? { ...connection, oweSync: () => (owedBy = engine) } : connection, work),
      ),
    )
    if (owedBy) await onDisk(owedBy)
    return result
  }
  return {
    engine: 'embedded',
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
      if (!isOnDisk || isReading(sql)) return (await runAlone({ sql, params })) as R[]
      const statements = [begin, { sql, params }, withoutWaiting, commit]
      const { rows, engine } = await alone(async (connection, engine) => ({
        rows: (await connection.finish(statements))[1] as R[],
        engine,
      }))
      await onDisk(engine)
      return rows
    },
    script: (sql) => alone((connection) => connection.script(sql)),
    transaction,
    ...shared,
    // No other process uses it.
    keepHolder: async () => undefined,
  }
}

/**
 * One disk sync for all commits before it: under load, waiting for the disk is most of a COMMIT's time. A commit is visible to others a moment before it is on
 * the disk, but nobody is answered before. Returns the engine that has it on the disk.
 */
function shareSync(
  alone: <T>(work: (connection: Connection, engine: EngineThread) => Promise<T>) => Promise<T>,
): () => Promise<EngineThread> {
  let next: Promise<EngineThread> | undefined
  return () => {
    if (next) return next
    const turn = alone(async (connection, engine) => {
      next = undefined
      await connection.finish([{ sql: written, params: [] }])
      return engine
    })
    // If there was no engine to start with, the next caller starts anew.
    turn.catch(() => (next = next === turn ? undefined : next))
    return (next = turn)
  }
}

/** How many turns may be sent to the engine: the current one, and the next, so that it need not wait for this thread in between. */
const sentAhead = 2

/**
 * One connection: work outside the running transaction waits until its last statements were sent. Each turn keeps one engine from start to end: when the engine
 * is gone, the rest of its transaction must not run in the next one, where it never began.
 */
function serialize(
  engines: Engines,
  shared: Pick<Connection, 'hasRoom' | 'holder'>,
  sentOne: (statements: readonly Statement[]) => void,
): <T>(work: (connection: Connection, engine: EngineThread) => Promise<T>) => Promise<T> {
  let free: Promise<unknown> = Promise.resolve()
  const unanswered: Promise<unknown>[] = []
  return (work) => {
    const before = [free, unanswered.length < sentAhead ? undefined : unanswered.shift()]
    const { promise: sent, resolve: release } = withResolvers()
    const turn = Promise.all(before).then(async () => {
      const engine = await engines.current()
      return work(connectionTo(engine, shared, sentOne, release), engine)
    })
    const over = turn.then(release, release)
    unanswered.push(over)
    free = sent
    return turn
  }
}

function connectionTo(
  engine: EngineThread,
  shared: Pick<Connection, 'hasRoom' | 'holder'>,
  sentOne: (statements: readonly Statement[]) => void,
  release: () => void,
): Connection {
  const send = (sent: { statements: readonly Statement[]; isLast: boolean }): Promise<Row[][]> => {
    sentOne(sent.statements)
    return engine.call({ kind: 'statements', ...sent })
  }
  return {
    send: (statements) => send({ statements, isLast: false }),
    finish(statements) {
      const answered = send({ statements, isLast: true })
      release()
      return answered
    },
    script: async (sql) => void (await engine.call({ kind: 'script', sql })),
    // If the engine is gone, so is the transaction; the first error is the meaningful one.
    rollback: async () => {
      if (!engine.gone()) await send({ statements: [{ sql: 'ROLLBACK', params: [] }], isLast: false })
    },
    ...shared,
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
