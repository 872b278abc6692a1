/**
 * The language in which a guest was served, as in a page's `<html lang>` (`es`); null: English. Messages about an order, a gift or an account by email, text or
 * push are written in it. A waiting message has its order's language; a browser that is notified about an order has its own.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN language text;
ALTER TABLE card_orders ADD COLUMN language text;
ALTER TABLE users ADD COLUMN language text;
ALTER TABLE push_subscriptions ADD COLUMN language text;
ALTER TABLE order_messages ADD COLUMN language text;
`
