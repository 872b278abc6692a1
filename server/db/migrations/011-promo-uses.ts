/**
 * How often promo codes are used. `promo_counts` has a row for each code (in capitals), which is locked to count a use; `taken` is the number of orders with
 * the code. `promo_uses` has a row for each order and hash of a person. `held_promo` is the code that is counted for an order: from before its first payment
 * until it is released.
 */
export const sql = `
CREATE TABLE promo_counts (
  location_id text NOT NULL,
  code text NOT NULL,
  taken integer NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (location_id, code)
);

CREATE TABLE promo_uses (
  location_id text NOT NULL,
  code text NOT NULL,
  person text NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (location_id, code, person, order_id)
);
CREATE INDEX promo_uses_of_order ON promo_uses (location_id, order_id);

ALTER TABLE tickets ADD COLUMN held_promo text;
DROP INDEX tickets_to_settle;
CREATE INDEX tickets_to_settle ON tickets (touched_at)
  WHERE status = 'PaymentComplete'
    OR (status = 'Open' AND (priced IS NOT NULL OR reward IS NOT NULL OR held_slot IS NOT NULL OR held_promo IS NOT NULL));

ALTER TABLE card_orders ADD COLUMN held_promo text;
CREATE INDEX card_orders_holding_promo ON card_orders (touched_at) WHERE status = 'Open' AND held_promo IS NOT NULL;
`
