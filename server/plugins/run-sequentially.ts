import { isUnreachable } from '#server/db/database.ts'
import { errorName, type Log, type LogLine } from '#server/ports/log.ts'

type SequentialRun<T> = {
  log: Log
  /** The log event for a failed item. */
  failed: LogLine['event']
  /** The name of an item in the log: the restaurant, the kind of work. */
  nameOf(one: T): string
  work(one: T): Promise<void>
}

/**
 * Runs the work for each, one after the other. A failed item is logged and does not stop the others; the next round tries it again. Throws DatabaseAwayError
 * where the database does not answer or has no free connection: each of the others would wait for it again.
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
