/**
 * In which language a guest was served, as a page's `<html lang>` says it (`es`); null: English. What follows an order, a gift or an account by email,
 * text or push is written in it. A message that waits bears its order's own; a browser that is told of an order has one of its own.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN language text;
ALTER TABLE card_orders ADD COLUMN language text;
ALTER TABLE users ADD COLUMN language text;
ALTER TABLE push_subscriptions ADD COLUMN language text;
ALTER TABLE order_messages ADD COLUMN language text;
`
