import { isoOf } from '#contract/local-instant.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Cents } from '#contract/money.ts'
import { foundPage, type StaffCardOrder, type StaffCardOrderLine } from '#contract/schemas/staff-card.ts'
import type { Queryable } from '#server/db/database.ts'
import { listCardLines, type Newest, newestOf } from '#server/modules/cards/staff-card.ts'
import { languageOfColumn } from '#server/plugins/language.ts'
import { listBought } from './bought.ts'
import { isPosted, numberOf, type Order, type OrderType } from './order.ts'
import { listOrderRefunds } from './refund-rows.ts'
import { refundingOf } from './refund.ts'
import { refundState } from './refund-state.ts'

/** Orders for gift cards as managers see them (decision 065): never with their ids, which are links that show their cards. */

type Row = {
  id: string
  reference: string
  type: string
  buyer: Buyer
  recipient: Recipient
  paid_cents: Cents
  placed_at: number
}

const nameOf = (...names: string[]): string => names.join(' ').trim()

const lineOf = ({
  id,
  reference,
  type,
  buyer,
  recipient,
  paid_cents,
  placed_at,
}: Row): StaffCardOrderLine => ({
  reference,
  order_number: numberOf({ id }),
  type,
  placed_at: isoOf(placed_at),
  buyer_name: nameOf(buyer.buyer_first_name, buyer.buyer_last_name),
  buyer_email: buyer.buyer_email,
  recipient_name: nameOf(recipient.recipient_first_name, recipient.recipient_last_name),
  recipient_email: recipient.recipient_email,
  paid_cents,
})

/** Placed orders; without those that only replace a card, which nobody placed. */
const placed = `o.location_id = $1 AND o.status = 'Submitted' AND NOT (o.type = 'Purchase' AND o.passed_card_id IS NOT NULL)`

async function listOrders(
  database: Queryable,
  condition: string,
  values: readonly unknown[],
  maxRows = foundPage,
): Promise<Newest<Row>> {
  const rows = await database.query<Row>(
    `SELECT o.id, o.reference, o.type, o.buyer, o.recipient, coalesce(p.amount_cents, 0) AS paid_cents, coalesce(p.created_at, o.created_at) AS placed_at
     FROM card_orders o LEFT JOIN card_order_payments p ON p.location_id = o.location_id AND p.order_id = o.id
     WHERE ${placed} AND ${condition} ORDER BY placed_at DESC, o.id LIMIT ${maxRows + 1}`,
    values,
  )
  return newestOf(rows, maxRows)
}

/** Somebody who bought a card or was sent one: by an email in lowercase, or by ten digits. */
export type BuyerOrRecipient = { email: string } | { phone: string }

/** SQL condition: the order has this person (`$2`). */
const conditionOf = (someone: BuyerOrRecipient): string =>
  'email' in someone
    ? `(lower(trim(o.buyer->>'buyer_email')) = $2 OR lower(trim(o.recipient->>'recipient_email')) = $2)`
    : `right(regexp_replace(o.recipient->>'recipient_phone', '[^0-9]', '', 'g'), 10) = $2`
const textOf = (someone: BuyerOrRecipient): string => ('email' in someone ? someone.email : someone.phone)

/** The orders that somebody bought or was sent, the newest first, at most `maxRows`. */
export const listOrdersOf = async (
  database: Queryable,
  locationId: string,
  someone: BuyerOrRecipient,
  maxRows: number,
): Promise<Newest<StaffCardOrderLine>> => {
  const { shown, more } = await listOrders(
    database,
    conditionOf(someone),
    [locationId, textOf(someone)],
    maxRows,
  )
  return { shown: shown.map(lineOf), more }
}

/** The order with this id, or those with this number on their receipts (receipts/card-receipt.ts), with their cards' ids. */
export async function findOrders(
  database: Queryable,
  locationId: string,
  typed: string,
  maxRows: number,
): Promise<Newest<StaffCardOrderLine> & { cardIds: string[] }> {
  const { shown: rows, more } = await listOrders(
    database,
    '(o.id = $2 OR upper(right(o.id, 6)) = upper($2))',
    [locationId, typed],
    maxRows,
  )
  const bought = await Promise.all(rows.map(({ id }) => listBought(database, locationId, id)))
  return { shown: rows.map(lineOf), more, cardIds: bought.flat().map(({ cardId }) => cardId) }
}

/** The ids of the cards that somebody bought or was sent, and of their replacements. */
export const listCardIdsOfPerson = async (
  database: Queryable,
  locationId: string,
  someone: BuyerOrRecipient,
): Promise<string[]> =>
  (
    await database.query<{ card_id: string }>(
      `SELECT m.card_id FROM card_orders o JOIN card_order_cards m ON m.location_id = o.location_id AND m.order_id = o.id
       WHERE o.location_id = $1 AND o.status = 'Submitted' AND ${conditionOf(someone)}`,
      [locationId, textOf(someone)],
    )
  ).map(({ card_id: id }) => id)

/** Who is told about changes of a card: whoever has it, or its giver where the holder's address is not known. `forName`: the name of the recipient. */
export type Reader = { email: string; forName: string }

/** What the orders know of a card: which one created or loaded it, or the card that it replaces, and where its email goes. */
type OrdersOfCard = {
  orders: Newest<StaffCardOrderLine>
  email: string | undefined
  /** Who has received it. */
  reader: Reader | undefined
  language: PageLanguage | undefined
}

/** The newest orders of a card. */
export async function ordersOfCard(
  database: Queryable,
  locationId: string,
  cardId: string,
): Promise<OrdersOfCard> {
  const [orders, sent] = await Promise.all([
    listOrders(
      database,
      `o.id IN (WITH RECURSIVE back (card_id) AS (
         SELECT $2::text
         UNION
         SELECT f.passed_card_id FROM back b
           JOIN card_order_cards m ON m.location_id = $1 AND m.card_id = b.card_id
           JOIN card_orders f ON f.location_id = m.location_id AND f.id = m.order_id AND f.passed_card_id IS NOT NULL
       ) SELECT m.order_id FROM back b JOIN card_order_cards m ON m.location_id = $1 AND m.card_id = b.card_id)`,
      [locationId, cardId],
    ),
    database.query<MadeRow>(
      `SELECT o.type, d.channel, d.sent_to, d.state = 'sent' AND d.tries > 0 AS has_gone, o.buyer, o.recipient, o.language FROM card_order_cards m
       JOIN card_orders o ON o.location_id = m.location_id AND o.id = m.order_id
       LEFT JOIN card_deliveries d ON d.location_id = m.location_id AND d.card_id = m.card_id
       WHERE m.location_id = $1 AND m.card_id = $2 ORDER BY o.created_at LIMIT 1`,
      [locationId, cardId],
    ),
  ])
  const made = sent[0]
  const email = made && ((made.channel === 'email' && made.sent_to) || addressOf(made))
  return {
    orders: { ...orders, shown: orders.shown.map(lineOf) },
    email: email === '' ? undefined : email,
    reader: made && readerOf(made),
    language: made && languageOfColumn(made.language),
  }
}

/** The order that created a card, and the message that brings it. */
type MadeRow = {
  type: OrderType
  channel: 'email' | 'text' | null
  sent_to: string | null
  /** A message that is still waiting or was given up has no reader; `tries`: one that was taken back (deliveries.ts) counts as sent, too. */
  has_gone: boolean | null
  buyer: Buyer
  recipient: Recipient
  language: string | null
}

const isOwn = ({ type }: Pick<MadeRow, 'type'>): boolean => type === 'Purchase' || type === 'Reload'

/** The buyer's email of a card that they bought for themselves; else the recipient's, or empty where the order has none. */
const addressOf = (made: MadeRow): string =>
  isOwn(made) ? made.buyer.buyer_email : (made.recipient.recipient_email ?? '')

/** Who knows of a card: whoever read its email, else its buyer. Nobody where it went into an account. */
function readerOf(made: MadeRow): Reader | undefined {
  const { type, channel, sent_to, has_gone, buyer, recipient } = made
  const isUnread = has_gone === false
  const forName = isOwn(made) ? '' : nameOf(recipient.recipient_first_name, recipient.recipient_last_name)
  if (channel === 'email' && !isUnread) return sent_to ? { email: sent_to, forName: '' } : undefined
  const isBuyersToKnow = isUnread || isOwn(made) || channel === 'text' || isPosted(type)
  const email = isBuyersToKnow ? buyer.buyer_email.trim() : ''
  return email === '' ? undefined : { email, forName }
}

/** An order with its cards, its refunds and what can still be refunded. `today` is the location's date (ISO). */
export async function staffOrderOf(
  database: Queryable,
  order: Order,
  today: string,
): Promise<StaffCardOrder> {
  const { locationId, id, payment } = order
  const [rows, bought, refunds, refunding] = await Promise.all([
    listOrders(database, 'o.id = $2', [locationId, id]),
    listBought(database, locationId, id),
    listOrderRefunds(database, locationId, id),
    refundingOf(database, order),
  ])
  const cardIds = [...new Set(bought.map(({ cardId }) => cardId))]
  return {
    ...lineOf(rows.shown[0]!),
    ...(payment && { paid_with: payment.displayName }),
    cards: (await listCardLines(database, locationId, { ids: cardIds }, today)).shown,
    card_count: cardIds.length,
    refunds: refunds.map((refund) => ({
      at: isoOf(refund.at),
      amount_cents: refund.amountCents,
      reason: refund.reason,
      ...(refund.note !== undefined && { note: refund.note }),
      ...refundState(order, refund),
    })),
    ...('problem' in refunding
      ? { refund_problem: refunding.problem }
      : { refundable: refunding.refundable }),
  }
}
