/**
 * Indexes for deleting or exporting an account, over all orders for gift cards, also unplaced ones: the person's own by their id, and what they bought as a
 * guest by the email.
 */
export const sql = `
DROP INDEX card_orders_of_user;
CREATE INDEX card_orders_of_user ON card_orders (location_id, user_id, created_at) WHERE user_id IS NOT NULL;
DROP INDEX card_orders_of_buyer;
CREATE INDEX card_orders_of_buyer ON card_orders (location_id, lower(trim(buyer->>'buyer_email')));
`
