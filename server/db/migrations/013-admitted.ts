/**
 * Whether a card payment may be sent to the provider: it is counted against the limits (modules/payments/declines.ts). Earlier payments may have been sent, and
 * so may those of a server that does not write this column yet.
 */
export const sql = `
ALTER TABLE payment_attempts ADD COLUMN admitted boolean NOT NULL DEFAULT true;
`
