import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { languageColumn } from '#server/plugins/language.ts'
import type { PushSubscription } from '#server/ports/push/push.ts'

/** Browsers subscribed to an order, from the tap that asks for it to the order's end. */

/** Enough for a family's phones and the computer that ordered. */
const maxPerOrder = 5

type OfOrder = { locationId: string; ticketId: string }

/** `isOwn`: it has proved to be the guest's. Others have only the order's link. */
type Browser = PushSubscription & { language: PageLanguage; isOwn: boolean }

/** `$1` its location, `$2` its order, `$3` its address, `$4` now. */
const others = `FROM push_subscriptions s WHERE s.location_id = $1 AND s.ticket_id = $2 AND s.endpoint <> $3`
const makeRoom = `DELETE FROM push_subscriptions p WHERE p.location_id = $1 AND p.ticket_id = $2
    AND (SELECT count(*) ${others} AND s.expires_at > $4) >= ${maxPerOrder}
    AND p.id = (SELECT s.id ${others} AND NOT s.is_own ORDER BY s.created_at, s.id LIMIT 1)`

/**
 * Saves a browser, or its newer keys and language, until a time (ms). False where the order has its maximum already; the guest's own browser replaces the
 * oldest that is not. The ticket is locked by the caller.
 */
export async function keepSubscription(
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  { locationId, ticketId }: OfOrder,
  { endpoint, p256dh, auth, language, isOwn }: Browser,
  untilMs: number,
): Promise<boolean> {
  if (isOwn) await tx.query(makeRoom, [locationId, ticketId, endpoint, clock.now()])
  const kept = await tx.query(
    `INSERT INTO push_subscriptions (location_id, id, ticket_id, endpoint, p256dh, auth, created_at, expires_at, language, is_own)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::boolean
     WHERE (SELECT count(*) FROM push_subscriptions s WHERE s.location_id = $1 AND s.ticket_id = $3 AND s.endpoint <> $4 AND s.expires_at > $7) < ${maxPerOrder}
     ON CONFLICT (location_id, ticket_id, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, expires_at = excluded.expires_at,
       language = excluded.language, is_own = push_subscriptions.is_own OR excluded.is_own
     RETURNING 1 AS kept`,
    [
      locationId,
      ids.uuid(),
      ticketId,
      endpoint,
      p256dh,
      auth,
      clock.now(),
      untilMs,
      languageColumn(language),
      isOwn,
    ],
  )
  return kept.length > 0
}

/** Unsubscribes a browser from an order. One that is not subscribed is no error. */
export const dropSubscription = (
  tx: Transaction,
  { locationId, ticketId }: OfOrder,
  endpoint: string,
): void =>
  tx.later('DELETE FROM push_subscriptions WHERE location_id = $1 AND ticket_id = $2 AND endpoint = $3', [
    locationId,
    ticketId,
    endpoint,
  ])

/** Whether a browser is subscribed to an order. */
export async function isSubscribed(
  database: Queryable,
  { locationId, ticketId }: OfOrder,
  endpoint: string,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS one FROM push_subscriptions WHERE location_id = $1 AND ticket_id = $2 AND endpoint = $3',
    [locationId, ticketId, endpoint],
  )
  return rows.length > 0
}

/** The order is handed over: unsubscribes all browsers. */
export const dropSubscriptions = (tx: Transaction, { locationId, ticketId }: OfOrder): void =>
  tx.later('DELETE FROM push_subscriptions WHERE location_id = $1 AND ticket_id = $2', [locationId, ticketId])

/** Deletes a subscription. */
export const removeSubscription = (
  tx: Transaction,
  { locationId, ticketId, id }: OfOrder & { id: string },
): void =>
  tx.later('DELETE FROM push_subscriptions WHERE location_id = $1 AND ticket_id = $2 AND id = $3', [
    locationId,
    ticketId,
    id,
  ])

/** Deletes those whose order is long over. */
export const forgetOldSubscriptions = (database: Queryable, nowMs: number): Promise<void> =>
  deleteInBatches(database, 'push_subscriptions', 'expires_at <= $1', [nowMs])
