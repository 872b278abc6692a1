import type { World as SimulatedWorld } from './world.ts'
import { markerOf } from './dishes.ts'

/** What the restaurant's database and the card provider's records hold at the end of a session, read directly rather than through the API. */

type Charge = { intentId: string; payableId: string; cents: number; refundedCents: number }
export type TicketFacts = {
  id: string
  status: string
  placedCents: number | undefined
  /** Its lines, by the restaurant's number. */
  lines: Map<number, string>
  giftCents: number
  cardCents: number
  /** What payment cards paid, also where all of it went back. */
  chargedCents: number
  /** Every amount that gift cards have paid on it, including those that went back later: one for each time that one was applied. */
  giftTakingsCents: number[]
  /** The id of the reward that is applied to it, and its amount. */
  reward: string | undefined
  rewardCents: number
  useDelivery: boolean
  tipCents: number
  promoCode: string | undefined
  /** What its code takes off, once its price is fixed. */
  promoCents: number
  heldPromo: string | undefined
  /** The time that it is for, and the one that is reserved for it: `2026-11-21 6:30pm`. */
  slot: string | undefined
  slotAtMs: number | undefined
  heldSlot: string | undefined
  /** The member whose order it is, and the points that they have for it. */
  userId: string | undefined
  points: number
  /** Who orders: the member, or the guest's email address. */
  person: string
  refunds: RefundFacts[]
}
type RefundFacts = {
  reason: string
  /** Of all its parts. */
  cents: number
  lines: { index: number; quantity: number }[]
  deliveryCents: number
  tipCents: number
  /** The part of it that had earned points. */
  earnedCents: number
  rewardBack: boolean
}
/** One tender's part of a refund. `allCents`: what that payment got back in all. */
type RefundPartFacts = {
  id: string
  ticketId: string
  type: string
  cents: number
  paymentCents: number
  allCents: number
  isDone: boolean
  /** The cardholder's bank took it instead. */
  isByBank: boolean
}
/** `givenCents`: what is on its cards, plus what is still to be made and posted, plus postage. `itemCents`: what the cards cost before discounts. */
export type CardOrderFacts = {
  id: string
  status: string
  paidCents: number
  givenCents: number
  itemCents: number
  discountCents: number
  /** The part of the discount that refunds took off the cards again. */
  discountBackCents: number
  refunds: CardRefundFacts[]
  promoCode: string | undefined
  heldPromo: string | undefined
  person: string
  isReload: boolean
  isPassedOn: boolean
  /** The card that a reload was for, and the cards that the money went to. */
  cardId: string | undefined
  loadedCards: string[]
}
/** `takenCents`: what it took off the cards, at their face value. */
type CardRefundFacts = {
  id: string
  reason: string
  cents: number
  shippingCents: number
  takenCents: number
  isDone: boolean
  isByBank: boolean
}
/** A dispute as the restaurant knows it. */
type DisputeFacts = { id: string; state: string; cents: number }
/** A hold on a card, or on a whole order of cards: `dispute:` and the dispute's id. */
type HoldFacts = { cause: string; status: string | undefined }
/** A gift to somebody: an order whose card is sent by a message. */
export type GiftFacts = {
  orderId: string
  deliveryId: string
  revision: number
  by: 'email' | 'text'
  sentTo: string
  state: string
  /** When it is to be sent (ms). */
  dueAt: number
  passedCardId: string | undefined
  takenBackAt: number | undefined
  /** The id in its link. */
  linkId: string
  balanceCents: number
  itemCents: number
  /** What refunds of orders took off its card, and when they first did (ms). */
  refundedCents: number
  refundedAt: number | undefined
  /** Its card is on hold, or was ended. */
  isStopped: boolean
}
/** A member's reward: the order that it is reserved for, and whether it is used up. */
type RewardFacts = { id: string; ticketId: string | undefined; isUsed: boolean }

export type Facts = {
  charges: Charge[]
  disputes: DisputeFacts[]
  /** What the ledger says that the provider has of each order (cents). */
  providerCents: Map<string, number>
  holds: HoldFacts[]
  tickets: Map<string, TicketFacts>
  cardOrders: Map<string, CardOrderFacts>
  rewards: RewardFacts[]
  refundParts: RefundPartFacts[]
  gifts: GiftFacts[]
  /** How many orders each promo code and each slot counts, and for which orders a code is counted. */
  promoCounts: Map<string, number>
  promoUses: { code: string; orderId: string }[]
  slotCounts: Map<string, number>
  /** Each gift card: its balance, and the sum of its rows in the ledger. */
  cards: { id: string; balance: number; rows: number }[]
  /** The sum of all rows of the ledger, and the transfers whose two sides differ. */
  ledgerCents: number
  halfTransfers: number
  /** The owner of each token that the server knows. */
  owners: Map<string, string>
  /** The ids of the accounts that were not deleted. */
  accounts: Set<string>
}

export async function readFacts(world: World): Promise<Facts> {
  const charges = await world.rows<{ id: string; payable: string; amount: number; refunded: number }>(
    `SELECT i.id, coalesce((SELECT o.id FROM card_orders o WHERE upper(right(o.id, 6)) = body->'metadata'->>'ticket'), body->'metadata'->>'ticket') AS payable, (body->>'amount')::int AS amount,
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
    charges: charges.map(({ id, payable, amount, refunded }) => ({
      intentId: id,
      payableId: payable,
      cents: amount,
      refundedCents: refunded,
    })),
    disputes: await world.rows<DisputeFacts>('SELECT id, state, amount_cents AS cents FROM disputes'),
    providerCents: new Map(
      (
        await world.rows<{ id: string; cents: number }>(
          `SELECT coalesce(ticket_id, order_id) AS id, -sum(amount_cents)::int AS cents FROM ledger WHERE account = 'card_provider' GROUP BY 1`,
        )
      ).map(({ id, cents }) => [id, cents]),
    ),
    holds: await readHolds(world),
    tickets: await readTickets(world),
    cardOrders: await readCardOrders(world),
    refundParts: await readRefundParts(world),
    gifts: await readGifts(world),
    promoCounts: await readCounts(world, 'SELECT code AS name, taken FROM promo_counts'),
    promoUses: await world.rows<{ code: string; orderId: string }>(
      'SELECT DISTINCT code, order_id AS "orderId" FROM promo_uses',
    ),
    slotCounts: await readCounts(world, 'SELECT slot AS name, taken FROM slot_uses'),
    rewards: rewards.map(({ id, ticket_id, used }) => ({
      id,
      ticketId: ticket_id ?? undefined,
      isUsed: used,
    })),
    cards,
    ledgerCents: ledger!.cents,
    halfTransfers: ledger!.halves,
    owners: new Map(owners.map(({ hash, email }) => [hash, email])),
    accounts: new Set((await world.rows<{ id: string }>('SELECT id FROM users')).map(({ id }) => id)),
  }
}

type World = Pick<SimulatedWorld, 'rows'>

async function readCounts(world: World, sql: string): Promise<Map<string, number>> {
  const rows = await world.rows<{ name: string; taken: number }>(sql)
  return new Map(rows.map(({ name, taken }) => [name, taken]))
}

type TicketRow = {
  id: string
  status: string
  total: number | null
  reward: string | null
  rewardCents: number
  useDelivery: boolean
  tipCents: number
  promoCode: string | null
  promoCents: number
  heldPromo: string | null
  date: string | null
  time: string | null
  heldSlot: string | null
  person: string
  userId: string | null
  points: number
}

/** The instant of a slot in New York, in winter (ms). */
function slotInstant(date: string, time: string): number {
  const [, hours = '', minutes = '', half = ''] = /^(\d+):(\d\d)(am|pm)$/.exec(time) ?? []
  const hour = (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  return Date.parse(`${date}T${String(hour).padStart(2, '0')}:${minutes}:00-05:00`)
}

async function readTickets(world: World): Promise<Facts['tickets']> {
  const rows = await world.rows<TicketRow>(
    `SELECT t.id, t.status, s.total_cents AS total, t.reward->>'id' AS reward, coalesce((t.reward->>'amountCents')::int, 0) AS "rewardCents",
       t.use_delivery AS "useDelivery", coalesce((t.priced->>'tipCents')::int, t.tip_cents) AS "tipCents", t.promo_code AS "promoCode",
       coalesce((t.priced->>'discountCents')::int, 0) - coalesce((t.priced->>'rewardCents')::int, 0) AS "promoCents", t.held_promo AS "heldPromo",
       t.ready_date AS date, t.ready_time AS time, t.held_slot AS "heldSlot", coalesce(t.user_id, t.contact->>'recipient_email') AS person, t.user_id AS "userId",
       coalesce((SELECT p.points FROM reward_points p WHERE p.location_id = t.location_id AND p.ticket_id = t.id), 0)::int AS points
     FROM tickets t LEFT JOIN submissions s ON s.ticket_id = t.id AND s.location_id = t.location_id`,
  )
  const tickets: Facts['tickets'] = new Map()
  for (const { date, time, ...row } of rows) {
    const isLater = date !== null && time !== null
    tickets.set(row.id, {
      ...row,
      placedCents: row.total ?? undefined,
      reward: row.reward ?? undefined,
      promoCode: row.promoCode ?? undefined,
      heldPromo: row.heldPromo ?? undefined,
      slot: isLater ? `${date} ${time}` : undefined,
      slotAtMs: isLater ? slotInstant(date, time) : undefined,
      heldSlot: row.heldSlot ?? undefined,
      userId: row.userId ?? undefined,
      lines: new Map(),
      giftCents: 0,
      cardCents: 0,
      chargedCents: 0,
      giftTakingsCents: [],
      refunds: [],
    })
  }
  const refunds = await world.rows<RefundFacts & { ticketId: string }>(
    `SELECT f.ticket_id AS "ticketId", f.reason, f.lines, f.delivery_cents AS "deliveryCents", f.tip_cents AS "tipCents", f.earned_cents AS "earnedCents", f.reward_back AS "rewardBack",
       coalesce((SELECT sum(b.non_tip_cents + b.tip_cents) FROM refund_parts b WHERE b.refund_id = f.id), 0)::int AS cents FROM refunds f`,
  )
  for (const { ticketId, ...refund } of refunds) tickets.get(ticketId)!.refunds.push(refund)
  const payments = await world.rows<{ ticket_id: string; type: string; cents: number; is_on: boolean }>(
    'SELECT ticket_id, tender_type AS type, (non_tip_cents + tip_cents)::int AS cents, released_at IS NULL AS is_on FROM payments',
  )
  for (const { ticket_id, type, cents, is_on } of payments) {
    const ticket = tickets.get(ticket_id)!
    if (type === 'card') ticket.giftTakingsCents.push(cents)
    else ticket.chargedCents += cents
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

/** Holds, and for orders also what is missing: a card of an order that is on hold, and is not itself. */
const readHolds = (world: World): Promise<HoldFacts[]> =>
  world.rows<HoldFacts>(
    `SELECT h.cause, c.status FROM card_holds h JOIN cards c ON c.location_id = h.location_id AND c.id = h.card_id
     UNION ALL SELECT cause, NULL FROM card_order_holds
     UNION ALL SELECT 'missing:' || h.cause, c.status FROM card_order_holds h
       JOIN card_order_cards m ON m.location_id = h.location_id AND m.order_id = h.order_id JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id
       WHERE NOT EXISTS (SELECT 1 FROM card_holds k WHERE k.location_id = c.location_id AND k.card_id = c.id AND k.cause = h.cause)`,
  )

const readRefundParts = (world: World): Promise<RefundPartFacts[]> =>
  world.rows<RefundPartFacts>(
    `SELECT b.id, b.ticket_id AS "ticketId", b.tender_type AS type, (b.non_tip_cents + b.tip_cents)::int AS cents, (p.non_tip_cents + p.tip_cents)::int AS "paymentCents",
       (SELECT sum(o.non_tip_cents + o.tip_cents) FROM refund_parts o WHERE o.payment_id = b.payment_id)::int AS "allCents", b.done_at IS NOT NULL AS "isDone", b.by_bank AS "isByBank"
     FROM refund_parts b JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id`,
  )

type CardOrderRow = Omit<CardOrderFacts, 'refunds' | 'promoCode' | 'heldPromo' | 'cardId' | 'loadedCards'> & {
  promoCode: string | null
  heldPromo: string | null
  cardId: string | null
  loaded: string | null
}

async function readCardOrders(world: World): Promise<Facts['cardOrders']> {
  const orders = await world.rows<CardOrderRow>(
    `SELECT o.id, o.status,
       coalesce((SELECT sum(amount_cents) FROM card_order_payments p WHERE p.order_id = o.id), 0)::int AS "paidCents",
       (coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = o.id AND (account LIKE 'card:%' OR account = 'card_shipping')), 0)
         + coalesce((SELECT sum(amount_cents * (quantity - made)) FROM card_shipments s WHERE s.order_id = o.id), 0))::int AS "givenCents",
       coalesce((SELECT sum((i->>'priceCents')::int * (i->>'quantity')::int) FROM jsonb_array_elements(o.items) i), 0)::int AS "itemCents",
       -coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = o.id AND account = 'card_discounts' AND amount_cents < 0), 0)::int AS "discountCents",
       coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.order_id = o.id AND account = 'card_discounts' AND amount_cents > 0), 0)::int AS "discountBackCents",
       o.promo_code AS "promoCode", o.held_promo AS "heldPromo", o.type = 'Reload' AS "isReload", o.passed_card_id IS NOT NULL AS "isPassedOn", o.card_id AS "cardId",
       coalesce(o.user_id, o.buyer->>'buyer_email') AS person,
       (SELECT string_agg(DISTINCT substr(account, 6), ',') FROM ledger l WHERE l.order_id = o.id AND account LIKE 'card:%' AND amount_cents > 0) AS loaded
     FROM card_orders o`,
  )
  const refunds = await world.rows<CardRefundFacts & { orderId: string }>(
    `SELECT r.order_id AS "orderId", r.id, r.reason, r.amount_cents AS cents, r.shipping_cents AS "shippingCents", r.done_at IS NOT NULL AS "isDone", r.by_bank AS "isByBank",
       coalesce((SELECT sum((t->>'cents')::int) FROM jsonb_array_elements(r.taken) t), 0)::int AS "takenCents" FROM card_order_refunds r`,
  )
  return new Map(
    orders.map(({ loaded, ...order }) => [
      order.id,
      {
        ...order,
        refunds: refunds.filter(({ orderId }) => orderId === order.id),
        promoCode: order.promoCode ?? undefined,
        heldPromo: order.heldPromo ?? undefined,
        cardId: order.cardId ?? undefined,
        loadedCards: loaded?.split(',') ?? [],
      },
    ]),
  )
}

async function readGifts(world: World): Promise<GiftFacts[]> {
  const gifts = await world.rows<
    Omit<GiftFacts, 'passedCardId' | 'takenBackAt' | 'refundedAt'> & {
      passed: string | null
      taken: number | null
      refundedAt: number | null
    }
  >(
    `SELECT o.id AS "orderId", d.id AS "deliveryId", d.revision, CASE o.type WHEN 'SendText' THEN 'text' ELSE 'email' END AS by, d.sent_to AS "sentTo", d.state, coalesce(o.send_at, 0) AS "dueAt", o.passed_card_id AS passed,
       o.taken_back_at AS taken, coalesce(c.link_id, c.id) AS "linkId", c.balance_cents AS "balanceCents", (o.items->0->>'priceCents')::int AS "itemCents", c.status <> 'active' AS "isStopped",
       -coalesce((SELECT sum(amount_cents) FROM ledger l WHERE l.account = 'card:' || c.id AND l.transfer_id LIKE '%:take:%'), 0)::int AS "refundedCents",
       (SELECT min(created_at) FROM ledger l WHERE l.account = 'card:' || c.id AND l.transfer_id LIKE '%:take:%') AS "refundedAt"
     FROM card_orders o JOIN card_deliveries d ON d.location_id = o.location_id AND d.order_id = o.id JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id
     WHERE o.type IN ('SendEmail', 'SendText')`,
  )
  return gifts.map(({ passed, taken, refundedAt, ...gift }) => ({
    ...gift,
    refundedAt: refundedAt ?? undefined,
    passedCardId: passed ?? undefined,
    takenBackAt: taken ?? undefined,
  }))
}
