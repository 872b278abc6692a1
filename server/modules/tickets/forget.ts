import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { deleteMessages, forgetReaders } from '#server/modules/order-messages/forget.ts'
import { forgetPayers, listTried } from '#server/modules/payments/forget.ts'

/** Taking people out of tickets, and tickets that came to nothing out of the database. Money, dishes and times of a placed order stay: they are the books'. */

/** As many at once as a transaction should hold of others' orders. */
const atOnce = 200

type Old = { locationId: string; beforeMs: number; nowMs: number }

/** Nothing of value is on it: no money that is not given back, no reward, no place in the kitchen, no use of a code. */
const isBare = `t.reward IS NULL AND t.held_slot IS NULL AND t.held_promo IS NULL AND t.status <> 'PaymentComplete'
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.released_at IS NULL)`

const findOld = (condition: string): string =>
  `SELECT t.id FROM tickets t WHERE t.location_id = $1 AND t.forgotten_at IS NULL AND t.created_at <= $2 AND t.touched_at <= $2 AND ${condition}
   ORDER BY t.created_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * Deletes the tickets that nobody placed and nobody has touched since `beforeMs`. One that was tried to be paid for stays without its person: the
 * payment's own rows name it. Gives how many were dealt with; fewer than `ticketsAtOnce` says that it was the last of them.
 */
export const forgetUnplacedTickets = (
  database: Database,
  { locationId, beforeMs, nowMs }: Old,
): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = idsOf(
      await tx.query<{ id: string }>(findOld(`t.name = '' AND ${isBare}`), [locationId, beforeMs]),
    )
    if (ids.length === 0) return 0
    const { kept, gone } = await splitTried(tx, locationId, ids)
    forgetPeople(tx, locationId, kept, nowMs)
    deleteTickets(tx, locationId, gone)
    return ids.length
  })

/** Takes the guest out of placed orders that nobody has touched since `beforeMs`. Gives how many. */
export const forgetContacts = (database: Database, { locationId, beforeMs, nowMs }: Old): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = idsOf(await tx.query<{ id: string }>(findOld(`t.name <> ''`), [locationId, beforeMs]))
    forgetPeople(tx, locationId, ids, nowMs)
    return ids.length
  })

/** As many as one call deals with. */
export const ticketsAtOnce = atOnce

/** Those that payments name, of tickets with nothing of value on them, and those that nothing does. */
async function splitTried(
  tx: Queryable,
  locationId: string,
  ids: readonly string[],
): Promise<{ kept: string[]; gone: string[] }> {
  const [tried, paid] = await Promise.all([
    listTried(tx, locationId, { kind: 'ticket', ids }),
    tx.query<{ ticket_id: string }>(
      `SELECT DISTINCT ticket_id FROM payments WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ','))`,
      [locationId, ids.join()],
    ),
  ])
  const named = new Set([...tried.keys(), ...paid.map(({ ticket_id: id }) => id)])
  return { kept: ids.filter((id) => named.has(id)), gone: ids.filter((id) => !named.has(id)) }
}

function forgetPeople(tx: Transaction, locationId: string, ids: readonly string[], nowMs: number): void {
  if (ids.length === 0) return
  tx.later(
    `UPDATE tickets SET contact = '{}', forgotten_at = $3 WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join(), nowMs],
  )
  // Words about an order may name its guest.
  tx.later(
    `UPDATE refunds SET note = NULL, user_id = CASE made_by WHEN 'guest' THEN NULL ELSE user_id END
     WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join()],
  )
  forgetReaders(tx, locationId, ids)
  forgetPayers(tx, locationId, { kind: 'ticket', ids })
}

function deleteTickets(tx: Transaction, locationId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  deleteMessages(tx, locationId, ids)
  const list = [locationId, ids.join()]
  tx.later(
    `DELETE FROM ticket_lines WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ','))`,
    list,
  )
  tx.later(`DELETE FROM tickets WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`, list)
}

/** Whose tickets: a member's own, and those that were ordered as a guest with the address that is shown to be theirs. */
export type TicketsOf = { locationId: string; userId: string; email: string | undefined }

const ofPerson = `t.location_id = $1 AND (t.user_id = $2 OR (t.user_id IS NULL AND $3::text IS NOT NULL AND lower(trim(t.contact->>'recipient_email')) = $3))`
const personOf = ({ locationId, userId, email }: TicketsOf): unknown[] => [locationId, userId, email ?? null]

/** The ids of a person's tickets, the oldest first. */
export const listTicketIdsOf = async (database: Queryable, person: TicketsOf): Promise<string[]> =>
  idsOf(
    await database.query<{ id: string }>(
      `SELECT t.id FROM tickets t WHERE ${ofPerson} ORDER BY t.created_at, t.id`,
      personOf(person),
    ),
  )

const dayMs = 24 * 60 * 60 * 1000

/** Why a person cannot be taken out of their tickets yet: food is on its way, or money is, or is owed or disputed. Undefined: they can. */
export async function findOpenBusiness(
  database: Queryable,
  person: TicketsOf,
  { nowMs, today }: { nowMs: number; today: string },
): Promise<'cooking' | 'owed' | 'disputed' | 'paying' | undefined> {
  const rows = await database.query<{ cooking: boolean; owed: boolean; disputed: boolean; paying: boolean }>(
    `SELECT coalesce(bool_or(t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready') AND (t.touched_at > $4 OR t.ready_date >= $5)), false) AS cooking,
       coalesce(bool_or(EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.failed_at IS NOT NULL AND b.done_at IS NULL)), false) AS owed,
       coalesce(bool_or(EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.dispute = 'open')), false) AS disputed,
       coalesce(bool_or(t.status = 'PaymentComplete'
         OR (t.name = '' AND NOT (${isBare}))
         OR EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.done_at IS NULL)
       ), false) AS paying
     FROM tickets t WHERE ${ofPerson}`,
    [...personOf(person), nowMs - dayMs, today],
  )
  const { cooking = false, owed = false, disputed = false, paying = false } = rows[0] ?? {}
  if (cooking) return 'cooking'
  if (owed) return 'owed'
  if (disputed) return 'disputed'
  if (paying) return 'paying'
  const tried = await listTried(database, person.locationId, {
    kind: 'ticket',
    ids: await listTicketIdsOf(database, person),
  })
  return [...tried.values()].some(({ isOpen }) => isOpen) ? 'paying' : undefined
}

/** Keeps a person's tickets from changes until the transaction ends, so that what is found of them stays so. Gives their ids. */
export const lockTicketsOf = async (tx: Transaction, person: TicketsOf): Promise<string[]> =>
  idsOf(
    await tx.query<{ id: string }>(
      `SELECT t.id FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
      personOf(person),
    ),
  )

/** Takes a person out of all their tickets, and deletes those that came to nothing. Nothing of value may be on them (`findOpenBusiness`). Gives their ids. */
export async function forgetTicketsOf(tx: Transaction, person: TicketsOf, nowMs: number): Promise<string[]> {
  const { locationId } = person
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT t.id, t.name FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
    personOf(person),
  )
  const unplaced = idsOf(rows.filter(({ name }) => name === ''))
  const { kept, gone } = await splitTried(tx, locationId, unplaced)
  const stay = [...idsOf(rows.filter(({ name }) => name !== '')), ...kept]
  forgetPeople(tx, locationId, stay, nowMs)
  tx.later(
    `UPDATE tickets SET user_id = NULL, language = NULL WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, stay.join()],
  )
  deleteTickets(tx, locationId, gone)
  return idsOf(rows)
}

/** What is kept of tickets, by table. */
export async function exportTickets(
  database: Queryable,
  locationId: string,
  ids: readonly string[],
): Promise<
  Record<'tickets' | 'ticket_lines' | 'payments' | 'refunds' | 'refund_parts' | 'submissions', unknown[]>
> {
  const list = [locationId, ids.join()]
  const read = async (sql: string): Promise<unknown[]> =>
    (await database.query<{ row: unknown }>(sql, list)).map(({ row }) => row)
  const of = (column: string): string => `x.location_id = $1 AND x.${column} = ANY (string_to_array($2, ','))`
  const [tickets, lines, payments, refunds, parts, submissions] = await Promise.all([
    read(
      `SELECT to_jsonb(x) - 'order_key' - 'kitchen_locked_until' - 'kitchen_locked_by' AS row FROM tickets x WHERE ${of('id')} ORDER BY x.created_at, x.id`,
    ),
    read(
      `SELECT to_jsonb(x) AS row FROM ticket_lines x WHERE ${of('ticket_id')} ORDER BY x.ticket_id, x.line_index`,
    ),
    read(`SELECT to_jsonb(x) AS row FROM payments x WHERE ${of('ticket_id')} ORDER BY x.created_at, x.id`),
    // Which of the staff is nobody's but the restaurant's; what they wrote about a guest is the guest's, too.
    read(
      `SELECT to_jsonb(x) - 'user_id' AS row FROM refunds x WHERE ${of('ticket_id')} ORDER BY x.created_at, x.id`,
    ),
    read(
      `SELECT to_jsonb(x) - 'locked_until' - 'locked_by' AS row FROM refund_parts x WHERE ${of('ticket_id')} ORDER BY x.created_at, x.id`,
    ),
    read(`SELECT to_jsonb(x) AS row FROM submissions x WHERE ${of('ticket_id')} ORDER BY x.submitted_at`),
  ])
  return {
    tickets: tickets!,
    ticket_lines: lines!,
    payments: payments!,
    refunds: refunds!,
    refund_parts: parts!,
    submissions: submissions!,
  }
}
