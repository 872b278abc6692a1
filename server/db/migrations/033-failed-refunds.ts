/**
 * Refunds that a bank sent back: the money is owed again from `failed_at` on, until staff have sent it again or paid it another way (`by_hand`). Buyers and
 * guests are told; buyers are also told that their order was placed.
 */
export const sql = `
ALTER TABLE refund_parts ADD COLUMN failed_at bigint;
ALTER TABLE refund_parts ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX refund_parts_failed ON refund_parts (location_id, failed_at) WHERE failed_at IS NOT NULL AND done_at IS NULL;
ALTER TABLE card_order_refunds ADD COLUMN failed_at bigint;
ALTER TABLE card_order_refunds ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX card_order_refunds_failed ON card_order_refunds (location_id, failed_at) WHERE failed_at IS NOT NULL AND done_at IS NULL;
ALTER TABLE order_messages DROP CONSTRAINT order_messages_event_check;
ALTER TABLE order_messages ADD CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded', 'part-refunded', 'refund-failed', 'cards-placed', 'cards-refunded', 'cards-refund-failed'));
`
