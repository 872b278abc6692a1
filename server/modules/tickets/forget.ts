import { dayMs } from '#contract/durations.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { deleteMessages, forgetReaders } from '#server/modules/order-messages/forget.ts'
import { forgetPayers, listTried } from '#server/modules/payments/forget.ts'

/** Taking people out of tickets, and tickets that came to nothing out of the database. Money, dishes and times of a placed order stay: they are the books'. */

/** As many at once as a transaction should hold of others' orders. */
const batchSize = 200

type Old = { locationId: string; beforeMs: number; nowMs: number }

/** Nothing of value is on it: no money that is not given back, no reward, no place in the kitchen, no use of a code. */
const isBare = `t.reward IS NULL AND t.held_slot IS NULL AND t.held_promo IS NULL AND t.status <> 'PaymentComplete'
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.released_at IS NULL)`

const isOwed = `EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.failed_at IS NOT NULL AND b.done_at IS NULL)`
const isDisputed = `EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.dispute = 'open')`
/** Money that has not arrived with its guest yet, owed or on its way. */
const isGoingBack = `EXISTS (SELECT 1 FROM refund_parts b WHERE b.location_id = t.location_id AND b.ticket_id = t.id AND b.done_at IS NULL)`

const findOld = (condition: string): string =>
  `SELECT t.id FROM tickets t WHERE t.location_id = $1 AND t.forgotten_at IS NULL AND t.created_at <= $2 AND t.touched_at <= $2 AND ${condition}
   ORDER BY t.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * Deletes the tickets that nobody placed and nobody has touched since `beforeMs`. One that was tried to be paid for stays without its person: the
 * payment's own rows name it. Gives how many were dealt with; fewer than `ticketBatchSize` says that it was the last of them.
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
 * Takes the guest out of placed orders that nobody has touched since `beforeMs`, but not while money is to go back to them, or their bank is asking: somebody has
 * to call them. Gives how many.
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

/** As many as one call deals with. */
export const ticketBatchSize = batchSize

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

/** When it is asked: `today` on the location's own clock. */
type Now = { nowMs: number; today: string }
const timesOf = ({ nowMs, today }: Now): unknown[] => [nowMs - dayMs, today]

/** Food is on its way. The parameters of `timesOf` begin with this one. */
const isCooking = (from: number): string =>
  `t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready') AND (t.touched_at > $${from} OR coalesce(t.ready_date >= $${from + 1}, false))`
const isPaying = `t.status = 'PaymentComplete' OR (t.name = '' AND NOT (${isBare}))
  OR ${isGoingBack}`
/** Somebody may still have to be called about it. What a payment card is being asked for comes on top (`listTried`). */
const isOpen = (from: number): string => `((${isCooking(from)}) OR ${isOwed} OR ${isDisputed} OR ${isPaying})`

/**
 * Why a member cannot be taken out of their tickets yet: food is on its way, or money is, or is owed or disputed. Undefined: they can. What was ordered as a
 * guest with their address holds nobody: an address is typed by whoever likes.
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
    `SELECT t.id, ${isCooking(3)} AS cooking, ${isOwed} AS owed, ${isDisputed} AS disputed, (${isPaying}) AS paying
     FROM tickets t WHERE t.location_id = $1 AND t.user_id = $2`,
    [locationId, userId, ...timesOf(now)],
  )
  for (const reason of ['cooking', 'owed', 'disputed', 'paying'] as const)
    if (rows.some((row) => row[reason])) return reason
  const tried = await listTried(database, locationId, { kind: 'ticket', ids: idsOf(rows) })
  return [...tried.values()].some((one) => one.isOpen) ? 'paying' : undefined
}

/** Keeps a person's tickets from changes until the transaction ends, so that what is found of them stays so. Gives their ids. */
export const lockTicketsOf = async (tx: Transaction, person: TicketsOf): Promise<string[]> =>
  idsOf(
    await tx.query<{ id: string }>(
      `SELECT t.id FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
      personOf(person),
    ),
  )

type Row = { id: string; name: string; is_open: boolean }

/**
 * Takes a person out of all their tickets, and deletes those that came to nothing. Nothing of value may be on a member's own (`findOpenBusiness`). What
 * somebody ordered as a guest with their address, and is still open, keeps its guest until it is over (`forgetWhenOver`). Gives the ids of those that are
 * `left` so, and of the others.
 */
export async function forgetTicketsOf(
  tx: Transaction,
  person: TicketsOf,
  now: Now,
): Promise<{ forgotten: string[]; left: string[] }> {
  const { locationId } = person
  const rows = await tx.query<Row>(
    `SELECT t.id, t.name, t.user_id IS NULL AND ${isOpen(4)} AS is_open FROM tickets t WHERE ${ofPerson} ORDER BY t.id FOR UPDATE`,
    [...personOf(person), ...timesOf(now)],
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

/** What may be forgotten, and the ids of what is open. */
async function splitOpen(
  tx: Queryable,
  locationId: string,
  rows: readonly Row[],
): Promise<{ over: Row[]; left: string[] }> {
  const tried = await listTried(tx, locationId, { kind: 'ticket', ids: idsOf(rows) })
  const isLeft = (row: Row): boolean => row.is_open || tried.get(row.id)?.isOpen === true
  return { over: rows.filter((row) => !isLeft(row)), left: idsOf(rows.filter(isLeft)) }
}

/** Gives the ids of those that stay, without their people. */
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

/** Takes the guest out of orders that were open when a member with their address left (`forgetTicketsOf`), and are not any more. Gives how many. */
export const forgetWhenOver = (
  database: Database,
  { locationId, ...now }: Now & { locationId: string },
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = await tx.query<Row>(
      `SELECT t.id, t.name, false AS is_open FROM tickets t
       WHERE t.location_id = $1 AND t.forget_when_over AND t.forgotten_at IS NULL AND NOT ${isOpen(2)}
       ORDER BY t.created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [locationId, ...timesOf(now)],
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

/** The refunds that somebody made as staff on others' orders: when and why, and nothing of those orders. */
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
