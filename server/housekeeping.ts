import type { FastifyInstance } from 'fastify'
import { forgetEndedSessions } from '#server/modules/accounts/clean-up.ts'
import { forgetOldCounts } from '#server/modules/limits/counts.ts'
import { forgetOldSubscriptions } from '#server/modules/order-messages/subscriptions.ts'
import { forgetOldEvents } from '#server/modules/provider-events/store.ts'
import { forgetOldRequests } from '#server/modules/second-factors/requests.ts'
import { forgetExpiredKeys } from '#server/plugins/idempotency-store.ts'
import { addRounds } from '#server/plugins/rounds.ts'
import { forgetByRetention, type RetentionPorts } from '#server/retention.ts'
import type { Repeat } from '#server/ports/repeat.ts'
import { forgetUsedChallenges } from '#server/ports/verification/embedded.ts'

export type HousekeepingPorts = RetentionPorts & { repeat: Repeat }

const hourMs = 60 * 60 * 1000

/** Forgets what is kept for a time only: answers under their keys (they bear names and addresses), sessions that ended, counts, solved challenges. */
export async function forgetExpired({
  database,
  clock,
}: Pick<RetentionPorts, 'database' | 'clock'>): Promise<void> {
  await forgetExpiredKeys(database, clock.now())
  await forgetEndedSessions(database, clock.now())
  await forgetOldCounts(database, clock.now())
  await forgetUsedChallenges(database, clock.now())
  await forgetOldSubscriptions(database, clock.now())
  await forgetOldEvents(database, clock.now())
  await forgetOldRequests(database, clock.now())
}

/** Does so every hour, and forgets people by their location's retention: a server that runs for months would keep what it promised to forget. */
export function addHousekeeping(app: FastifyInstance, ports: HousekeepingPorts): void {
  addRounds(app, ports, {
    everyMs: hourMs,
    failed: 'housekeeping_failed',
    atStart: false,
    async work() {
      await forgetExpired(ports)
      await forgetByRetention(ports)
    },
  })
}
