/**
 * Gifts that are sent at a chosen time, can be changed until they are opened, and can be passed on. An order has the time of its gift, the zone, and the
 * member's card that it was taken from. A card's link is its id until it is passed to somebody else: from then on `link_id`. A delivery's `revision` increases
 * with every change, so that a process that was sending the previous one cannot mark this one as sent.
 */
export const sql = `
ALTER TABLE card_orders ADD COLUMN send_at bigint;
ALTER TABLE card_orders ADD COLUMN send_zone text;
ALTER TABLE card_orders ADD COLUMN passed_card_id text;
ALTER TABLE card_orders ADD COLUMN taken_back_at bigint;
ALTER TABLE card_orders ADD CONSTRAINT card_orders_passed FOREIGN KEY (location_id, passed_card_id) REFERENCES cards (location_id, id);
CREATE INDEX card_orders_of_user ON card_orders (location_id, user_id, created_at) WHERE user_id IS NOT NULL AND status = 'Submitted';

ALTER TABLE cards ADD COLUMN link_id text;
ALTER TABLE cards ADD COLUMN opened_at bigint;
CREATE UNIQUE INDEX cards_by_link ON cards (location_id, link_id) WHERE link_id IS NOT NULL;

ALTER TABLE card_deliveries ADD COLUMN revision integer NOT NULL DEFAULT 0;
CREATE INDEX card_deliveries_of_order ON card_deliveries (location_id, order_id);
`
