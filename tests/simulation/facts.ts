import type { World as SimulatedWorld } from './world.ts'
import { markerOf } from './dishes.ts'

/** What the restaurant's database and the card provider's records hold at the end of a session, read directly rather than through the API. */

type Charge = { payableId: string; cents: number; refundedCents: number }
export type TicketFacts = {
  id: string
  status: string
  placedCents: number | undefined
  /** Its lines, by the restaurant's number. */
  lines: Map<number, string>
  giftCents: number
  cardCents: number
  /** Every amount that gift cards have paid on it, including those that went back later: one for each time that one was applied. */
  giftTakingsCents: number[]
  /** The id of the reward that is applied to it. */
  reward: string | undefined
}
/** `givenCents`: what is on its cards, plus what is still to be made and posted, plus postage. */
type CardOrderFacts = { id: string; status: string; paidCents: number; givenCents: number }
/** A member's reward: the order that it is reserved for, and whether it is used up. */
type RewardFacts = { id: string; ticketId: string | undefined; isUsed: boolean }

export type Facts = {
  charges: Charge[]
  tickets: Map<string, TicketFacts>
  cardOrders: Map<string, CardOrderFacts>
  rewards: RewardFacts[]
  /** Each gift card: its balance, and the sum of its rows in the ledger. */
  cards: { id: string; balance: number; rows: number }[]
  /** The sum of all rows of the ledger, and the transfers whose two sides differ. */
  ledgerCents: number
  halfTransfers: number
  /** The owner of each token that the server knows. */
  owners: Map<string, string>
}

export async function readFacts(world: World): Promise<Facts> {
  const charges = await world.rows<{ payable: string; amount: number; refunded: number }>(
    `SELECT coalesce((SELECT o.id FROM card_orders o WHERE upper(right(o.id, 6)) = body->'metadata'->>'ticket'), body->'metadata'->>'ticket') AS payable, (body->>'amount')::int AS amount,
       coalesce((SELECT sum((r.body->>'amount')::int) FROM sandbox_objects r WHERE r.kind = 'refund' AND r.body->>'payment_intent' = i.id), 0)::int AS refunded
     FROM sandbox_objects i WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
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
  const rewards = await world.rows<{ id: string; ticket_id: string | null; used: boolean }>(
    'SELECT id, ticket_id, used_at IS NOT NULL AS used FROM rewards',
  )
  return {
    charges: charges.map(({ payable, amount, refunded }) => ({
      payableId: payable,
      cents: amount,
      refundedCents: refunded,
    })),
    tickets: await readTickets(world),
    cardOrders: await readCardOrders(world),
    rewards: rewards.map(({ id, ticket_id, used }) => ({
      id,
      ticketId: ticket_id ?? undefined,
      isUsed: used,
    })),
    cards,
    ledgerCents: ledger!.cents,
    halfTransfers: ledger!.halves,
    owners: new Map(owners.map(({ hash, email }) => [hash, email])),
  }
}

type World = Pick<SimulatedWorld, 'rows'>

async function readTickets(world: World): Promise<Facts['tickets']> {
  const rows = await world.rows<{ id: string; status: string; total: number | null; reward: string | null }>(
    `SELECT t.id, t.status, s.total_cents AS total, t.reward->>'id' AS reward
     FROM tickets t LEFT JOIN submissions s ON s.ticket_id = t.id AND s.location_id = t.location_id`,
  )
  const tickets: Facts['tickets'] = new Map()
  for (const { id, status, total, reward } of rows)
    tickets.set(id, {
      id,
      status,
      placedCents: total ?? undefined,
      lines: new Map(),
      giftCents: 0,
      cardCents: 0,
      giftTakingsCents: [],
      reward: reward ?? undefined,
    })
  const payments = await world.rows<{ ticket_id: string; type: string; cents: number; is_on: boolean }>(
    'SELECT ticket_id, tender_type AS type, (non_tip_cents + tip_cents)::int AS cents, released_at IS NULL AS is_on FROM payments',
  )
  for (const { ticket_id, type, cents, is_on } of payments) {
    const ticket = tickets.get(ticket_id)!
    if (type === 'card') ticket.giftTakingsCents.push(cents)
    if (is_on) ticket[type === 'card' ? 'giftCents' : 'cardCents'] += cents
  }
  const lines = await world.rows<{
    ticket_id: string
    at: number
    dish: string
    quantity: number
    sent: string[]
  }>(
    'SELECT ticket_id, line_index AS at, menu_item_external_id AS dish, quantity, sent_modifiers AS sent FROM ticket_lines',
  )
  for (const { ticket_id, at, dish, quantity, sent } of lines)
    tickets.get(ticket_id)!.lines.set(at, markerOf(dish, sent, quantity))
  return tickets
}

async function readCardOrders(world: World): Promise<Facts['cardOrders']> {
  const orders = await world.rows<{ id: string; status: string; paid: number; given: number }>(
    `SELECT o.id, o.status,
       coalesce((SELECT sum(amount_cents) FROM card_order_payments p WHERE p.order_id = o.id), 0)::int AS paid,
       (coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = o.id AND (account LIKE 'card:%' OR account = 'card_shipping')), 0)
         + coalesce((SELECT sum(amount_cents * (quantity - made)) FROM card_shipments s WHERE s.order_id = o.id), 0))::int AS given
     FROM card_orders o`,
  )
  return new Map(
    orders.map(({ id, status, paid, given }) => [id, { id, status, paidCents: paid, givenCents: given }]),
  )
}
