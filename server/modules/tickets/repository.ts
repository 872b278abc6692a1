import type { PricedModifier, TaxPartOfLine } from '#contract/pricing/line.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { receiverOf, type ReceiverColumn, receiverOfColumn } from '#server/modules/cards/redeem.ts'
import { languageColumn, languageOfColumn } from '#server/plugins/language.ts'
import { refundsColumn, refundsOfRows, type RefundRows } from './refund-rows.ts'
import {
  historyOf,
  type KeptPrice,
  type Line,
  type Ticket,
  type TicketPayment,
  type TicketReward,
  type TicketStep,
} from './ticket.ts'

/** Tickets and their lines in the database. */

type TicketRow = {
  id: string
  user_id: string | null
  order_key: string | null
  language: string | null
  status: TicketStatus
  name: string
  next_index: number
  use_delivery: boolean
  use_curbside: boolean
  ready_date: string | null
  ready_time: string | null
  contact: Partial<Contact>
  promo_code: string | null
  tip_cents: number
  tip_percent: number | null
  priced: KeptPrice | null
  success_header: string | null
  success_message: string | null
  created_at: number
  touched_at: number
  set_back_at: number | null
  checked_in_at: number | null
  history: TicketStep[]
  reward: TicketReward | null
  held_slot: string | null
  held_promo: string | null
}

type Parts = RefundRows & {
  lines: LineRow[] | null
  payments: PaymentRow[] | null
  reward_until: string | null
}

const partsOf = (id: string): string =>
  `(SELECT json_agg(l ORDER BY l.line_index) FROM ticket_lines l WHERE l.location_id = $1 AND l.ticket_id = ${id}) AS lines,
  (SELECT json_agg(to_jsonb(p) || jsonb_build_object('back_to', CASE WHEN p.card_id IS NOT NULL THEN ${receiverOf('p.card_id')} END) ORDER BY p.created_at, p.id) FROM payments p
    WHERE p.location_id = $1 AND p.ticket_id = ${id} AND p.released_at IS NULL) AS payments,
  ${refundsColumn(id)},
  (SELECT max(r.ends_on) FROM tickets o JOIN rewards r ON r.location_id = o.location_id AND r.user_id = o.user_id AND r.used_at IS NULL AND r.ticket_id IS NULL
    WHERE o.location_id = $1 AND o.id = ${id}) AS reward_until`

const partsOfTicket = partsOf('$2')

/** A ticket with its lines and payments; undefined when the location has none with that id. */
export async function findTicket(
  database: Queryable,
  locationId: string,
  id: string,
): Promise<Ticket | undefined> {
  const rows = await database.query<TicketRow & Parts>(
    `SELECT *, ${partsOfTicket} FROM tickets WHERE location_id = $1 AND id = $2`,
    [locationId, id],
  )
  return rows[0] && ticketOf(locationId, rows[0], rows[0])
}

/** The unplaced order with lines that a user touched last, if not before `sinceMs` (ms since the epoch). */
export async function findOpenTicketId(
  database: Queryable,
  locationId: string,
  userId: string,
  sinceMs: number,
): Promise<string | undefined> {
  const rows = await database.query<{ id: string }>(
    `SELECT t.id FROM tickets t WHERE t.location_id = $1 AND t.user_id = $2 AND t.status IN ('Open', 'PaymentComplete') AND t.touched_at >= $3
       AND (t.set_back_at IS NULL OR t.priced IS NOT NULL)
       AND EXISTS (SELECT 1 FROM ticket_lines l WHERE l.location_id = t.location_id AND l.ticket_id = t.id)
     ORDER BY t.touched_at DESC, t.id LIMIT 1`,
    [locationId, userId, sinceMs],
  )
  return rows[0]?.id
}

/** A location's placed tickets that meet a condition on `t` (a ticket) and `s` (its submission); `$1` is the location. `rest` has ORDER BY and LIMIT. */
export async function listPlacedTickets(
  database: Queryable,
  locationId: string,
  condition: string,
  rest: string,
  params: readonly unknown[] = [],
): Promise<(Ticket & { placedAt: number })[]> {
  const rows = await database.query<TicketRow & Parts & { submitted_at: number }>(
    `SELECT t.*, s.submitted_at, ${partsOf('t.id')} FROM tickets t JOIN submissions s ON s.location_id = t.location_id AND s.ticket_id = t.id
     WHERE t.location_id = $1 AND ${condition} ${rest}`,
    [locationId, ...params],
  )
  return rows.map((row) => ({ ...ticketOf(locationId, row, row), placedAt: row.submitted_at }))
}

/** Like `findTicket`, locked until the transaction ends. */
export async function lockTicket(
  tx: Transaction,
  locationId: string,
  id: string,
): Promise<Ticket | undefined> {
  const [rows, parts] = await Promise.all([
    tx.query<TicketRow>('SELECT * FROM tickets WHERE location_id = $1 AND id = $2 FOR UPDATE', [
      locationId,
      id,
    ]),
    // A separate statement after the lock: the locking one, if it had to wait, would read old lines and payments.
    tx.query<Parts>(`SELECT ${partsOfTicket}`, [locationId, id]),
  ])
  return rows[0] && ticketOf(locationId, rows[0], parts[0]!)
}

const ticketOf = (locationId: string, row: TicketRow, parts: Parts): Ticket => ({
  locationId,
  id: row.id,
  userId: row.user_id ?? undefined,
  orderKey: row.order_key ?? undefined,
  language: languageOfColumn(row.language),
  status: row.status,
  name: row.name,
  nextIndex: row.next_index,
  useDelivery: row.use_delivery,
  useCurbside: row.use_curbside,
  readyDate: row.ready_date ?? undefined,
  readyTime: row.ready_time ?? undefined,
  contact: { ...emptyContact, ...row.contact },
  promoCode: row.promo_code ?? undefined,
  reward: row.reward ?? undefined,
  rewardUntil: parts.reward_until ?? undefined,
  heldSlot: row.held_slot ?? undefined,
  heldPromo: row.held_promo ?? undefined,
  tipCents: row.tip_cents,
  tipPercent: row.tip_percent ?? undefined,
  kept: row.priced ?? undefined,
  success:
    row.success_header === null
      ? undefined
      : { header: row.success_header, message: row.success_message ?? '' },
  createdAt: row.created_at,
  touchedAt: row.touched_at,
  setBackAt: row.set_back_at ?? undefined,
  checkedInAt: row.checked_in_at ?? undefined,
  history: row.history,
  lines: (parts.lines ?? []).map(lineOfRow),
  payments: (parts.payments ?? []).map(paymentOfRow),
  refunds: refundsOfRows(parts),
})

type LineRow = {
  line_index: number
  menu_external_id: string
  menu_category_external_id: string
  menu_item_external_id: string
  menu_item: string
  name: string
  unit_cents: number
  quantity: number
  sent_modifiers: string[]
  priced_modifiers: PricedModifier[]
  allergens: AllergenStatement | null
  tax_parts: TaxPartOfLine[] | null
}

const lineOfRow = (row: LineRow): Line => ({
  index: row.line_index,
  menu: row.menu_external_id,
  category: row.menu_category_external_id,
  item: row.menu_item_external_id,
  menuItem: row.menu_item,
  name: row.name,
  unitCents: row.unit_cents,
  quantity: row.quantity,
  sentModifiers: row.sent_modifiers,
  pricedModifiers: row.priced_modifiers,
  allergens: row.allergens ?? undefined,
  taxParts: row.tax_parts ?? undefined,
})

type PaymentRow = {
  id: string
  tender_type: TicketPayment['tenderType']
  display_name: string
  non_tip_cents: number
  tip_cents: number
  card_id: string | null
  dispute: 'open' | 'lost' | null
  lost_cents: number
  back_to: ReceiverColumn | null
}

const paymentOfRow = (row: PaymentRow): TicketPayment => ({
  id: row.id,
  tenderType: row.tender_type,
  displayName: row.display_name,
  nonTipCents: row.non_tip_cents,
  tipCents: row.tip_cents,
  cardId: row.card_id ?? undefined,
  dispute: row.dispute ?? undefined,
  lostCents: row.lost_cents,
  backTo: receiverOfColumn(row.back_to),
})

/** Inserts a new ticket; its lines are saved by saveLine. */
export function insertTicket(tx: Transaction, ticket: Ticket): void {
  tx.later(
    `INSERT INTO tickets (location_id, id, status, name, next_index, use_delivery, use_curbside, contact, tip_cents, created_at, touched_at, user_id, order_key, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ticket.locationId,
      ticket.id,
      ticket.status,
      ticket.name,
      ticket.nextIndex,
      ticket.useDelivery,
      ticket.useCurbside,
      JSON.stringify(ticket.contact),
      ticket.tipCents,
      ticket.createdAt,
      ticket.touchedAt,
      ticket.userId ?? null,
      ticket.orderKey ?? null,
      languageColumn(ticket.language),
    ],
  )
}

/** Makes a user the owner of a ticket. The row is locked by the caller. */
export function saveOwner(tx: Transaction, locationId: string, id: string, userId: string): void {
  tx.later('UPDATE tickets SET user_id = $3 WHERE location_id = $1 AND id = $2', [locationId, id, userId])
}

/** Saves the language of a ticket's guest. The row is locked by the caller. */
export function saveLanguage(tx: Transaction, locationId: string, id: string, language: PageLanguage): void {
  tx.later('UPDATE tickets SET language = $3 WHERE location_id = $1 AND id = $2', [
    locationId,
    id,
    languageColumn(language),
  ])
}

/** Saves the changeable fields of a ticket itself; lines and payments are separate rows. */
export function updateTicketRow(tx: Transaction, ticket: Ticket): void {
  tx.later(
    `UPDATE tickets SET status = $3, name = $4, next_index = $5, use_delivery = $6, use_curbside = $7, ready_date = $8, ready_time = $9, contact = $10,
       promo_code = $11, tip_cents = $12, priced = $13, success_header = $14, success_message = $15, touched_at = $16,
       history = $17, checked_in_at = $18, reward = $19, held_slot = $20, held_promo = $21, tip_percent = $22
     WHERE location_id = $1 AND id = $2`,
    [
      ticket.locationId,
      ticket.id,
      ticket.status,
      ticket.name,
      ticket.nextIndex,
      ticket.useDelivery,
      ticket.useCurbside,
      ticket.readyDate ?? null,
      ticket.readyTime ?? null,
      JSON.stringify(ticket.contact),
      ticket.promoCode ?? null,
      ticket.tipCents,
      ticket.kept ? JSON.stringify(ticket.kept) : null,
      ticket.success?.header ?? null,
      ticket.success?.message ?? null,
      ticket.touchedAt,
      JSON.stringify(historyOf(ticket)),
      ticket.checkedInAt ?? null,
      ticket.reward ? JSON.stringify(ticket.reward) : null,
      ticket.heldSlot ?? null,
      ticket.heldPromo ?? null,
      ticket.tipPercent ?? null,
    ],
  )
}

/** Saves a line, new or changed. */
export function saveLine(tx: Transaction, ticket: Ticket, line: Line): void {
  tx.later(
    `INSERT INTO ticket_lines (location_id, ticket_id, line_index, menu_external_id, menu_category_external_id, menu_item_external_id, menu_item, name,
       unit_cents, quantity, sent_modifiers, priced_modifiers, allergens, tax_parts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (location_id, ticket_id, line_index) DO UPDATE SET menu_external_id = excluded.menu_external_id,
       menu_category_external_id = excluded.menu_category_external_id, menu_item_external_id = excluded.menu_item_external_id,
       menu_item = excluded.menu_item, name = excluded.name, unit_cents = excluded.unit_cents, quantity = excluded.quantity,
       sent_modifiers = excluded.sent_modifiers, priced_modifiers = excluded.priced_modifiers, allergens = excluded.allergens,
       tax_parts = excluded.tax_parts`,
    [
      ticket.locationId,
      ticket.id,
      line.index,
      line.menu,
      line.category,
      line.item,
      line.menuItem,
      line.name,
      line.unitCents,
      line.quantity,
      JSON.stringify(line.sentModifiers),
      JSON.stringify(line.pricedModifiers),
      line.allergens ? JSON.stringify(line.allergens) : null,
      line.taxParts ? JSON.stringify(line.taxParts) : null,
    ],
  )
}

/** Deletes a line. Its number is not used again. */
export function deleteLine(tx: Transaction, ticket: Ticket, index: number): void {
  tx.later('DELETE FROM ticket_lines WHERE location_id = $1 AND ticket_id = $2 AND line_index = $3', [
    ticket.locationId,
    ticket.id,
    index,
  ])
}
