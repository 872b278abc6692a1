import { dayMs } from '#contract/durations.ts'
import type { Queryable } from '#server/db/database.ts'
import { isUnderWay, underWayTimes } from '#server/modules/tickets/under-way.ts'

type Counts = { orders: number; refunds: number; gifts: number; posted: number }

/** The unfinished work of a restaurant that is switched off, as in `2 orders not handed over, 5 gifts to send`; undefined where there is none. */
export async function findUnfinishedWork(
  database: Queryable,
  locationId: string,
  nowMs: number,
): Promise<string | undefined> {
  // Its folder is gone, and its time zone with it: by then the day is over everywhere.
  const today = new Date(nowMs - dayMs).toISOString().slice(0, 10)
  const [row] = await database.query<Counts>(
    `SELECT (SELECT count(*) FROM tickets t
         WHERE t.location_id = $1 AND (t.status IN ('PaymentComplete', 'Queued') OR (${isUnderWay(2)})))::int AS orders,
       ((SELECT count(*) FROM refund_parts WHERE location_id = $1 AND done_at IS NULL)
         + (SELECT count(*) FROM card_order_refunds WHERE location_id = $1 AND done_at IS NULL))::int AS refunds,
       (SELECT count(*) FROM card_deliveries d JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id AND c.status = 'active'
         WHERE d.location_id = $1 AND d.state NOT IN ('sent', 'undeliverable'))::int AS gifts,
       (SELECT count(DISTINCT order_id) FROM card_shipments WHERE location_id = $1 AND posted_at IS NULL)::int AS posted`,
    [locationId, ...underWayTimes({ nowMs, today })],
  )
  const { orders, refunds, gifts, posted } = row!
  const left = [
    count(orders, 'order not handed over', 'orders not handed over'),
    count(refunds, 'refund', 'refunds'),
    count(gifts, 'gift to send', 'gifts to send'),
    count(posted, 'order of cards to mail', 'orders of cards to mail'),
  ].filter((one) => one !== undefined)
  return left.length === 0 ? undefined : left.join(', ')
}

const count = (many: number, one: string, more: string): string | undefined =>
  many === 0 ? undefined : `${many} ${many === 1 ? one : more}`
