/**
 * How a gift card looks. An order knows the design that was chosen by its id; a card bears the design itself, so that it looks as it was given also
 * when the restaurant has taken the design out of its files.
 */
export const sql = `
ALTER TABLE card_orders ADD COLUMN design_id text;
ALTER TABLE cards ADD COLUMN design jsonb;
`
