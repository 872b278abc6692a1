import type { FastifyInstance } from 'fastify'
import type { Repeat } from '#server/ports/repeat.ts'
import { settleEveryMs, settleTickets, type SettlerPorts } from './settler.ts'

/** Settles tickets that nobody came back for: at start what a stop left behind, then round after round, one at a time, until the server closes. */
export function addSettling(app: FastifyInstance, ports: SettlerPorts & { repeat: Repeat }): void {
  let round: Promise<void> | undefined
  const wake = (): Promise<void> => {
    round ??= settle(ports).finally(() => (round = undefined))
    return round
  }
  let stop = (): void => undefined
  app.addHook('onReady', async () => {
    void wake()
    stop = ports.repeat(settleEveryMs, wake)
  })
  app.addHook('onClose', async () => {
    stop()
    await round
  })
}

async function settle(ports: SettlerPorts): Promise<void> {
  try {
    await settleTickets(ports)
  } catch (error) {
    // The database is away: nothing is lost, the next round tries again.
    ports.log({ level: 'error', event: 'settling_failed', error: error instanceof Error ? error.name : 'unknown' })
  }
}
