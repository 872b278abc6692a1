import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Database, DatabaseError, type Row, withRetries } from './database.ts'
import type { EngineCall, EngineReply } from './embedded-protocol.ts'
import { lockFolder } from './folder-lock.ts'
import { makeFolder } from './make-folder.ts'
import { type Connection, runTransaction } from './transaction.ts'

export type EmbeddedOptions = {
  /** Where the database lives; without it, in memory only. */
  folder?: string | undefined
  /** A dump to start a new folder (or memory) from; not with a folder that already holds a database. */
  dumpFile?: string | undefined
  /** The built worker; beside the bundle unless said otherwise. */
  workerFile?: string | URL | undefined
}

export type EmbeddedDatabase = Database & {
  /** Writes the whole database to a file that `dumpFile` can start from. */
  dump(file: string): Promise<void>
}

/** Opens PostgreSQL in this process, on a thread of its own. Throws FolderLockedError when another process has the folder. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = options.folder === undefined ? undefined : resolve(options.folder)
  if (folder !== undefined) makeFolder(folder)
  const lock = folder === undefined ? undefined : await lockFolder(folder)
  const engine = startEngine(options.workerFile ?? new URL('./embedded-worker.js', import.meta.url))
  try {
    await engine.call({ kind: 'open', folder, dumpFile: options.dumpFile })
  } catch (error) {
    await engine.stop()
    await lock?.release()
    throw error
  }
  const close = async (): Promise<void> => {
    await engine.call({ kind: 'close' })
    await engine.stop()
    await lock?.release()
  }
  return { ...databaseOver(engine.call), close, dump: async (file) => void (await engine.call({ kind: 'dump', file })) }
}

type Call = (call: EngineCall) => Promise<Row[][]>

function databaseOver(call: Call): Omit<Database, 'close'> {
  // One connection: what is not part of the running transaction waits for its end.
  let tail: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work)
    tail = turn.catch(() => undefined)
    return turn
  }
  const connection: Connection = {
    send: (statements) => call({ kind: 'statements', statements }),
    script: async (sql) => void (await call({ kind: 'script', sql })),
    rollback: async () => void (await connection.send([{ sql: 'ROLLBACK', params: [] }])),
  }
  return {
    engine: 'embedded',
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => (await alone(() => connection.send([{ sql, params }])))[0] as R[],
    script: (sql) => alone(() => connection.script(sql)),
    transaction: (work) => withRetries(() => alone(() => runTransaction(connection, work))),
  }
}

function startEngine(workerFile: string | URL): { call: Call; stop(): Promise<void> } {
  const worker = new Worker(workerFile)
  const waiting = new Map<number, { resolve(results: Row[][]): void; reject(error: Error): void }>()
  let lastId = 0
  let gone: Error | undefined
  const fail = (error: Error): void => {
    gone = error
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: EngineReply) => {
    const one = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) one?.reject(new DatabaseError(reply.error.message, reply.error.sqlState))
    else one?.resolve(reply.results)
  })
  worker.on('error', (error: Error) => fail(error))
  worker.on('exit', () => fail(new DatabaseError('the embedded database has stopped', '57P01')))
  const call: Call = (message) => {
    if (gone) return Promise.reject(gone)
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...message })
    })
  }
  return { call, stop: async () => void (await worker.terminate()) }
}
