import type { Cents } from '#contract/money.ts'
import type { Contact } from '#contract/rules/contact.ts'
import { type FailedRefund, maxFailedRefunds } from '#contract/schemas/failed-refund.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { dropRefundFailedNews } from '#server/modules/order-messages/outbox.ts'
import {
  originalIdOf,
  findReturned,
  retryIdOf,
  refundKey,
  type RequestedRefund,
  type Settled,
  type Settling,
} from '#server/modules/payments/returned-refunds.ts'
import { recordCharge, recordRefund } from './money.ts'
import { notifyRefundFailed } from './news.ts'
import type { TicketPorts } from './ports.ts'
import { releaseReturned } from './refund-rows.ts'
import { lockTicket } from './repository.ts'
import type { Ticket } from './ticket.ts'

/**
 * Refunds of orders that a guest's bank sent back (decision 073): the provider has the money again, and it is owed to the guest until the staff send it again
 * or have paid it another way. It is requested again under another id, so that late news about the first is not taken for the second's.
 */

type Ports = Pick<TicketPorts, 'clock' | 'ids'>
type Row = {
  id: string
  payment_id: string
  display_name: string
  non_tip_cents: Cents
  tip_cents: Cents
  outside_cents: Cents
  done_at: number | null
  failed_at: number | null
  provider_refund_id: string | null
}

/** Books a refund that did not arrive, or never will. The ticket is locked by the caller. */
export async function bookReturned(
  tx: Transaction,
  ticket: Ticket,
  { id, intentId, key }: RequestedRefund,
  ports: Ports,
): Promise<void> {
  const rows = await tx.query<Row>(
    `SELECT b.* FROM refund_parts b JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND p.ticket_id = $2 AND p.provider_id = $3 FOR UPDATE OF b`,
    [ticket.locationId, ticket.id, intentId],
  )
  const row = findReturned(rows, { id, key }, keyOf)
  if (row) setFailed(tx, ticket, row, ports)
}

/** Books a part that the provider has refused for good. The ticket is locked by the caller. */
export async function bookRefused(tx: Transaction, ticket: Ticket, id: string, ports: Ports): Promise<void> {
  const rows = await tx.query<Row>(
    'SELECT * FROM refund_parts WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND failed_at IS NULL FOR UPDATE',
    [ticket.locationId, id],
  )
  if (rows[0]) setFailed(tx, ticket, rows[0], ports)
}

const keyOf = ({ id, non_tip_cents, tip_cents, outside_cents }: Row): string =>
  refundKey({ id, amountCents: non_tip_cents + tip_cents, outsideCents: outside_cents })

function setFailed(tx: Transaction, ticket: Ticket, row: Row, ports: Ports): void {
  const { locationId } = ticket
  const nowMs = ports.clock.now()
  const { non_tip_cents: nonTipCents, tip_cents: tipCents } = row
  if (row.done_at !== null)
    recordCharge(
      tx,
      { locationId, ticketId: ticket.id, nowMs },
      { id: `${row.id}:failed`, nonTipCents, tipCents },
    )
  tx.later(
    `UPDATE refund_parts SET id = $4, done_at = NULL, provider_refund_id = NULL, failed_at = $3, locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND id = $2`,
    [locationId, row.id, nowMs, retryIdOf(row.id)],
  )
  // The payment belongs to the order again.
  tx.later('UPDATE payments SET released_at = NULL WHERE location_id = $1 AND id = $2', [
    locationId,
    row.payment_id,
  ])
  const refund = { displayName: row.display_name, amountCents: nonTipCents + tipCents }
  notifyRefundFailed(tx, ticket, { id: row.id, refund }, ports)
}

type ListedRow = Row & {
  ticket_id: string
  name: string
  contact: Partial<Contact>
  dispute: 'open' | 'lost' | null
  created_at: number
  failed_at: number
}

/** A location's failed refunds that are still owed, the oldest first. */
export async function listFailedTicketRefunds(
  database: Queryable,
  locationId: string,
): Promise<FailedRefund[]> {
  const rows = await database.query<ListedRow>(
    `SELECT b.*, t.name, t.contact, p.dispute FROM refund_parts b JOIN tickets t ON t.location_id = b.location_id AND t.id = b.ticket_id
     JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND b.failed_at IS NOT NULL AND b.done_at IS NULL ORDER BY b.failed_at, b.id LIMIT ${maxFailedRefunds}`,
    [locationId],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: 'order',
    about: row.name,
    // An order that was never placed has no page.
    ...(row.name !== '' && { order_id: row.ticket_id }),
    amount_cents: row.non_tip_cents + row.tip_cents,
    display_name: row.display_name,
    name: [row.contact.recipient_first_name, row.contact.recipient_last_name].filter(Boolean).join(' '),
    phone: row.contact.recipient_phone ?? '',
    email: row.contact.recipient_email ?? '',
    ...(row.dispute && { dispute: row.dispute }),
    at: new Date(row.created_at).toISOString(),
    failed_at: new Date(row.failed_at).toISOString(),
  }))
}

/**
 * Has an owed refund sent again by the next round, or records that it was paid another way; drops waiting messages about it. Returns the outcome; undefined
 * where no order has it.
 */
export async function settleTicketRefund(
  tx: Transaction,
  locationId: string,
  { id, how, amountCents }: Settling,
  { clock }: Pick<Ports, 'clock'>,
): Promise<Settled | undefined> {
  const found = await tx.query<{ ticket_id: string }>(
    'SELECT ticket_id FROM refund_parts WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )
  const ticket = found[0] && (await lockTicket(tx, locationId, found[0].ticket_id))
  if (!ticket) return undefined
  const rows = await tx.query<Row & { dispute: 'open' | 'lost' | null }>(
    `SELECT b.*, p.dispute FROM refund_parts b JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE b.location_id = $1 AND b.id = $2 AND b.failed_at IS NOT NULL AND b.done_at IS NULL FOR UPDATE OF b`,
    [locationId, id],
  )
  const row = rows[0]
  if (!row || row.non_tip_cents + row.tip_cents !== amountCents) return { outcome: 'changed' }
  if (row.dispute === 'open') return { outcome: 'disputed' }
  const about = ticket.name
  const nowMs = clock.now()
  dropRefundFailedNews(tx, { locationId, id: ticket.id, about: originalIdOf(id) })
  if (how === 'again')
    tx.later('UPDATE refund_parts SET failed_at = NULL WHERE location_id = $1 AND id = $2', [locationId, id])
  else {
    const { non_tip_cents: nonTipCents, tip_cents: tipCents } = row
    tx.later('UPDATE refund_parts SET done_at = $3, by_hand = true WHERE location_id = $1 AND id = $2', [
      locationId,
      id,
      nowMs,
    ])
    recordRefund(tx, { locationId, ticketId: ticket.id, nowMs }, { id, nonTipCents, tipCents }, 'own_cash')
    releaseReturned(tx, locationId, ticket.id, nowMs)
  }
  return { outcome: 'settled', about, displayName: row.display_name }
}
