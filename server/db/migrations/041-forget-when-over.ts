/**
 * Whether a guest's order is to lose its people as soon as it is over: a member whose address stood on it deleted their account meanwhile. Whose the address
 * was is kept nowhere.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN forget_when_over boolean NOT NULL DEFAULT false;
ALTER TABLE card_orders ADD COLUMN forget_when_over boolean NOT NULL DEFAULT false;
CREATE INDEX tickets_to_forget_when_over ON tickets (location_id) WHERE forget_when_over AND forgotten_at IS NULL;
CREATE INDEX card_orders_to_forget_when_over ON card_orders (location_id) WHERE forget_when_over AND forgotten_at IS NULL;
`
