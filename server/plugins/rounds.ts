import type { FastifyInstance } from 'fastify'
import { errorName, type Log, type LogLine } from '#server/ports/log.ts'
import type { Repeat } from '#server/ports/repeat.ts'

type Rounds = {
  /** Not there: it begins only when it is told to. */
  everyMs?: number
  /** What the log calls a round that failed. */
  failed: LogLine['event']
  /** Whether the first round comes with the start, for what a stop left behind. */
  atStart: boolean
  work(): Promise<void>
  /** Begun when a round is over. However long it takes, it holds up none of these rounds. */
  next?(): Promise<unknown>
}

/**
 * What a server does again and again by itself, one round at a time; a stop waits for the one that runs. A round that fails (the database is away) is
 * logged, and the next one does its work. Gives what has a round begin now, or as soon as the one that runs is over; it resolves with what comes next.
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
