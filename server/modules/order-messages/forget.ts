import type { Queryable, Transaction } from '#server/db/database.ts'

/** Personal data in the messages about orders. `ids` are the orders' (tickets'), their rows locked by the caller. */

/** Forgets who got messages about these orders and which browsers were subscribed; unsent messages are dropped. */
export function forgetReaders(tx: Transaction, locationId: string, ids: readonly string[]): void {
  forgetMessages(tx, locationId, 'ticket_id', ids)
  forgetBrowsers(tx, locationId, ids)
}

/** Forgets who got messages about these gift card orders; unsent messages are dropped. */
export const forgetBuyers = (tx: Transaction, locationId: string, orderIds: readonly string[]): void =>
  forgetMessages(tx, locationId, 'order_id', orderIds)

/** Food orders, or gift card orders. */
type Column = 'ticket_id' | 'order_id'

const forgetMessages = (tx: Transaction, locationId: string, column: Column, ids: readonly string[]): void =>
  tx.later(
    `UPDATE order_messages SET state = CASE WHEN state = 'pending' THEN 'dropped' ELSE state END, sent_to = NULL, facts = NULL
     WHERE location_id = $1 AND ${column} = ANY (string_to_array($2, ','))`,
    [locationId, ids.join()],
  )

/** Deletes all messages of orders that are about to be deleted. */
export function deleteMessages(tx: Transaction, locationId: string, ids: readonly string[]): void {
  tx.later(
    `DELETE FROM order_messages WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join()],
  )
  forgetBrowsers(tx, locationId, ids)
}

const forgetBrowsers = (tx: Transaction, locationId: string, ids: readonly string[]): void =>
  tx.later(
    `DELETE FROM push_subscriptions WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join()],
  )

/** What is kept of messages about these gift card orders. */
export const exportBuyersMessages = (
  database: Queryable,
  locationId: string,
  orderIds: readonly string[],
): Promise<unknown[]> => listMessages(database, locationId, 'order_id', orderIds)

const listMessages = async (
  database: Queryable,
  locationId: string,
  column: Column,
  ids: readonly string[],
): Promise<unknown[]> =>
  (
    await database.query<{ row: unknown }>(
      // When a card was replaced, the message went to its earlier address, which may be somebody else's.
      `SELECT to_jsonb(m) - 'locked_until' - 'locked_by' - CASE WHEN m.event = 'cards-replaced' THEN 'sent_to' ELSE '' END AS row FROM order_messages m
       WHERE m.location_id = $1 AND m.${column} = ANY (string_to_array($2, ',')) ORDER BY m.created_at, m.id`,
      [locationId, ids.join()],
    )
  ).map(({ row }) => row)

/** What is kept of messages about these orders, and of the subscribed browsers. */
export const exportMessages = async (
  database: Queryable,
  locationId: string,
  ids: readonly string[],
): Promise<{ order_messages: unknown[]; push_subscriptions: unknown[] }> => {
  const [messages, browsers] = await Promise.all([
    listMessages(database, locationId, 'ticket_id', ids),
    database.query<{ row: unknown }>(
      `SELECT to_jsonb(s) - 'auth' - 'p256dh' AS row FROM push_subscriptions s
       WHERE s.location_id = $1 AND s.ticket_id = ANY (string_to_array($2, ',')) ORDER BY s.created_at, s.id`,
      [locationId, ids.join()],
    ),
  ])
  return {
    order_messages: messages,
    push_subscriptions: browsers.map(({ row }) => row),
  }
}
