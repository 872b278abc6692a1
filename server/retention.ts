import { dayMs } from '#contract/durations.ts'
import { addDays, localTime } from '#contract/local-time.ts'
import type { Clock } from '#contract/ports.ts'
import { retentionOf } from '#contract/rules/retention.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { findDocument, listInactiveIds } from '#server/merchants/repository.ts'
import { forgetOldTrail } from '#server/modules/accounts/clean-up.ts'
import { forgetOldActivities } from '#server/modules/admin/devices.ts'
import {
  forgetGivers,
  forgetOrdersWhenOver,
  forgetUnplacedOrders,
  orderBatchSize,
} from '#server/modules/card-orders/forget.ts'
import { forgetOldReports } from '#server/modules/policy-reports/reports.ts'
import { forgetOldActs, forgetOldTablets } from '#server/modules/staff/forget.ts'
import type { Log } from '#server/ports/log.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'
import {
  forgetContacts,
  forgetUnplacedTickets,
  forgetWhenOver,
  ticketBatchSize,
} from '#server/modules/tickets/forget.ts'

/** The most batches (a few hundred rows each) that one round deletes of each kind; after a setting was shortened, the next rounds delete the rest. */
const maxRepeats = 50

export type RetentionPorts = {
  database: Database
  clock: Clock
  directory: Pick<MerchantDirectory, 'list'>
  log: Log
}

/**
 * Deletes personal data that a location has kept longer than its settings allow (`settings.data_retention`, decision 062); for a location that is switched off,
 * its last settings count. A failure at one location is logged. Throws DatabaseAwayError where the database does not answer.
 */
export async function forgetByRetention(ports: RetentionPorts): Promise<void> {
  const { database, directory, log } = ports
  const round = { log, failed: 'housekeeping_failed' } as const
  await runSequentially(directory.list(), {
    ...round,
    nameOf: ({ label }) => label,
    work: (one) => forgetOf(one, ports),
  })
  await runSequentially(await listInactiveIds(database), {
    ...round,
    nameOf: (locationId) => locationId,
    async work(locationId) {
      const document = await findDocument(database, locationId)
      if (document) await forgetOf({ locationId, location: document.location }, ports)
    },
  })
}

async function forgetOf(
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  { database, clock }: Pick<RetentionPorts, 'database' | 'clock'>,
): Promise<void> {
  const nowMs = clock.now()
  const days = retentionOf(location.settings)
  const before = (count: number) => ({ locationId, beforeMs: nowMs - count * dayMs, nowMs })
  const unplaced = before(days.unplaced_order_days)
  await repeatUntilDone(ticketBatchSize, () => forgetUnplacedTickets(database, unplaced))
  await repeatUntilDone(orderBatchSize, () => forgetUnplacedOrders(database, unplaced))
  await repeatUntilDone(ticketBatchSize, () => forgetContacts(database, before(days.order_contact_days)))
  await repeatUntilDone(orderBatchSize, () => forgetGivers(database, before(days.gift_contact_days)))
  const today = localTime(nowMs, location.time_zone).date
  await repeatUntilDone(ticketBatchSize, () => forgetWhenOver(database, { locationId, nowMs, today }))
  await repeatUntilDone(orderBatchSize, () => forgetOrdersWhenOver(database, { locationId, nowMs }))
  const trail = before(days.trail_days)
  await forgetOldTrail(database, locationId, trail.beforeMs)
  await forgetOldActivities(database, locationId, trail.beforeMs)
  await forgetOldActs(database, locationId, trail.beforeMs)
  await forgetOldTablets(database, locationId, trail.beforeMs)
  await forgetOldReports(database, locationId, addDays(today, -days.policy_report_days))
}

async function repeatUntilDone(batchSize: number, forget: () => Promise<number>): Promise<void> {
  for (let times = 0; times < maxRepeats; times++) if ((await forget()) < batchSize) return
}
