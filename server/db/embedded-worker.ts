import { readFile, rename, writeFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFs, durableStartParams } from './durable-fs.ts'
import type { EngineReply, EngineRequest } from './embedded-protocol.ts'

/**
 * The embedded engine's own thread: in the main one it would hold every HTTP answer up while it works (45 ms instead of 2).
 * It answers requests one after another in the order they came; who may talk inside a transaction is the main thread's business (embedded.ts).
 */

if (!parentPort) throw new Error('embedded-worker runs as a worker thread only')
const port = parentPort

/** bigint columns hold milliseconds and cents. */
const parsers = { 20: Number }

let engine: PGlite | undefined

async function openEngine(folder: string | undefined, dumpFile: string | undefined): Promise<void> {
  const dump = dumpFile === undefined ? {} : { loadDataDir: new Blob([await readFile(dumpFile)]) }
  engine = folder
    ? await PGlite.create({ fs: new DurableNodeFs(folder), startParams: durableStartParams(PGlite.defaultStartParams), parsers, ...dump })
    : await PGlite.create({ parsers, ...dump })
}

async function answer(request: EngineRequest): Promise<Record<string, unknown>[]> {
  if (request.kind === 'open') {
    await openEngine(request.folder, request.dumpFile)
    return []
  }
  if (!engine) throw new Error('the embedded database is not open')
  switch (request.kind) {
    case 'query':
      return (await engine.query<Record<string, unknown>>(request.sql, [...request.params])).rows
    case 'script':
      await engine.exec(request.sql)
      return []
    case 'dump': {
      // Written beside and renamed, so that a second process never reads half a dump.
      const half = `${request.file}.${process.pid}`
      await writeFile(half, Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer()))
      await rename(half, request.file)
      return []
    }
    case 'close':
      await engine.close()
      return []
  }
}

const sqlStateOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

async function reply(request: EngineRequest): Promise<void> {
  let message: EngineReply
  try {
    message = { id: request.id, rows: await answer(request) }
  } catch (error) {
    message = { id: request.id, error: { message: error instanceof Error ? error.message : String(error), sqlState: sqlStateOf(error) } }
  }
  port.postMessage(message)
}

let tail: Promise<void> = Promise.resolve()
port.on('message', (request: EngineRequest) => {
  tail = tail.then(() => reply(request))
})
