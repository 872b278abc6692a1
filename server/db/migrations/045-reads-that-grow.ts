/**
 * Indexes for repeated reads and hourly deletions, however many orders there are: the board's finished orders, unplaced orders, ended records. An unplaced
 * order has an email, too, by which it is found when a person deletes their account.
 */
export const sql = `
DROP INDEX tickets_lately_done;
CREATE INDEX tickets_lately_over ON tickets (location_id, touched_at) WHERE status IN ('Completed', 'Cancelled');
CREATE INDEX tickets_unplaced ON tickets (location_id, created_at) WHERE name = '' AND forgotten_at IS NULL;
CREATE INDEX card_orders_unplaced ON card_orders (location_id, created_at) WHERE status = 'Open' AND forgotten_at IS NULL;
DROP INDEX tickets_by_email;
CREATE INDEX tickets_by_email ON tickets (location_id, lower(trim(contact->>'recipient_email'))) WHERE forgotten_at IS NULL;
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
CREATE INDEX sessions_by_end ON sessions (ends_at);
CREATE INDEX sessions_revoked ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX limits_by_time ON limits (window_start);
`
