import { Worker } from 'node:worker_threads'
import { DatabaseAwayError, DatabaseError, type Row } from './database.ts'
import type { EngineCall, EngineReply } from './embedded-protocol.ts'

/** The main thread's handle of the embedded engine's thread. */
export type EngineThread = {
  /** Throws DatabaseError, and DatabaseAwayError once the thread is gone. */
  call(call: EngineCall): Promise<Row[][]>
  /** Why it no longer answers; undefined while it does. */
  gone(): DatabaseAwayError | undefined
  stop(): Promise<void>
}

/** How long a call may take (ms) before the engine counts as hanging: far longer than any takes on a slow and busy machine. */
export type CallLimits = Record<EngineCall['kind'], number>

/** The limits in use; tests set shorter ones. */
export const callLimits: CallLimits = {
  open: 180_000,
  statements: 30_000,
  script: 120_000,
  dump: 120_000,
  // It writes everything not in the tables yet. The process itself limits how long a shutdown may take (main.ts).
  close: 30_000,
}

type Waiting = { resolve(results: Row[][]): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** Starts a thread. One that dies or does not answer in time is stopped, and all pending calls are rejected. */
export function startEngine(workerFile: string | URL, limits: CallLimits): EngineThread {
  const worker = new Worker(workerFile)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let gone: DatabaseAwayError | undefined
  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    return one
  }
  const end = (reason: string, cause?: unknown): void => {
    gone ??= new DatabaseAwayError(reason, { cause })
    for (const id of waiting.keys()) take(id)?.reject(gone)
  }
  const stop = async (): Promise<void> => {
    end('the embedded database was stopped')
    await worker.terminate()
  }
  worker.on('message', (reply: EngineReply) => {
    if ('died' in reply) return end(reply.died)
    const one = take(reply.id)
    if ('error' in reply) one?.reject(new DatabaseError(reply.error.message, reply.error.sqlState))
    else one?.resolve(reply.results)
  })
  worker.on('error', (error: Error) => end(error.message, error))
  worker.on('exit', () => end('the embedded database has stopped'))
  const call: EngineThread['call'] = (message) => {
    if (gone) return Promise.reject(gone)
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const hangs = (): void => {
        end(`the embedded database did not answer in ${limits[message.kind] / 1000} s`)
        void worker.terminate()
      }
      waiting.set(id, { resolve, reject, timer: setTimeout(hangs, limits[message.kind]) })
      worker.postMessage({ id, ...message })
    })
  }
  return { call, gone: () => gone, stop }
}
