/**
 * Kept replies carry the times that can be ordered for, the same tens of kilobytes in every one of a quarter of an hour.
 * They are kept once, by what they are, and a reply names them.
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
