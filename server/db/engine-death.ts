import type { PGlite } from '@electric-sql/pglite'

/** What the embedded engine's thread does when the engine gives up: PostgreSQL ends its process then, and PGlite, which has none to end, loops for ever. */

/** The engine's own log, as far as it tells why it stopped. */
export class EngineLog {
  #last: string | undefined

  /** Takes a line of the engine's log; that it was heard is what PGlite wants to know. */
  readonly line = (line: string): boolean => {
    const severe = /\b(?:PANIC|FATAL):\s+(.+)$/.exec(line)?.[1]
    if (severe !== undefined) this.#last = severe.trim()
    return true
  }

  /** The reason of the last thing that it could not go on after; undefined where it gave none. */
  readonly last = (): string | undefined => this.#last
}

/** What the system refused, by the numbers that the engine's own file operations have for it (WASI). */
const refusals: Record<number, string> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

/** One line of whatever was thrown: the engine throws more than errors. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('errno' in error && typeof error.errno === 'number')
    return refusals[error.errno] ?? `error ${error.errno} of the file system`
  if (error instanceof Error && error.message !== '') return error.message.split('\n')[0]!
  return JSON.stringify(error)
}

/** The part of the engine's module that runs it; PGlite's own types do not name it. */
type RunningModule = { _PostgresMainLoopOnce(): void }

/** The status by which the engine jumps out of a statement that failed (PGlite's private POSTGRES_MAIN_LONGJMP). */
const jumped = 100

/**
 * Calls `died` when the engine throws what is not one of its own errors. Those jump out of a statement with a known status, and the next one finds it
 * in order; after anything else it is no longer there.
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
