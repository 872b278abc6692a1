import type { FastifyInstance } from 'fastify'
import { errorName, type Log, type LogLine } from '#server/ports/log.ts'
import type { Repeat } from '#server/ports/repeat.ts'

export type Rounds = {
  everyMs: number
  /** What the log calls a round that failed. */
  failed: LogLine['event']
  /** Whether the first round comes with the start, for what a stop left behind. */
  atStart: boolean
  work(): Promise<void>
}

/**
 * What a server does again and again by itself, one round at a time; a stop waits for the one that runs. A round that fails (the database is away) is
 * logged, and the next one does its work. Gives what has a round begin now, or as soon as the one that runs is over.
 */
export function addRounds(
  app: FastifyInstance,
  { repeat, log }: { repeat: Repeat; log: Log },
  { everyMs, failed, atStart, work }: Rounds,
): () => Promise<void> {
  let round: Promise<void> | undefined
  const run = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log({ level: 'error', event: failed, error: errorName(error) })
    }
  }
  const wake = (): Promise<void> => {
    round ??= run().finally(() => (round = undefined))
    return round
  }
  let stop = (): void => undefined
  app.addHook('onReady', async () => {
    if (atStart) void wake()
    stop = repeat(everyMs, wake)
  })
  app.addHook('onClose', async () => {
    stop()
    await round
  })
  return () => (round ? round.then(wake) : wake())
}
