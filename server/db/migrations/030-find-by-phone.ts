/** Managers find gift cards by a caller's phone number: the last ten digits of an account's number, or of the recipient's. */
export const sql = `
CREATE INDEX users_by_phone ON users (location_id, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) WHERE phone <> '';
CREATE INDEX card_orders_by_phone ON card_orders (location_id, right(regexp_replace(recipient->>'recipient_phone', '[^0-9]', '', 'g'), 10)) WHERE status = 'Submitted';
`
