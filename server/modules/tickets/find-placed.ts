import { formatDate } from '#contract/format-date.ts'
import type { Cents } from '#contract/money.ts'
import type { Contact } from '#contract/rules/contact.ts'
import type { StaffOrderLine } from '#contract/schemas/staff-order.ts'
import type { Queryable } from '#server/db/database.ts'

/** The staff's search for placed orders of any age. */

/** What to search by: the digits of an order's number; a person's phone (ten digits) or email, with the accounts that have it; or a day of the location. */
export type PlacedOrderFilter =
  | { number: string }
  | { phone: string; userIds: readonly string[] }
  | { email: string; userIds: readonly string[] }
  | { day: string }

/** Where a page begins: after the last order of the page before. */
export type PlaceInOrders = { placedAt: number; id: string }

type Row = {
  id: string
  name: string
  status: string
  submitted_at: number
  ready_date: string | null
  ready_time: string | null
  contact: Partial<Contact>
  total_cents: Cents
  refunded_cents: Cents
}

/** Orders of a person: of their accounts, or with this in their contact. Forgotten people cannot be found. */
const ofPerson = (contact: string): string =>
  `SELECT id FROM tickets WHERE location_id = $1 AND name <> '' AND forgotten_at IS NULL
     AND (${contact} = $2 OR user_id = ANY (string_to_array($6, ',')))`

/** SQL for the ids of matching orders, one index each; `$1` is the location, `$2` the searched value, `$6` the accounts. */
function idsBy(filter: PlacedOrderFilter): { ids: string; value: string; userIds?: readonly string[] } {
  if ('number' in filter)
    return {
      ids: `SELECT ticket_id FROM submissions WHERE location_id = $1 AND substring(name FROM '[0-9]+$') = $2`,
      value: filter.number,
    }
  if ('phone' in filter)
    return {
      ids: ofPerson(`right(regexp_replace(contact->>'recipient_phone', '[^0-9]', '', 'g'), 10)`),
      value: filter.phone,
      userIds: filter.userIds,
    }
  if ('email' in filter)
    return {
      ids: ofPerson(`lower(trim(contact->>'recipient_email'))`),
      value: filter.email,
      userIds: filter.userIds,
    }
  return {
    ids: `SELECT ticket_id FROM submissions WHERE location_id = $1 AND day = $2
       UNION SELECT id FROM tickets WHERE location_id = $1 AND name <> '' AND ready_date = $2`,
    value: filter.day,
  }
}

/** The newest matching orders of a location, at most `limit`, and where the next page begins if there is one. */
export async function findPlacedOrders(
  database: Queryable,
  locationId: string,
  filter: PlacedOrderFilter,
  { after, limit }: { after: PlaceInOrders | undefined; limit: number },
): Promise<{ orders: StaffOrderLine[]; next: PlaceInOrders | undefined }> {
  const { ids, value, userIds } = idsBy(filter)
  const rows = await database.query<Row>(
    `SELECT t.id, t.name, t.status, t.ready_date, t.ready_time, t.contact, s.submitted_at, s.total_cents,
       (SELECT coalesce(sum(b.non_tip_cents + b.tip_cents), 0)::int FROM refunds r
         JOIN refund_parts b ON b.location_id = r.location_id AND b.refund_id = r.id AND (b.failed_at IS NULL OR b.done_at IS NOT NULL) AND NOT b.by_bank
         WHERE r.location_id = t.location_id AND r.ticket_id = t.id) AS refunded_cents
     FROM submissions s JOIN tickets t ON t.location_id = s.location_id AND t.id = s.ticket_id
     WHERE s.location_id = $1 AND s.ticket_id IN (${ids})
       AND ($3::bigint IS NULL OR (s.submitted_at, s.ticket_id) < ($3, $4::text))
     ORDER BY s.submitted_at DESC, s.ticket_id DESC LIMIT $5`,
    [
      locationId,
      value,
      after?.placedAt ?? null,
      after?.id ?? null,
      limit + 1,
      ...(userIds ? [userIds.join()] : []),
    ],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    orders: shown.map(lineOf),
    next: rows.length > limit && last ? { placedAt: last.submitted_at, id: last.id } : undefined,
  }
}

const lineOf = (row: Row): StaffOrderLine => ({
  id: row.id,
  number: row.name,
  status: row.status,
  placed_at: new Date(row.submitted_at).toISOString(),
  ...(row.ready_date !== null && { ready_date: formatDate(row.ready_date) }),
  ...(row.ready_time !== null && { ready_time: row.ready_time }),
  guest_name: [row.contact.recipient_first_name, row.contact.recipient_last_name].filter(Boolean).join(' '),
  guest_phone: row.contact.recipient_phone ?? '',
  total_cents: row.total_cents,
  refunded_cents: row.refunded_cents,
})

/** The orders still to be made for these local days. */
export async function listOrdersForDays(
  database: Queryable,
  locationId: string,
  days: readonly string[],
): Promise<{ day: string; name: string }[]> {
  if (days.length === 0) return []
  return database.query(
    `SELECT ready_date AS day, name FROM tickets
     WHERE location_id = $1 AND name <> '' AND ready_date = ANY (string_to_array($2, ',')) AND status IN ('Queued', 'Submitted', 'Preparing')
     ORDER BY ready_date, name`,
    [locationId, days.join()],
  )
}
