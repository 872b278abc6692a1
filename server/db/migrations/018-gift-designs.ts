/**
 * How a gift card looks. An order has the id of the chosen design; a card has the design itself, so that it keeps its look even if the restaurant removes the
 * design from its files.
 */
export const sql = `
ALTER TABLE card_orders ADD COLUMN design_id text;
ALTER TABLE cards ADD COLUMN design jsonb;
`
