import { dayMs } from '#contract/durations.ts'
import { isAllGone } from './losses.ts'

/** SQL conditions on a row `o` of `card_orders` that keep it from being forgotten: its people may still be needed. */

/** Until a gift is sent, its recipient must be known. */
export const isSent = `NOT EXISTS (SELECT 1 FROM card_deliveries d WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state <> 'sent')`

/** A delivery is neither sent nor given up, and its card meets the condition. */
const waitsWith = (card: string): string =>
  `EXISTS (SELECT 1 FROM card_deliveries d JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id
     WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state NOT IN ('sent', 'undeliverable') AND ${card})`
/** A gift that will be sent when its time comes. */
export const isSending = waitsWith(`c.status IN ('active', 'pending')`)
/**
 * A gift that may still be sent, once its card is off hold. If the whole payment was returned, it is not waiting for anything: nobody can send it or take it
 * back.
 */
export const isHeld = `(${waitsWith(`c.status = 'frozen'`)} AND NOT ${isAllGone})`

/** SQL: a refund was sent back, and is owed. */
export const isOwed = `EXISTS (SELECT 1 FROM card_order_refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.failed_at IS NOT NULL AND r.done_at IS NULL)`
/** SQL: the buyer's bank disputes the payment. */
export const isDisputed = `EXISTS (SELECT 1 FROM disputes d WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state = 'open')`
/** Money that has not reached its buyer yet, owed or under way. */
export const isGoingBack = `EXISTS (SELECT 1 FROM card_order_refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.done_at IS NULL)`

/** By then the cards count as mailed, even where nobody recorded it (`npm run merchant -- posted`). */
export const postedAfterMs = 30 * dayMs

/** `since`: the parameter with the time before which cards count as mailed. */
export const isPosting = (since: string): string =>
  `EXISTS (SELECT 1 FROM card_shipments s WHERE s.location_id = o.location_id AND s.order_id = o.id AND s.posted_at IS NULL AND s.created_at > ${since})`
/** SQL: it is paid and not placed, holds a use of a code, or money is going back. */
export const isPaying = `(o.status = 'PaymentComplete' OR (o.status = 'Open' AND o.held_promo IS NOT NULL)
  OR ${isGoingBack})`
/** Somebody may still have to contact the buyer. Open payment attempts are checked separately (`listTried`). */
export const isOpen = (since: string): string =>
  `(${isSending} OR ${isPosting(since)} OR ${isOwed} OR ${isDisputed} OR ${isHeld} OR ${isPaying})`
