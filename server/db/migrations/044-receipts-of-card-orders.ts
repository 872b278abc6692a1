/** The id of a gift card order's receipt: receipts are handed to others, and the order's own id is a link that shows and changes its card. */
export const sql = `
ALTER TABLE card_orders ADD COLUMN receipt_id text NOT NULL DEFAULT gen_random_uuid()::text;
CREATE UNIQUE INDEX card_orders_by_receipt_id ON card_orders (location_id, receipt_id);
`
