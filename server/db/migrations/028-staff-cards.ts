/**
 * Gift cards for staff (decision 065). Cards and their orders get a reference for staff, because their ids are links that show a number. A re-issued card names
 * its replacement. `card_acts` has what was done with a card besides its movements, `card_order_refunds` an order's refunds, which are requested from the
 * provider like `refund_parts`, and `card_order_holds` the holds of an order's cards, including cards that are made later. Earlier refunds and disputes are
 * copied.
 */
export const sql = `
ALTER TABLE cards ADD COLUMN reference text NOT NULL DEFAULT gen_random_uuid()::text;
CREATE UNIQUE INDEX cards_by_reference ON cards (location_id, reference);
ALTER TABLE cards ADD COLUMN replaced_by text;
ALTER TABLE cards ADD CONSTRAINT cards_replaced FOREIGN KEY (location_id, replaced_by) REFERENCES cards (location_id, id);
CREATE INDEX cards_replacing ON cards (location_id, replaced_by) WHERE replaced_by IS NOT NULL;

ALTER TABLE card_orders ADD COLUMN reference text NOT NULL DEFAULT gen_random_uuid()::text;
CREATE UNIQUE INDEX card_orders_by_reference ON card_orders (location_id, reference);
CREATE INDEX card_orders_of_buyer ON card_orders (location_id, lower(trim(buyer->>'buyer_email'))) WHERE status = 'Submitted';
CREATE INDEX card_orders_of_recipient ON card_orders (location_id, lower(trim(recipient->>'recipient_email'))) WHERE status = 'Submitted';
CREATE INDEX card_orders_by_receipt ON card_orders (location_id, upper(right(id, 6))) WHERE status = 'Submitted';
CREATE INDEX card_orders_passing ON card_orders (location_id, passed_card_id) WHERE passed_card_id IS NOT NULL;
CREATE INDEX card_order_cards_of_card ON card_order_cards (location_id, card_id);

CREATE TABLE card_acts (
  location_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  card_id text NOT NULL,
  at bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('held', 'released', 'voided', 'reissued', 'refunded')),
  cause text,
  reason text,
  note text,
  PRIMARY KEY (location_id, number),
  FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id)
);
CREATE INDEX card_acts_of_card ON card_acts (location_id, card_id);
INSERT INTO card_acts (location_id, card_id, at, kind, cause)
  SELECT location_id, card_id, since, 'held', cause FROM card_holds;

CREATE TABLE card_order_refunds (
  location_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  user_id text,
  reason text NOT NULL,
  note text,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  shipping_cents integer NOT NULL CHECK (shipping_cents >= 0),
  taken jsonb NOT NULL,
  created_at bigint NOT NULL,
  done_at bigint,
  provider_refund_id text,
  outside_cents integer NOT NULL DEFAULT 0 CHECK (outside_cents >= 0),
  locked_until bigint NOT NULL DEFAULT 0,
  locked_by bigint,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id)
);
CREATE INDEX card_order_refunds_of_order ON card_order_refunds (location_id, order_id);
CREATE INDEX card_order_refunds_due ON card_order_refunds (created_at) WHERE done_at IS NULL;
CREATE INDEX card_order_refunds_locked ON card_order_refunds (locked_by) WHERE locked_by IS NOT NULL;
CREATE INDEX card_order_refunds_by_hand ON card_order_refunds (location_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
INSERT INTO card_order_refunds (location_id, id, order_id, reason, amount_cents, shipping_cents, taken, created_at, done_at)
  SELECT location_id, id, order_id, 'provider', amount_cents, 0, '[]', created_at, created_at
  FROM provider_refunds WHERE order_id IS NOT NULL AND failed_at IS NULL;

CREATE TABLE card_order_holds (
  location_id text NOT NULL,
  order_id text NOT NULL,
  cause text NOT NULL,
  since bigint NOT NULL,
  PRIMARY KEY (location_id, order_id, cause),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id)
);
CREATE INDEX card_order_holds_by_cause ON card_order_holds (location_id, cause);
INSERT INTO card_order_holds (location_id, order_id, cause, since)
  SELECT location_id, order_id, 'dispute:' || id, created_at FROM disputes WHERE order_id IS NOT NULL AND state <> 'won';
INSERT INTO card_order_holds (location_id, order_id, cause, since)
  SELECT r.location_id, r.order_id, h.cause, min(h.since) FROM card_holds h
  JOIN provider_refunds r ON r.location_id = h.location_id AND 'refund:' || r.id = h.cause
  WHERE r.order_id IS NOT NULL GROUP BY r.location_id, r.order_id, h.cause;
`
