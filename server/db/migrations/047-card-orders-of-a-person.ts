/**
 * Whoever deletes or exports their account is found by an index in all orders for gift cards, also in those that were not placed: their own by their id,
 * what they bought as a guest by its address.
 */
export const sql = `
DROP INDEX card_orders_of_user;
CREATE INDEX card_orders_of_user ON card_orders (location_id, user_id, created_at) WHERE user_id IS NOT NULL;
DROP INDEX card_orders_of_buyer;
CREATE INDEX card_orders_of_buyer ON card_orders (location_id, lower(trim(buyer->>'buyer_email')));
`
