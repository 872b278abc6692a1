import type { PGlite } from '@electric-sql/pglite'

/** Handles the engine's crash: PostgreSQL would end its process, and PGlite, which has none to end, loops forever. */

/** The engine's log, for the reason why it stopped. */
export class EngineLog {
  #last: string | undefined

  /** Takes a line of the engine's log; returns that it was handled, as PGlite expects. */
  readonly line = (line: string): boolean => {
    const severe = /\b(?:PANIC|FATAL):\s+(.+)$/.exec(line)?.[1]
    if (severe !== undefined) this.#last = severe.trim()
    return true
  }

  /** The reason of its last fatal error; undefined where it gave none. */
  readonly last = (): string | undefined => this.#last
}

/** Error codes of the system, by the numbers of the engine's file operations (WASI). */
const refusals: Record<number, string> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

/** One line about whatever was thrown: the engine also throws values that are no errors. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('errno' in error && typeof error.errno === 'number')
    return refusals[error.errno] ?? `error ${error.errno} of the file system`
  if (error instanceof Error && error.message !== '') return error.message.split('\n')[0]!
  return JSON.stringify(error)
}

/** The part of the engine's module that runs it; PGlite's types do not declare it. */
type RunningModule = { _PostgresMainLoopOnce(): void }

/** The status with which the engine leaves a failed statement (PGlite's private POSTGRES_MAIN_LONGJMP). */
const jumped = 100

/**
 * Calls `died` when the engine throws anything but its own errors. Those leave a statement with a known status and the engine intact; after anything else, the
 * engine is gone.
 */
export function watchForCrash(engine: PGlite, died: (error: unknown) => void): void {
  const module = engine.Module as unknown as RunningModule
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if (statusOf(error) !== jumped) died(error)
      throw error
    }
  }
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
