/**
 * Whether a guest's order loses its personal data as soon as it is over, because a member with its email has deleted their account meanwhile. Whose email it
 * was is stored nowhere.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN forget_when_over boolean NOT NULL DEFAULT false;
ALTER TABLE card_orders ADD COLUMN forget_when_over boolean NOT NULL DEFAULT false;
CREATE INDEX tickets_to_forget_when_over ON tickets (location_id) WHERE forget_when_over AND forgotten_at IS NULL;
CREATE INDEX card_orders_to_forget_when_over ON card_orders (location_id) WHERE forget_when_over AND forgotten_at IS NULL;
`
