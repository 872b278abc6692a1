import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import type { Transaction as Entry } from '#contract/schemas/user.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { listRefunds, listTaken } from './money-back.ts'

/** As many as a screen can sensibly show; the specification has no paging for them. */
const maxRows = 200

type EntryRow = {
  description: string
  amount_cents: Cents
  at: number
  card_id: string | null
  online_order: boolean
  ticket_id: string | null
  /** The order of the line: food, or gift cards if `bought` is set. */
  order_id: string | null
  bought: BoughtCards | null
}

/** What was paid for. */
type BoughtCards = {
  type: CardOrderType | 'PhysicalCards'
  quantity: number
  /** The recipient's name; empty once the recipient was forgotten. */
  recipient: string
  paid_with: string
  receipt_id: string
}

/** A card's line about an order that is itself listed with its payment: money paid once is listed once. */
const isListedAsOrder = `EXISTS (SELECT 1 FROM card_orders o JOIN card_order_payments p ON p.location_id = o.location_id AND p.order_id = o.id
  WHERE o.location_id = c.location_id AND o.id = split_part(c.id, ':', 1) AND o.user_id = c.user_id)`

const bought = `jsonb_build_object('type', o.type, 'paid_with', p.display_name, 'receipt_id', o.receipt_id,
  'quantity', (SELECT sum((item->>'quantity')::int) FROM jsonb_array_elements(o.items) AS item),
  'recipient', trim(concat_ws(' ', o.recipient->>'recipient_first_name', o.recipient->>'recipient_last_name')))`

/** The card that an order created or loaded, as long as it belongs to its buyer. */
const ownCard = `(SELECT min(k.id) FROM card_order_cards m JOIN cards k ON k.location_id = m.location_id AND k.id = m.card_id
  WHERE m.location_id = o.location_id AND m.order_id = o.id AND k.user_id = o.user_id)`

/** `GET /user/transactions`: movements on a user's cards, their payments for gift cards, and their placed orders, newest first; each order with its refunds. */
export async function listTransactions(
  database: Queryable,
  merchant: Merchant,
  userId: string,
): Promise<Entry[]> {
  const { locationId, location } = merchant
  const rows = await database.query<EntryRow>(
    `SELECT c.description, c.amount_cents, c.created_at AS at, c.card_id, c.online_order, c.ticket_id, NULL AS order_id, NULL::jsonb AS bought FROM card_transactions c
       WHERE c.location_id = $1 AND c.user_id = $2 AND NOT ${isListedAsOrder}
     UNION ALL
     SELECT 'Order ' || s.name, s.total_cents, s.submitted_at, NULL, true, s.ticket_id, s.ticket_id, NULL FROM submissions s
       JOIN tickets t ON t.location_id = s.location_id AND t.id = s.ticket_id WHERE t.location_id = $1 AND t.user_id = $2
     UNION ALL
     SELECT '', p.amount_cents, p.created_at, ${ownCard}, false, NULL, o.id, ${bought} FROM card_orders o
       JOIN card_order_payments p ON p.location_id = o.location_id AND p.order_id = o.id
       WHERE o.location_id = $1 AND o.user_id = $2 AND o.status = 'Submitted'
     ORDER BY at DESC, description, order_id LIMIT ${maxRows}`,
    [locationId, userId],
  )
  const orderIds = rows.flatMap(({ order_id: id }) => (id === null ? [] : [id]))
  const [refundsOf, takenOf] = await Promise.all([
    listRefunds(database, merchant, orderIds),
    listTaken(database, locationId, orderIds),
  ])
  return rows.map((row) => ({
    description: row.bought ? boughtWords(row.bought) : row.description,
    pretty_amount: currencyText(row.amount_cents),
    pretty_date: formatDate(localTime(row.at, location.time_zone).date),
    card_id: row.card_id,
    online_order: row.online_order,
    ticket_order_id: row.ticket_id,
    ...purchaseOf(row),
    ...refundsOf(row.order_id ?? ''),
    ...takenOf(row.order_id ?? ''),
  }))
}

/** What paid for gift cards, with the receipt. */
function purchaseOf({ bought, amount_cents: cents }: EntryRow): Partial<Entry> {
  if (!bought) return {}
  return {
    payments: [{ payment_amount: currencyText(cents), display_name: bought.paid_with }],
    receipt: receiptPath(
      bought.type === 'PhysicalCards' ? 'physical_order' : 'card_order',
      bought.receipt_id,
    ),
  }
}

function boughtWords({ type, quantity, recipient }: BoughtCards): string {
  if (type === 'Purchase') return 'Gift card purchased'
  if (type === 'Reload') return 'Gift card reloaded'
  if (type === 'PhysicalCards') return quantity === 1 ? 'Gift card by mail' : `${quantity} gift cards by mail`
  if (recipient === '') return 'Gift card sent'
  return quantity === 1 ? `Gift card for ${recipient}` : `${quantity} gift cards for ${recipient}`
}
