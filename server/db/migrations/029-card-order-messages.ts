/** Buyers of gift cards also get messages about refunds: a message belongs to one ticket or one order for gift cards. Earlier refunds are not announced. */
export const sql = `
ALTER TABLE order_messages ALTER COLUMN ticket_id DROP NOT NULL;
ALTER TABLE order_messages ADD COLUMN order_id text;
ALTER TABLE order_messages ADD CONSTRAINT order_messages_of_order FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id);
ALTER TABLE order_messages ADD CONSTRAINT order_messages_of_one CHECK (num_nonnulls(ticket_id, order_id) = 1);
ALTER TABLE order_messages DROP CONSTRAINT order_messages_event_check;
ALTER TABLE order_messages ADD CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded', 'part-refunded', 'cards-refunded'));
CREATE UNIQUE INDEX order_messages_once_an_order ON order_messages (location_id, order_id, event, about) WHERE order_id IS NOT NULL;
`
