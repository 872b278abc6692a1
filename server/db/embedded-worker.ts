import { readFile, rename, writeFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { messages, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DumpFs } from './dump-fs.ts'
import { EngineLog, reasonOf, watchForCrash } from './engine-death.ts'
import { DurableNodeFs, durableStartParams, smallBuffers } from './durable-fs.ts'
import type { Row } from './database.ts'
import type { EngineReply, EngineRequest } from './embedded-protocol.ts'
import { PreparedStatements, Trip } from './trip.ts'

const { CommandCompleteMessage, DataRowMessage, RowDescriptionMessage } = messages

/**
 * The embedded engine's own thread: on the main one it would delay every HTTP answer while it works (45 ms instead of 2). It answers requests one after another
 * in the order they came; the main thread controls who may use a transaction (embedded.ts).
 */

if (!parentPort) throw new Error('embedded-worker runs as a worker thread only')
const port = parentPort

/** bigint columns hold milliseconds and cents. */
const parsers = { 20: Number }

let engine: PGlite | undefined
const log = new EngineLog()

async function openEngine(folder: string | undefined, dumpFile: string | undefined): Promise<void> {
  try {
    engine = await PGlite.create({ parsers, onStderr: log.line, ...(await placeOf(folder, dumpFile)) })
  } catch (error) {
    // The thrown error is the runtime's ("Aborted()", "[object Object]"); the engine's log has the actual reason.
    throw new Error(log.last() ?? reasonOf(error), { cause: error })
  }
  watchForCrash(engine, (error) => {
    port.postMessage({ died: log.last() ?? reasonOf(error) } satisfies EngineReply)
    // Ends only this thread. There is no other way to stop the engine: it would call itself again forever.
    process.exit(1)
  })
}

/** Where the database is, and what it starts from. */
async function placeOf(folder: string | undefined, dumpFile: string | undefined): Promise<PGliteOptions> {
  if (folder === undefined) {
    const startParams = [...PGlite.defaultStartParams, ...smallBuffers]
    return dumpFile === undefined ? { startParams } : { startParams, fs: new DumpFs(dumpFile) }
  }
  const dump = dumpFile === undefined ? {} : { loadDataDir: new Blob([await readFile(dumpFile)]) }
  const startParams = durableStartParams(PGlite.defaultStartParams)
  return { fs: new DurableNodeFs(folder), startParams, ...dump }
}

async function answer(request: EngineRequest): Promise<Row[][]> {
  if (request.kind === 'open') {
    await openEngine(request.folder, request.dumpFile)
    return []
  }
  if (!engine) throw new Error('the embedded database is not open')
  switch (request.kind) {
    case 'statements':
      return runStatements(engine, request)
    case 'script':
      await engine.exec(request.sql)
      // It may have changed a table: statements prepared for the old one would be refused.
      await engine.exec('DEALLOCATE ALL')
      prepared = new PreparedStatements()
      return []
    case 'dump': {
      // Written to a temporary file and renamed, so that another process never reads half a dump.
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

/** The statements the engine has parsed before: parsing is a third of a small statement's time. */
let prepared = new PreparedStatements()

/** All statements in one call of the engine, with one Sync at the end: after an error it skips the rest. PGlite's own `query` makes six calls per statement. */
async function runStatements(
  pg: PGlite,
  { statements, isLast }: Extract<EngineRequest, { kind: 'statements' }>,
): Promise<Row[][]> {
  const trip = new Trip(statements, prepared, (type) => {
    const parse = pg.parsers[type]
    return parse ? (text) => parse(text, type) as unknown : (text) => text
  })
  let answers: Awaited<ReturnType<PGlite['execProtocolStream']>>
  try {
    answers = await pg.execProtocolStream(trip.packet())
  } catch (error) {
    trip.fail()
    // The next statements may have been sent already, and are not part of it.
    if (isLast) await pg.exec('ROLLBACK')
    throw error
  }
  for (const message of answers)
    if (message instanceof RowDescriptionMessage) trip.describe(message.fields)
    else if (message instanceof DataRowMessage) trip.row(message.fields)
    else if (message instanceof CommandCompleteMessage) trip.complete()
  return trip.results()
}

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

async function reply(request: EngineRequest): Promise<void> {
  let message: EngineReply
  try {
    message = { id: request.id, results: await answer(request) }
  } catch (error) {
    message = { id: request.id, error: { message: reasonOf(error), sqlState: sqlStateOf(error) } }
  }
  port.postMessage(message)
}

let tail: Promise<void> = Promise.resolve()
port.on('message', (request: EngineRequest) => {
  tail = tail.then(() => reply(request))
})
