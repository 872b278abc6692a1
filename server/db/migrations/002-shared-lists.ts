/**
 * Stored replies contain the list of order times, the same tens of kilobytes in every reply of a quarter of an hour. Each list is stored once, by its content,
 * and replies refer to it.
 */
export const sql = `
CREATE TABLE shared_lists (
  location_id text NOT NULL,
  id text NOT NULL,
  field text NOT NULL,
  body text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX shared_lists_expiry ON shared_lists (expires_at);

ALTER TABLE idempotency_keys ADD COLUMN shared_id text;
`
