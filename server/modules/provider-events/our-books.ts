import { dayMs } from '#contract/durations.ts'
import type { Cents } from '#contract/money.ts'
import type { Queryable } from '#server/db/database.ts'
import { foundGivenBack } from '#server/ports/payments/payments.ts'
import type { BookedDispute, BookedRefund, OurBooks, Window } from './compare.ts'

/** Our ledger's record of the money that the provider moved: each amount is the sum of its ledger rows, and is taken from nothing else. */

/** Clocks differ, and answers may be late. */
const marginMs = dayMs
/** A refund is normally requested within minutes of being due. */
const overdueMs = dayMs

/** A window with a margin on both sides. */
export const withMargin = ({ fromMs, untilMs }: Window): Window => ({
  fromMs: fromMs - marginMs,
  untilMs: untilMs + marginMs,
})

/** SQL for the sum of the ledger rows of a charge or refund, by their transfers' ids; `p.location_id` is the location. */
const onLedger = (...ids: string[]): string =>
  `(SELECT coalesce(sum(l.amount_cents), 0)::int FROM ledger l WHERE l.location_id = p.location_id AND l.account = 'card_provider'
      AND (${ids.map((id) => `l.transfer_id IN (${id})`).join(' OR ')}))`

// The staff's names for them: whoever has the id of an order without a number can read it, and with the id of a gift card order see its cards.
const ticketName = `CASE WHEN p.ticket_id IS NOT NULL THEN 'order ' || coalesce(nullif(t.name, ''), 'that was not placed') END`
const cardOrderName = `'card order ' || upper(right(p.order_id, 6))`
const ticketOfPayment = 'LEFT JOIN tickets t ON t.location_id = p.location_id AND t.id = p.ticket_id'

const charges = `SELECT p.provider_id AS intent_id, ${ticketName} AS subject, -${onLedger("p.id || ':order'", "p.id || ':tip'")} AS cents, p.created_at AS at
    FROM payments p ${ticketOfPayment} WHERE p.location_id = $1 AND p.provider_id IS NOT NULL AND p.created_at >= $2 AND p.created_at < $3
  UNION ALL SELECT p.provider_id, ${cardOrderName}, -${onLedger("p.order_id || ':paid'")}, p.created_at
    FROM card_order_payments p WHERE p.location_id = $1 AND p.created_at >= $2 AND p.created_at < $3`

const refunds = `SELECT p.provider_refund_id AS id, y.provider_id AS intent_id, ${ticketName} AS subject, ${onLedger("p.id || ':order:back'", "p.id || ':tip:back'")} AS cents,
    p.done_at AS at FROM refund_parts p ${ticketOfPayment} JOIN payments y ON y.location_id = p.location_id AND y.id = p.payment_id
    WHERE p.location_id = $1 AND p.provider_refund_id IS NOT NULL AND p.done_at >= $2 AND p.done_at < $3
      AND NOT EXISTS (SELECT 1 FROM provider_refunds h WHERE h.location_id = p.location_id AND h.id = p.provider_refund_id)
  UNION ALL SELECT p.provider_refund_id, y.provider_id, ${cardOrderName}, ${onLedger("p.id || ':back'")}, p.done_at
    FROM card_order_refunds p JOIN card_order_payments y ON y.location_id = p.location_id AND y.order_id = p.order_id
    WHERE p.location_id = $1 AND p.provider_refund_id IS NOT NULL AND p.done_at >= $2 AND p.done_at < $3
      AND NOT EXISTS (SELECT 1 FROM provider_refunds h WHERE h.location_id = p.location_id AND h.id = p.provider_refund_id)
  UNION ALL SELECT p.id, p.intent_id, coalesce(${ticketName}, ${cardOrderName}),
    ${onLedger(
      "p.id || ':order:back'",
      "p.id || ':tip:back'",
      "p.id || ':back'",
      "SELECT b.id || s.side FROM refund_parts b, (VALUES (':order:back'), (':tip:back')) s (side) WHERE b.location_id = p.location_id AND b.provider_refund_id = p.id",
      "SELECT b.id || ':back' FROM card_order_refunds b WHERE b.location_id = p.location_id AND b.provider_refund_id = p.id",
      "SELECT p.id || ':instead:' || b.id FROM refund_parts b WHERE b.location_id = p.location_id AND b.ticket_id = p.ticket_id",
      "SELECT p.id || ':instead:' || b.id FROM card_order_refunds b WHERE b.location_id = p.location_id AND b.order_id = p.order_id",
    )}, p.created_at
    FROM provider_refunds p ${ticketOfPayment} WHERE p.location_id = $1 AND p.failed_at IS NULL AND p.created_at >= $2 AND p.created_at < $3`

const disputes = `SELECT p.id, p.intent_id, coalesce(${ticketName}, ${cardOrderName}) AS subject, p.amount_cents AS cents, p.state, p.created_at AS at
    FROM disputes p ${ticketOfPayment} WHERE p.location_id = $1`

const subjects = `SELECT p.provider_id AS intent_id, ${ticketName} AS subject FROM payments p ${ticketOfPayment}
    WHERE p.location_id = $1 AND p.provider_id = ANY (string_to_array($2, ','))
  UNION ALL SELECT p.provider_id, ${cardOrderName} FROM card_order_payments p
    WHERE p.location_id = $1 AND p.provider_id = ANY (string_to_array($2, ','))`

const overdue = `SELECT y.provider_id AS intent_id, ${ticketName} AS subject, p.non_tip_cents + p.tip_cents AS cents, p.created_at AS at, p.failed_at IS NOT NULL AS failed
    FROM refund_parts p ${ticketOfPayment} JOIN payments y ON y.location_id = p.location_id AND y.id = p.payment_id
    WHERE p.location_id = $1 AND p.created_at < $2 AND p.done_at IS NULL AND y.dispute IS DISTINCT FROM 'open'
  UNION ALL SELECT y.provider_id, ${cardOrderName}, p.amount_cents, p.created_at, p.failed_at IS NOT NULL
    FROM card_order_refunds p JOIN card_order_payments y ON y.location_id = p.location_id AND y.order_id = p.order_id
    WHERE p.location_id = $1 AND p.created_at < $2 AND p.done_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM disputes q WHERE q.location_id = p.location_id AND q.order_id = p.order_id AND q.state = 'open')`

type Row = { intent_id: string; subject: string; cents: Cents; at: number }
type DisputeRow = Row & Pick<BookedDispute, 'id' | 'state'>

/** A location's books around a window; and everything overdue, whenever it was due. */
export async function readOurBooks(
  database: Queryable,
  locationId: string,
  window: Window,
  nowMs: number,
): Promise<Omit<OurBooks, 'subjects'>> {
  const { fromMs, untilMs } = withMargin(window)
  const around = [locationId, fromMs, untilMs]
  const [charged, refunded, disputed, owed] = await Promise.all([
    database.query<Row>(charges, around),
    readRefunds(database, locationId, withMargin(window)),
    database.query<DisputeRow>(`${disputes} AND p.created_at >= $2 AND p.created_at < $3`, around),
    database.query<Row & { failed: boolean }>(overdue, [locationId, nowMs - overdueMs]),
  ])
  return {
    locationId,
    charges: charged.map(bookedOf),
    refunds: refunded,
    disputes: disputed.map(disputeOf),
    overdue: owed.map((row) => ({ ...bookedOf(row), isFailed: row.failed })),
  }
}

/** The refunds that the ledger has as done between two times. */
export async function readRefunds(
  database: Queryable,
  locationId: string,
  { fromMs, untilMs }: Window,
): Promise<BookedRefund[]> {
  const rows = await database.query<Row & { id: string }>(refunds, [locationId, fromMs, untilMs])
  return rows
    .filter(({ id }) => id !== foundGivenBack)
    .map((row): BookedRefund => ({ ...bookedOf(row), id: row.id }))
}

/** The disputes still open here, whenever they were opened, the oldest first. */
export async function readOpenDisputes(database: Queryable, locationId: string): Promise<BookedDispute[]> {
  const rows = await database.query<DisputeRow>(
    `${disputes} AND p.state IN ('inquiry', 'open') ORDER BY p.created_at, p.id`,
    [locationId],
  )
  return rows.map(disputeOf)
}

/** What charges of a location paid for, by their intents; unknown ones are left out. */
export async function readSubjects(
  database: Queryable,
  locationId: string,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (intentIds.length === 0) return new Map()
  const rows = await database.query<Pick<Row, 'intent_id' | 'subject'>>(subjects, [
    locationId,
    intentIds.join(),
  ])
  return new Map(rows.map(({ intent_id: intentId, subject }) => [intentId, subject]))
}

const bookedOf = ({ intent_id: intentId, subject, cents: amountCents, at }: Row) => ({
  intentId,
  subject,
  amountCents,
  at,
})
const disputeOf = (row: DisputeRow): BookedDispute => ({ ...bookedOf(row), id: row.id, state: row.state })
