import { dayMs, hourMs } from '#contract/durations.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { ProviderEvent } from '#server/ports/payments/provider-books.ts'

/** Events that the card provider has reported, once each, until they are processed. */

export type StoredEvent = { locationId: string; id: string; type: string; intentId: string; tries: number }

/** Longer than the provider's client takes with all its retries (ports/payments/stripe.ts), for the three calls that an event needs. */
const leaseMs = 3 * 60_000
const batchSize = 10
const firstWaitMs = 15_000
const longestWaitMs = hourMs

/** An event that was processed this long ago and comes again is intended: somebody resent it, or the provider did not get our answer (ms). */
const againMs = 5 * 60_000

/** Stores an event to be processed: once, and again where it is resent later. Returns whether it is to be processed. */
export async function keepEvent(
  database: Queryable,
  locationId: string,
  { id, type, intentId, createdAt }: ProviderEvent,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(
    `INSERT INTO provider_events (location_id, id, type, intent_id, created_at, received_at, next_try_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (location_id, id) DO UPDATE SET done_at = NULL, next_try_at = excluded.next_try_at
       WHERE provider_events.done_at <= $6 - ${againMs} RETURNING 1 AS kept`,
    [locationId, id, type, intentId, createdAt, nowMs],
  )
  return rows.length > 0
}

/** Claims events of active locations, the oldest first, a batch at a time. */
export async function takeEvents(
  database: Database,
  locationIds: readonly string[],
  nowMs: number,
): Promise<StoredEvent[]> {
  const untilMs = nowMs + leaseMs
  const rows = await database.query<{
    location_id: string
    id: string
    type: string
    intent_id: string
    tries: number
  }>(
    `UPDATE provider_events SET locked_until = $1, locked_by = $4 WHERE (location_id, id) IN (
       SELECT location_id, id FROM provider_events
       WHERE done_at IS NULL AND next_try_at <= $2 AND locked_until <= $2 AND location_id = ANY (string_to_array($3, ','))
       ORDER BY received_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
     RETURNING location_id, id, type, intent_id, tries`,
    [untilMs, nowMs, locationIds.join(), holderUntil(database, untilMs)],
  )
  return rows.map((row) => ({
    locationId: row.location_id,
    id: row.id,
    type: row.type,
    intentId: row.intent_id,
    tries: row.tries,
  }))
}

/** Marks an event as processed. */
export const finishEvent = (
  database: Queryable,
  { locationId, id }: StoredEvent,
  nowMs: number,
): Promise<unknown> =>
  database.query(
    `UPDATE provider_events SET done_at = $3, tries = tries + 1, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2 AND done_at IS NULL`,
    [locationId, id, nowMs],
  )

/** Schedules a retry, later each time, up to every hour: news about money is never given up. */
export const postponeEvent = (
  database: Queryable,
  { locationId, id, tries }: StoredEvent,
  nowMs: number,
): Promise<unknown> =>
  database.query(
    `UPDATE provider_events SET next_try_at = $3, tries = tries + 1, locked_until = 0, locked_by = NULL WHERE location_id = $1 AND id = $2 AND done_at IS NULL`,
    [locationId, id, nowMs + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 20))],
  )

/** The provider retries for three days; after this nothing is resent. */
const keptForMs = 30 * dayMs

/** Deletes events that were processed long ago. */
export const forgetOldEvents = (database: Queryable, nowMs: number): Promise<void> =>
  deleteInBatches(database, 'provider_events', 'done_at < $1', [nowMs - keptForMs])
