/** What a card payment has used of the limits (modules/payments/declines.ts), hashed, to be returned once its outcome is known. */
export const sql = `
ALTER TABLE payment_attempts ADD COLUMN counted jsonb NOT NULL DEFAULT '[]';
`
