/**
 * One table of card payments for everything that is paid for: a ticket or an order for gift cards. Unanswered payments of both are settled by the same rounds.
 * The key alone finds an attempt: that is how a device asks for the outcome of one.
 */
export const sql = `
ALTER TABLE payment_attempts ALTER COLUMN ticket_id DROP NOT NULL;
ALTER TABLE payment_attempts ADD COLUMN order_id text;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_payable CHECK ((ticket_id IS NULL) <> (order_id IS NULL));
ALTER TABLE payment_attempts ADD FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id);
INSERT INTO payment_attempts (location_id, id, order_id, idempotency_key, non_tip_cents, tip_cents, payment_source, customer_id, priced, state, intent_id,
    client_secret, message, locked_until, created_at)
  SELECT location_id, id, order_id, idempotency_key, amount_cents, 0, payment_source, customer_id, priced, state, intent_id,
    client_secret, message, locked_until, created_at FROM card_order_attempts;
DROP TABLE card_order_attempts;
DROP INDEX payment_attempts_open;
DROP INDEX payment_attempts_key;
CREATE UNIQUE INDEX payment_attempts_open_ticket ON payment_attempts (location_id, ticket_id) WHERE state IN ('started', 'authenticating');
CREATE UNIQUE INDEX payment_attempts_open_order ON payment_attempts (location_id, order_id) WHERE state IN ('started', 'authenticating');
CREATE INDEX payment_attempts_key ON payment_attempts (location_id, idempotency_key);
`
