/**
 * Besides the end of a row's lease (`…locked_until`), its holder: the number of the advisory lock that the process holds as long as it lives (leases.ts). Only
 * leased rows have one, so that the indexes stay small.
 */
export const sql = `
ALTER TABLE idempotency_keys ADD COLUMN locked_by bigint;
ALTER TABLE payment_attempts ADD COLUMN locked_by bigint;
ALTER TABLE card_deliveries ADD COLUMN locked_by bigint;
ALTER TABLE payments ADD COLUMN refund_locked_by bigint;
ALTER TABLE tickets ADD COLUMN kitchen_locked_by bigint;
CREATE INDEX idempotency_keys_locked ON idempotency_keys (locked_by) WHERE locked_by IS NOT NULL;
CREATE INDEX payment_attempts_locked ON payment_attempts (locked_by) WHERE locked_by IS NOT NULL;
CREATE INDEX card_deliveries_locked ON card_deliveries (locked_by) WHERE locked_by IS NOT NULL;
CREATE INDEX payments_locked ON payments (refund_locked_by) WHERE refund_locked_by IS NOT NULL;
CREATE INDEX tickets_locked ON tickets (kitchen_locked_by) WHERE kitchen_locked_by IS NOT NULL;
`
