/**
 * Gift cards and rewards that pay for a ticket. A tender stays in `payments` forever, one row per redemption; `released_at` says that its money was returned,
 * and from `refund_due_at` on a payment card's refund is due. A reward belongs to a ticket from its redemption on, by constraint one per ticket, and is used
 * once the order is placed. `slot_uses` counts a slot's orders where a kitchen makes only so many at a time.
 */
export const sql = `
ALTER TABLE payments ALTER COLUMN provider_id DROP NOT NULL;
ALTER TABLE payments ADD COLUMN card_id text;
ALTER TABLE payments ADD COLUMN released_at bigint;
ALTER TABLE payments ADD COLUMN refund_due_at bigint;
ALTER TABLE payments ADD COLUMN refund_locked_until bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN refund_id text;
ALTER TABLE payments ADD CONSTRAINT payments_of_card CHECK ((tender_type = 'card') = (card_id IS NOT NULL));
ALTER TABLE payments ADD FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id);
CREATE INDEX payments_to_refund ON payments (refund_due_at) WHERE refund_due_at IS NOT NULL AND released_at IS NULL;

ALTER TABLE rewards ADD COLUMN ticket_id text;
ALTER TABLE rewards ADD FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id);
CREATE UNIQUE INDEX rewards_of_ticket ON rewards (location_id, ticket_id) WHERE ticket_id IS NOT NULL;

ALTER TABLE tickets ADD COLUMN reward jsonb;
ALTER TABLE tickets ADD COLUMN held_slot text;
CREATE INDEX tickets_to_settle ON tickets (touched_at)
  WHERE status = 'PaymentComplete' OR (status = 'Open' AND (priced IS NOT NULL OR reward IS NOT NULL OR held_slot IS NOT NULL));

CREATE INDEX payment_attempts_running ON payment_attempts (locked_until) WHERE state = 'started';

CREATE TABLE slot_uses (
  location_id text NOT NULL,
  slot text NOT NULL,
  taken integer NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (location_id, slot)
);
`
