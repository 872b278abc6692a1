/** Managers find gift cards by a telephone number, as whoever calls has it at hand: the last ten digits of an account's, or of whom a card was sent to. */
export const sql = `
CREATE INDEX users_by_phone ON users (location_id, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) WHERE phone <> '';
CREATE INDEX card_orders_by_phone ON card_orders (location_id, right(regexp_replace(recipient->>'recipient_phone', '[^0-9]', '', 'g'), 10)) WHERE status = 'Submitted';
`
