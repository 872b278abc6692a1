import { currencyText } from '#contract/currency-text.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import { addressText, type Recipient } from '#contract/rules/contact.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { numberOf } from '#server/modules/card-orders/order.ts'
import { openNumber } from '#server/modules/cards/stored-number.ts'
import { recordOperatorAct } from '#server/modules/staff/acts.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'

type PostedPorts = { cipher: DataCipher; clock: Clock; ids: Ids }

type PostedRow = {
  order_id: string
  card_id: string
  sealed_number: string
  amount_cents: number
  recipient: Recipient
}

/**
 * A location's cards to print and mail, oldest order first, without those that are frozen or void: one line each, with the order's id, the number that the
 * buyer knows it by, card number, amount and address, separated by tabs. This is the only place that shows full numbers, so that reading them is recorded
 * (`staff_acts`). `orderId`: only this order's cards, even if already posted.
 */
export const listPostedCards = (
  database: Database,
  locationId: string,
  orderId: string | undefined,
  ports: PostedPorts,
): Promise<string[]> =>
  database.transaction(async (tx) => {
    const lines = await readPostedCards(tx, locationId, orderId, ports.cipher)
    if (lines.length > 0)
      recordOperatorAct(tx, ports, locationId, {
        action: 'card_numbers_read',
        about: `${lines.length === 1 ? '1 card' : `${lines.length} cards`} to mail`,
      })
    return lines
  })

async function readPostedCards(
  tx: Queryable,
  locationId: string,
  orderId: string | undefined,
  cipher: DataCipher,
): Promise<string[]> {
  const rows = await tx.query<PostedRow>(
    `SELECT s.order_id, m.card_id, c.sealed_number, s.amount_cents, o.recipient FROM card_shipments s
     JOIN card_orders o ON o.location_id = s.location_id AND o.id = s.order_id
     JOIN card_order_cards m ON m.location_id = s.location_id AND m.order_id = s.order_id AND m.item_index = s.item_index
     JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id
     WHERE s.location_id = $1 AND (s.posted_at IS NULL OR s.order_id = $2) AND o.forgotten_at IS NULL AND c.status NOT IN ('frozen', 'disabled')
       AND ($2::text IS NULL OR s.order_id = $2)
     ORDER BY s.created_at, s.order_id, m.item_index, m.piece`,
    [locationId, orderId ?? null],
  )
  return rows.map((row) =>
    [
      row.order_id,
      numberOf({ id: row.order_id }),
      groupCardNumber(openNumber(cipher, locationId, row.card_id, row.sealed_number)),
      currencyText(row.amount_cents),
      addressOf(row.recipient),
    ].join('\t'),
  )
}

/**
 * Records that all cards of these orders were posted (`nowMs`); an order that was posted before keeps its time. Returns the ids of the orders that were found:
 * one whose cards are still being made does not count.
 */
export const markPosted = async (
  database: Queryable,
  locationId: string,
  orderIds: readonly string[],
  nowMs: number,
): Promise<string[]> =>
  (
    await database.query<{ order_id: string }>(
      `UPDATE card_shipments s SET posted_at = coalesce(s.posted_at, $3) WHERE s.location_id = $1 AND s.order_id = ANY (string_to_array($2, ','))
         AND NOT EXISTS (SELECT 1 FROM card_shipments w WHERE w.location_id = s.location_id AND w.order_id = s.order_id AND w.made < w.quantity)
       RETURNING s.order_id`,
      [locationId, orderIds.join(), nowMs],
    )
  ).map(({ order_id: id }) => id)

const addressOf = (to: Recipient): string =>
  `${to.recipient_first_name} ${to.recipient_last_name}, ${addressText(to)}`
