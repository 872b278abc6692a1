import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import type { Transaction as Entry } from '#contract/schemas/user.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** As many as a screen can show sensibly; the specification has no pages for them. */
const maxRows = 200

type EntryRow = {
  description: string
  amount_cents: Cents
  at: number
  card_id: string | null
  online_order: boolean
  ticket_id: string | null
}

/** `GET /user/transactions`: what moved on a user's cards, and the orders that they placed, newest first. */
export async function listTransactions(
  database: Queryable,
  merchant: Merchant,
  userId: string,
): Promise<Entry[]> {
  const rows = await database.query<EntryRow>(
    `SELECT description, amount_cents, created_at AS at, card_id, online_order, ticket_id FROM card_transactions WHERE location_id = $1 AND user_id = $2
     UNION ALL
     SELECT 'Order ' || s.name, s.total_cents, s.submitted_at, NULL, true, s.ticket_id FROM submissions s
       JOIN tickets t ON t.location_id = s.location_id AND t.id = s.ticket_id WHERE t.location_id = $1 AND t.user_id = $2
     ORDER BY at DESC, description LIMIT ${maxRows}`,
    [merchant.locationId, userId],
  )
  return rows.map((row) => ({
    description: row.description,
    pretty_amount: formatCents(row.amount_cents),
    pretty_date: formatDate(localTime(row.at, merchant.location.time_zone).date),
    card_id: row.card_id,
    online_order: row.online_order,
    ticket_order_id: row.ticket_id,
  }))
}
