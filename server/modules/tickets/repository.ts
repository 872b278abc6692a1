import type { PricedModifier } from '#contract/pricing/line.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { Queryable } from '#server/db/database.ts'
import type { KeptPrice, Line, Ticket, TicketPayment } from './ticket.ts'

/** Tickets and their lines in the database. */

type TicketRow = {
  id: string
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
  priced: KeptPrice | null
  success_header: string | null
  success_message: string | null
  created_at: number
  touched_at: number
}

/** A ticket with its lines and payments; undefined when the location has none of that id. `lock` keeps others from changing it until the transaction ends. */
export async function findTicket(tx: Queryable, locationId: string, id: string, lock: boolean): Promise<Ticket | undefined> {
  const rows = await tx.query<TicketRow>(`SELECT * FROM tickets WHERE location_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`, [locationId, id])
  const row = rows[0]
  if (!row) return undefined
  // A statement of its own, after the lock: within the locking one, lines and payments would be as they were before it had to wait.
  const parts = await tx.query<{ lines: LineRow[] | null; payments: PaymentRow[] | null }>(
    `SELECT (SELECT json_agg(l ORDER BY l.line_index) FROM ticket_lines l WHERE l.location_id = $1 AND l.ticket_id = $2) AS lines,
       (SELECT json_agg(p ORDER BY p.created_at, p.id) FROM payments p WHERE p.location_id = $1 AND p.ticket_id = $2) AS payments`,
    [locationId, id],
  )
  return ticketOf(locationId, row, (parts[0]?.lines ?? []).map(lineOfRow), (parts[0]?.payments ?? []).map(paymentOfRow))
}

const ticketOf = (locationId: string, row: TicketRow, lines: Line[], payments: TicketPayment[]): Ticket => ({
  locationId,
  id: row.id,
  status: row.status,
  name: row.name,
  nextIndex: row.next_index,
  useDelivery: row.use_delivery,
  useCurbside: row.use_curbside,
  readyDate: row.ready_date ?? undefined,
  readyTime: row.ready_time ?? undefined,
  contact: { ...emptyContact, ...row.contact },
  promoCode: row.promo_code ?? undefined,
  tipCents: row.tip_cents,
  kept: row.priced ?? undefined,
  success: row.success_header === null ? undefined : { header: row.success_header, message: row.success_message ?? '' },
  createdAt: row.created_at,
  touchedAt: row.touched_at,
  lines,
  payments,
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
})

type PaymentRow = { id: string; display_name: string; non_tip_cents: number; tip_cents: number }

const paymentOfRow = (row: PaymentRow): TicketPayment => ({
  id: row.id,
  tenderType: 'credit_card',
  displayName: row.display_name,
  nonTipCents: row.non_tip_cents,
  tipCents: row.tip_cents,
})

/** Writes a new ticket; its lines are written by saveLine. */
export async function insertTicket(tx: Queryable, ticket: Ticket): Promise<void> {
  await tx.query(
    `INSERT INTO tickets (location_id, id, status, name, next_index, use_delivery, use_curbside, contact, tip_cents, created_at, touched_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[ticket.locationId, ticket.id, ticket.status, ticket.name, ticket.nextIndex, ticket.useDelivery, ticket.useCurbside],
      ...[JSON.stringify(ticket.contact), ticket.tipCents, ticket.createdAt, ticket.touchedAt],
    ],
  )
}

/** Writes what a change may have altered of a ticket itself; lines and payments are rows of their own. */
export async function updateTicketRow(tx: Queryable, ticket: Ticket): Promise<void> {
  await tx.query(
    `UPDATE tickets SET status = $3, name = $4, next_index = $5, use_delivery = $6, use_curbside = $7, ready_date = $8, ready_time = $9, contact = $10,
       promo_code = $11, tip_cents = $12, priced = $13, success_header = $14, success_message = $15, touched_at = $16
     WHERE location_id = $1 AND id = $2`,
    [
      ...[ticket.locationId, ticket.id, ticket.status, ticket.name, ticket.nextIndex, ticket.useDelivery, ticket.useCurbside],
      ...[ticket.readyDate ?? null, ticket.readyTime ?? null, JSON.stringify(ticket.contact), ticket.promoCode ?? null, ticket.tipCents],
      ...[ticket.kept ? JSON.stringify(ticket.kept) : null, ticket.success?.header ?? null, ticket.success?.message ?? null, ticket.touchedAt],
    ],
  )
}

/** Writes a line, new or changed. */
export async function saveLine(tx: Queryable, ticket: Ticket, line: Line): Promise<void> {
  await tx.query(
    `INSERT INTO ticket_lines (location_id, ticket_id, line_index, menu_external_id, menu_category_external_id, menu_item_external_id, menu_item, name,
       unit_cents, quantity, sent_modifiers, priced_modifiers)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (location_id, ticket_id, line_index) DO UPDATE SET menu_external_id = excluded.menu_external_id,
       menu_category_external_id = excluded.menu_category_external_id, menu_item_external_id = excluded.menu_item_external_id,
       menu_item = excluded.menu_item, name = excluded.name, unit_cents = excluded.unit_cents, quantity = excluded.quantity,
       sent_modifiers = excluded.sent_modifiers, priced_modifiers = excluded.priced_modifiers`,
    [
      ...[ticket.locationId, ticket.id, line.index, line.menu, line.category, line.item, line.menuItem, line.name],
      ...[line.unitCents, line.quantity, JSON.stringify(line.sentModifiers), JSON.stringify(line.pricedModifiers)],
    ],
  )
}

/** Takes a line off. Its number is not given again. */
export async function deleteLine(tx: Queryable, ticket: Ticket, index: number): Promise<void> {
  await tx.query('DELETE FROM ticket_lines WHERE location_id = $1 AND ticket_id = $2 AND line_index = $3', [ticket.locationId, ticket.id, index])
}
