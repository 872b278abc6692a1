import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { deleteMessages, forgetReaders } from '#server/modules/order-messages/forget.ts'
import { forgetPayers, listTried } from '#server/modules/payments/forget.ts'
import { isUnderWay, type Now, underWayTimes } from './under-way.ts'

/** Removes personal data from tickets, and deletes tickets that were never placed. Money, dishes and times of a placed order stay for the books. */

/** The most of others' orders that one transaction should lock. */
const batchSize = 200

type Old = { locationId: string; beforeMs: number; nowMs: number }

/** Nothing of value is attached: no unreturned money, no reward, no slot, no use of a code. */
const isBare = `t.reward IS NULL AND t.held_slot IS NULL AND t.held_promo IS NULL AND t.status <> 'PaymentComplete'
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.released_at IS NULL)`

const isOwed = `EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.failed_at IS NOT NULL AND b.done_at IS NULL)`
const isDisputed = `EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.dispute = 'open')`
/** Money that has not reached its guest yet, owed or under way. */
const isGoingBack = `EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.done_at IS NULL)`

const findOld = (condition: string): string =>
  `SELECT t.id FROM tickets t WHERE t.location_id = $1 AND t.forgotten_at IS NULL AND t.created_at <= $2 AND t.touched_at <= $2 AND ${condition}
   ORDER BY t.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * Deletes tickets that nobody placed and nobody has touched since `beforeMs`. One with a payment attempt stays without personal data, since the payment's rows
 * refer to it. Returns how many were handled; fewer than `ticketBatchSize` means that none are left.
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

/**
 * Removes the guest from placed orders that nobody has touched since `beforeMs`, unless a refund or a dispute is open: somebody may have to call them. Returns
 * how many.
 */
export const forgetContacts = (database: Database, { locationId, beforeMs, nowMs }: Old): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = idsOf(
      await tx.query<{ id: string }>(findOld(`t.name <> '' AND NOT ${isGoingBack} AND NOT ${isDisputed}`), [
        locationId,
        beforeMs,
      ]),
    )
    forgetPeople(tx, locationId, ids, nowMs)
    return ids.length
  })

/** How many tickets one call handles. */
export const ticketBatchSize = batchSize

/** Splits tickets without anything of value into those that payments refer to, and the others. */
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
  // Notes about an order may name its guest.
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

/** A member's own tickets, and those ordered as a guest with their confirmed email. */
type TicketsOf = { locationId: string; userId: string; email: string | undefined }

const ofPerson = `t.location_id = $1 AND (t.user_id = $2
  OR (t.user_id IS NULL AND t.forgotten_at IS NULL AND $3::text IS NOT NULL AND lower(trim(t.contact->>'recipient_email')) = $3))`
const personOf = ({ locationId, userId, email }: TicketsOf): unknown[] => [locationId, userId, email ?? null]

/** The ids of a person's tickets, the oldest first. */
export const listTicketIdsOf = async (database: Queryable, person: TicketsOf): Promise<string[]> =>
  idsOf(
    await database.query<{ id: string }>(
      `SELECT t.id FROM tickets t WHERE ${ofPerson} ORDER BY t.created_at, t.id`,
      personOf(person),
    ),
  )

const isPaying = `t.status = 'PaymentComplete' OR (t.name = '' AND NOT (${isBare}))
  OR ${isGoingBack}`
/** Somebody may still have to be called about it. Open payment attempts are checked separately (`listTried`). */
const isOpen = (from: number): string =>
  `((${isUnderWay(from)}) OR ${isOwed} OR ${isDisputed} OR ${isPaying})`

/**
 * Why a member cannot be removed from their tickets yet: food or money is under way, or money is owed or disputed. Undefined: they can be. Guest orders with
 * their address never prevent it: anybody can type an address.
 */
export async function findOpenBusiness(
  database: Queryable,
  { locationId, userId }: TicketsOf,
  now: Now,
): Promise<'cooking' | 'owed' | 'disputed' | 'paying' | undefined> {
  const rows = await database.query<{
    id: string
    cooking: boolean
    owed: boolean
    disputed: boolean
    paying: boolean
  }>(
    `SELECT t.id, (${isUnderWay(3)}) AS cooking, ${isOwed} AS owed, ${isDisputed} AS disputed, (${isPaying}) AS paying
     FROM tickets t WHERE t.location_id = $1 AND t.user_id = $2`,
    [locationId, userId, ...underWayTimes(now)],
  )
  for (const reason of ['cooking', 'owed', 'disputed', 'paying'] as const)
    if (rows.some((row) => row[reason])) return reason
  const tried = await listTried(database, locationId, { kind: 'ticket', ids: idsOf(rows) })
  return [...tried.values()].some((one) => one.isOpen) ? 'paying' : undefined
}

/** Locks a person's tickets until the transaction ends, so that checks of them stay true. Returns their ids. */
export const lockTicketsOf = async (tx: Transaction, person: TicketsOf): Promise<string[]> =>
  idsOf(
    await tx.query<{ id: string }>(
      `SELECT t.id FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
      personOf(person),
    ),
  )

type Row = { id: string; name: string; is_open: boolean }

/**
 * Removes a person from all their tickets, and deletes those never placed. A member's own tickets must have nothing of value attached (`findOpenBusiness`).
 * Open guest orders with their address keep their data until they are over (`forgetWhenOver`). Returns the ids of those `left` for later, and of the others.
 */
export async function forgetTicketsOf(
  tx: Transaction,
  person: TicketsOf,
  now: Now,
): Promise<{ forgotten: string[]; left: string[] }> {
  const { locationId } = person
  const rows = await tx.query<Row>(
    `SELECT t.id, t.name, t.user_id IS NULL AND ${isOpen(4)} AS is_open FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
    [...personOf(person), ...underWayTimes(now)],
  )
  const { over, left } = await splitOpen(tx, locationId, rows)
  const stay = await forgetRows(tx, locationId, over, now.nowMs)
  tx.later(
    `UPDATE tickets SET user_id = NULL, language = NULL WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, stay.join()],
  )
  tx.later(
    `UPDATE tickets SET forget_when_over = true WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, left.join()],
  )
  return { forgotten: idsOf(over), left }
}

/** The tickets that may be forgotten, and the ids of the open ones. */
async function splitOpen(
  tx: Queryable,
  locationId: string,
  rows: readonly Row[],
): Promise<{ over: Row[]; left: string[] }> {
  const tried = await listTried(tx, locationId, { kind: 'ticket', ids: idsOf(rows) })
  const isLeft = (row: Row): boolean => row.is_open || tried.get(row.id)?.isOpen === true
  return { over: rows.filter((row) => !isLeft(row)), left: idsOf(rows.filter(isLeft)) }
}

/** Returns the ids of those that stay, without their people. */
async function forgetRows(
  tx: Transaction,
  locationId: string,
  rows: readonly Row[],
  nowMs: number,
): Promise<string[]> {
  const unplaced = idsOf(rows.filter(({ name }) => name === ''))
  const { kept, gone } = await splitTried(tx, locationId, unplaced)
  const stay = [...idsOf(rows.filter(({ name }) => name !== '')), ...kept]
  forgetPeople(tx, locationId, stay, nowMs)
  deleteTickets(tx, locationId, gone)
  return stay
}

/** Removes the guest from orders that were open when a member with their address left (`forgetTicketsOf`), and no longer are. Returns how many. */
export const forgetWhenOver = (
  database: Database,
  { locationId, ...now }: Now & { locationId: string },
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = await tx.query<Row>(
      `SELECT t.id, t.name, false AS is_open FROM tickets t
       WHERE t.location_id = $1 AND t.forget_when_over AND t.forgotten_at IS NULL AND NOT ${isOpen(2)}
       ORDER BY t.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [locationId, ...underWayTimes(now)],
    )
    const { over } = await splitOpen(tx, locationId, rows)
    await forgetRows(tx, locationId, over, now.nowMs)
    return over.length
  })

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
    // Which staff member acted is the restaurant's own business; their notes about a guest are the guest's data, too.
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

/** Refunds that somebody made as staff on others' orders: when and why, without anything about those orders. */
export const exportRefundsMade = async (
  database: Queryable,
  { locationId, userId }: TicketsOf,
  ownIds: readonly string[],
): Promise<unknown[]> =>
  database.query(
    `SELECT x.created_at, x.made_by, x.reason FROM refunds x
     WHERE x.location_id = $1 AND x.user_id = $2 AND NOT x.ticket_id = ANY (string_to_array($3, ',')) ORDER BY x.created_at, x.id`,
    [locationId, userId, ownIds.join()],
  )
