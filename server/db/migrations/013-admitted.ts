/**
 * Whether a card payment may be asked of the provider: it is counted against the limits (modules/payments/declines.ts). Those of before may have been
 * asked for, and so may those of a server that does not write it yet.
 */
export const sql = `
ALTER TABLE payment_attempts ADD COLUMN admitted boolean NOT NULL DEFAULT true;
`
