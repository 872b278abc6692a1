import { isUnreachable } from '#server/db/database.ts'
import { errorName, type Log, type LogLine } from '#server/ports/log.ts'

type SequentialRun<T> = {
  log: Log
  /** What the log calls one that failed. */
  failed: LogLine['event']
  /** Which one that was: the restaurant, the kind of work. */
  nameOf(one: T): string
  work(one: T): Promise<void>
}

/**
 * Does the same for each, one after the other. One that fails is logged and does not hold up the others; the next round tries it again. Throws
 * DatabaseAwayError where the database does not answer or has no connection free: each of the others would wait for it anew.
 */
export async function runSequentially<T>(
  list: Iterable<T>,
  { log, failed, nameOf, work }: SequentialRun<T>,
): Promise<void> {
  for (const one of list)
    try {
      await work(one)
    } catch (error) {
      if (isUnreachable(error)) throw error
      const name = errorName(error)
      log({ level: 'error', event: failed, detail: nameOf(one), error: name })
    }
}
