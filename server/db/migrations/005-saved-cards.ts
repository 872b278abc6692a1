/** A payment by a member is made for their customer with the card provider, and is repeated with the same customer. */
export const sql = `
ALTER TABLE payment_attempts ADD COLUMN customer_id text;
`
