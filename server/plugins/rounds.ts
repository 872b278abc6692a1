import type { FastifyInstance } from 'fastify'
import { errorName, type Log, type LogLine } from '#server/ports/log.ts'
import type { Repeat } from '#server/ports/repeat.ts'

type Rounds = {
  /** Undefined: it runs only when triggered. */
  everyMs?: number
  /** The log event for a failed round. */
  failed: LogLine['event']
  /** Whether the first round runs at the start, for what a shutdown left behind. */
  atStart: boolean
  work(): Promise<void>
  /** Started after a round. However long it takes, it delays none of these rounds. */
  next?(): Promise<unknown>
}

/**
 * Repeats a server's background work, one round at a time; a shutdown waits for the current one. A failed round (the database is away) is logged, and the next
 * one does its work. Returns a function that triggers a round now, or as soon as the current one is over; it resolves with what comes next.
 */
export function addRounds(
  app: FastifyInstance,
  { repeat, log }: { repeat: Repeat; log: Log },
  { everyMs, failed, atStart, work, next }: Rounds,
): () => Promise<void> {
  let round: Promise<void> | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log({ level: 'error', event: failed, error: errorName(error) })
    }
  }
  const wake = async (): Promise<void> => {
    if (stopped) return
    round ??= run().finally(() => (round = undefined))
    await round
    await next?.()
  }
  let stop = (): void => undefined
  app.addHook('onReady', async () => {
    if (atStart) void wake()
    if (everyMs !== undefined) stop = repeat(everyMs, wake)
  })
  app.addHook('onClose', async () => {
    stopped = true
    stop()
    await round
  })
  return () => (round ? round.then(wake) : wake())
}
