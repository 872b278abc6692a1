/**
 * Refunds of an order, one row each, and the parts of the tenders, one row each. A gift card's part is done with its row; a payment card's is requested from
 * the provider under the part's id, with a lease. A payment's `refund_due_at` now means that all of it is refunded: it is taken off the order with its last
 * part (`released_at`). Refunds that are still owed by an earlier version are copied, with the ids that they were requested under.
 */
export const sql = `
CREATE TABLE refunds (
  location_id text NOT NULL,
  id text NOT NULL,
  ticket_id text NOT NULL,
  made_by text NOT NULL CHECK (made_by IN ('guest', 'staff', 'restaurant')),
  user_id text,
  reason text NOT NULL,
  note text,
  lines jsonb NOT NULL,
  delivery_cents integer NOT NULL CHECK (delivery_cents >= 0),
  tip_cents integer NOT NULL CHECK (tip_cents >= 0),
  earned_cents integer NOT NULL CHECK (earned_cents >= 0),
  reward_back boolean NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);
CREATE INDEX refunds_of_ticket ON refunds (location_id, ticket_id);
CREATE UNIQUE INDEX refunds_cancelled ON refunds (location_id, ticket_id) WHERE reason = 'cancelled';

CREATE TABLE refund_parts (
  location_id text NOT NULL,
  id text NOT NULL,
  refund_id text NOT NULL,
  ticket_id text NOT NULL,
  payment_id text NOT NULL,
  tender_type text NOT NULL,
  display_name text NOT NULL,
  non_tip_cents integer NOT NULL CHECK (non_tip_cents >= 0),
  tip_cents integer NOT NULL CHECK (tip_cents >= 0),
  created_at bigint NOT NULL,
  done_at bigint,
  provider_refund_id text,
  locked_until bigint NOT NULL DEFAULT 0,
  locked_by bigint,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, refund_id) REFERENCES refunds (location_id, id),
  FOREIGN KEY (location_id, payment_id) REFERENCES payments (location_id, id)
);
CREATE INDEX refund_parts_of_refund ON refund_parts (location_id, refund_id);
CREATE INDEX refund_parts_of_payment ON refund_parts (location_id, payment_id);
CREATE INDEX refund_parts_due ON refund_parts (created_at) WHERE done_at IS NULL;
CREATE INDEX refund_parts_locked ON refund_parts (locked_by) WHERE locked_by IS NOT NULL;

INSERT INTO refunds (location_id, id, ticket_id, made_by, reason, lines, delivery_cents, tip_cents, earned_cents, reward_back, created_at)
  SELECT location_id, min(id), ticket_id, 'restaurant', 'cancelled', '[]', 0, sum(tip_cents), 0, false, min(refund_due_at)
  FROM payments WHERE refund_due_at IS NOT NULL AND released_at IS NULL GROUP BY location_id, ticket_id;
INSERT INTO refund_parts (location_id, id, refund_id, ticket_id, payment_id, tender_type, display_name, non_tip_cents, tip_cents, created_at)
  SELECT p.location_id, p.id, r.id, p.ticket_id, p.id, p.tender_type, p.display_name, p.non_tip_cents, p.tip_cents, p.refund_due_at
  FROM payments p JOIN refunds r ON r.location_id = p.location_id AND r.ticket_id = p.ticket_id
  WHERE p.refund_due_at IS NOT NULL AND p.released_at IS NULL;
DROP INDEX payments_to_refund;
DROP INDEX payments_locked;
ALTER TABLE payments DROP COLUMN refund_locked_until;
ALTER TABLE payments DROP COLUMN refund_locked_by;

ALTER TABLE order_messages DROP CONSTRAINT order_messages_event_check;
ALTER TABLE order_messages ADD CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded', 'part-refunded'));
ALTER TABLE order_messages ADD COLUMN about text NOT NULL DEFAULT '';
ALTER TABLE order_messages DROP CONSTRAINT order_messages_location_id_ticket_id_event_recipient_key;
ALTER TABLE order_messages ADD UNIQUE (location_id, ticket_id, event, recipient, about);
`
