/**
 * When the personal data of an order was deleted (ms): its money stays. `policy_reports` counts what browsers blocked, one row per day and kind; nothing about
 * the reporting person is stored.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN forgotten_at bigint;
CREATE INDEX tickets_to_forget ON tickets (location_id, created_at) WHERE forgotten_at IS NULL;
ALTER TABLE card_orders ADD COLUMN forgotten_at bigint;
CREATE INDEX card_orders_to_forget ON card_orders (location_id, created_at) WHERE forgotten_at IS NULL;

CREATE TABLE policy_reports (
  location_id text NOT NULL,
  day text NOT NULL,
  screen text NOT NULL,
  directive text NOT NULL,
  source text NOT NULL,
  seen integer NOT NULL CHECK (seen > 0),
  last_seen_at bigint NOT NULL,
  PRIMARY KEY (location_id, day, screen, directive, source)
);
`
