/** What a card payment has taken of the limits (modules/payments/declines.ts), hashed, to be given back when it is known what became of it. */
export const sql = `
ALTER TABLE payment_attempts ADD COLUMN counted jsonb NOT NULL DEFAULT '[]';
`
