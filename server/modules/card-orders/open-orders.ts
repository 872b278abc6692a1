import { dayMs } from '#contract/durations.ts'
import { isAllGone } from './losses.ts'

/** What keeps an order for gift cards from being forgotten (SQL, of a row `o` of `card_orders`): somebody may still have to be found for it. */

/** A gift that is still to be sent needs to be known to whom. */
export const isSent = `NOT EXISTS (SELECT 1 FROM card_deliveries d WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state <> 'sent')`

/** A delivery has neither arrived nor been given up, and its card is so. */
const waitsWith = (card: string): string =>
  `EXISTS (SELECT 1 FROM card_deliveries d JOIN cards c ON c.location_id = d.location_id AND c.id = d.card_id
     WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state NOT IN ('sent', 'undeliverable') AND ${card})`
/** A gift goes out when its time comes. */
export const isSending = waitsWith(`c.status IN ('active', 'pending')`)
/** A gift may go out yet, once its card is off hold. One whose whole payment went back waits for nothing: nobody can send it or take it back. */
export const isHeld = `(${waitsWith(`c.status = 'frozen'`)} AND NOT ${isAllGone})`

export const isOwed = `EXISTS (SELECT 1 FROM card_order_refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.failed_at IS NOT NULL AND r.done_at IS NULL)`
export const isDisputed = `EXISTS (SELECT 1 FROM disputes d WHERE d.location_id = o.location_id AND d.order_id = o.id AND d.state = 'open')`
/** Money that has not arrived with its buyer yet, owed or on its way. */
export const isGoingBack = `EXISTS (SELECT 1 FROM card_order_refunds r WHERE r.location_id = o.location_id AND r.order_id = o.id AND r.done_at IS NULL)`

/** By then it is, also where nobody wrote down when (`npm run merchant -- posted`). */
export const postedAfterMs = 30 * dayMs

/** `since`: the parameter of the time before which what was to be posted has been. */
export const isPosting = (since: string): string =>
  `EXISTS (SELECT 1 FROM card_shipments s WHERE s.location_id = o.location_id AND s.order_id = o.id AND s.posted_at IS NULL AND s.created_at > ${since})`
export const isPaying = `(o.status = 'PaymentComplete' OR (o.status = 'Open' AND o.held_promo IS NOT NULL)
  OR ${isGoingBack})`
/** Somebody may still have to be written to about it. What a payment card is being asked for comes on top (`listTried`). */
export const isOpen = (since: string): string =>
  `(${isSending} OR ${isPosting(since)} OR ${isOwed} OR ${isDisputed} OR ${isHeld} OR ${isPaying})`
