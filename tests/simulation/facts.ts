import type { World } from './world.ts'
import { markerOf } from './dishes.ts'

/** What the restaurant's books and the card provider's say at the end of a session, past every rule of answering. */

export type Charge = { payableId: string; cents: number; refundedCents: number }
export type TicketFacts = {
  id: string
  status: string
  placedCents: number | undefined
  markers: string[]
  giftCents: number
  cardCents: number
}
export type CardOrderFacts = { id: string; status: string; paidCents: number; cardCents: number }

export type Facts = {
  charges: Charge[]
  tickets: Map<string, TicketFacts>
  cardOrders: Map<string, CardOrderFacts>
  /** Each gift card: what stands on it, and what its rows in the ledger come to. */
  cards: { id: string; balance: number; rows: number }[]
  /** All rows of the ledger together, and the transfers whose two sides differ. */
  ledgerCents: number
  halfTransfers: number
  /** Whose each token is that the server knows. */
  owners: Map<string, string>
}

export async function readFacts(world: Pick<World, 'rows'>): Promise<Facts> {
  const charges = await world.rows<{ payable: string; amount: number; refunded: number }>(
    `SELECT body->'metadata'->>'ticket' AS payable, (body->>'amount')::int AS amount,
       coalesce((SELECT sum((r.body->>'amount')::int) FROM sandbox_objects r WHERE r.kind = 'refund' AND r.body->>'payment_intent' = i.id), 0)::int AS refunded
     FROM sandbox_objects i WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
  )
  const tickets = await world.rows<{
    id: string
    status: string
    total: number | null
    gift: number
    card: number
  }>(
    `SELECT t.id, t.status, s.total_cents AS total,
       coalesce((SELECT sum(non_tip_cents + tip_cents) FROM payments p WHERE p.ticket_id = t.id AND tender_type = 'card' AND released_at IS NULL), 0)::int AS gift,
       coalesce((SELECT sum(non_tip_cents + tip_cents) FROM payments p WHERE p.ticket_id = t.id AND tender_type = 'credit_card' AND released_at IS NULL), 0)::int AS card
     FROM tickets t LEFT JOIN submissions s ON s.ticket_id = t.id AND s.location_id = t.location_id`,
  )
  const lines = await world.rows<{ ticket_id: string; dish: string; quantity: number; sent: string[] }>(
    'SELECT ticket_id, menu_item_external_id AS dish, quantity, sent_modifiers AS sent FROM ticket_lines',
  )
  const orders = await world.rows<{ id: string; status: string; paid: number; cents: number }>(
    `SELECT o.id, o.status,
       coalesce((SELECT sum(amount_cents) FROM card_order_payments p WHERE p.order_id = o.id), 0)::int AS paid,
       coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = o.id AND account LIKE 'card:%'), 0)::int AS cents
     FROM card_orders o`,
  )
  const cards = await world.rows<{ id: string; balance: number; rows: number }>(
    `SELECT c.id, c.balance_cents AS balance, coalesce(sum(l.amount_cents), 0)::int AS rows FROM cards c
     LEFT JOIN ledger l ON l.location_id = c.location_id AND l.account = 'card:' || c.id GROUP BY c.location_id, c.id, c.balance_cents`,
  )
  const [ledger] = await world.rows<{ cents: number; halves: number }>(
    `SELECT coalesce(sum(sum), 0)::int AS cents, (count(*) FILTER (WHERE sum <> 0))::int AS halves
     FROM (SELECT sum(amount_cents) AS sum FROM ledger GROUP BY location_id, transfer_id) AS transfers`,
  )
  const owners = await world.rows<{ hash: string; email: string }>(
    `SELECT t.token_hash AS hash, u.email FROM users u JOIN sessions s ON s.user_id = u.id JOIN access_tokens t ON t.session_id = s.id`,
  )
  const facts: Facts = {
    charges: charges.map(({ payable, amount, refunded }) => ({
      payableId: payable,
      cents: amount,
      refundedCents: refunded,
    })),
    tickets: new Map(
      tickets.map(({ id, status, total, gift, card }) => [
        id,
        { id, status, placedCents: total ?? undefined, markers: [], giftCents: gift, cardCents: card },
      ]),
    ),
    cardOrders: new Map(
      orders.map(({ id, status, paid, cents }) => [id, { id, status, paidCents: paid, cardCents: cents }]),
    ),
    cards,
    ledgerCents: ledger!.cents,
    halfTransfers: ledger!.halves,
    owners: new Map(owners.map(({ hash, email }) => [hash, email])),
  }
  for (const { ticket_id, dish, quantity, sent } of lines)
    facts.tickets.get(ticket_id)?.markers.push(markerOf(dish, sent, quantity))
  return facts
}
