import type { FastifyInstance } from 'fastify'
import { hourMs } from '#contract/durations.ts'
import type { Database } from '#server/db/database.ts'
import { forgetEndedSessions } from '#server/modules/accounts/clean-up.ts'
import { forgetOldCounts } from '#server/modules/limits/counts.ts'
import { forgetOldSubscriptions } from '#server/modules/order-messages/subscriptions.ts'
import { forgetOldEvents } from '#server/modules/provider-events/store.ts'
import { forgetOldRequests } from '#server/modules/second-factors/requests.ts'
import { forgetExpiredKeys } from '#server/plugins/idempotency-store.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'
import { addRounds } from '#server/plugins/rounds.ts'
import { forgetByRetention, type RetentionPorts } from '#server/retention.ts'
import type { Repeat } from '#server/ports/repeat.ts'
import { forgetUsedChallenges } from '#server/ports/verification/embedded.ts'

type HousekeepingPorts = RetentionPorts & { repeat: Repeat }
type ForgetPorts = Pick<RetentionPorts, 'database' | 'clock' | 'log'>

type Forget = (database: Database, nowMs: number) => Promise<unknown>

/** What is stored only for a time, and the name of each in the log. Stored answers contain names and addresses. */
const kept: readonly [string, Forget][] = [
  ['answers', forgetExpiredKeys],
  ['sessions', forgetEndedSessions],
  ['counts', forgetOldCounts],
  ['challenges', forgetUsedChallenges],
  ['subscriptions', forgetOldSubscriptions],
  ['provider events', forgetOldEvents],
  ['sign-in requests', forgetOldRequests],
]

/**
 * Deletes what is stored only for a time: answers by idempotency key, ended sessions, counts, solved challenges. A failure is logged and does not stop the
 * rest. Throws DatabaseAwayError where the database does not answer.
 */
export const forgetExpired = ({ database, clock, log }: ForgetPorts): Promise<void> =>
  runSequentially(kept, {
    log,
    failed: 'housekeeping_failed',
    nameOf: ([name]) => name,
    work: async ([, forget]) => void (await forget(database, clock.now())),
  })

/**
 * Does this every hour, and deletes personal data by each location's retention: otherwise a server that runs for months would keep what it promised to delete.
 */
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
