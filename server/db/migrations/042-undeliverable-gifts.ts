/** A card that could finally not be delivered, and that its giver was told so. */
export const sql = `
ALTER TABLE card_deliveries DROP CONSTRAINT card_deliveries_state_check;
ALTER TABLE card_deliveries ADD CHECK (state IN ('pending', 'sent', 'failed', 'undeliverable'));
ALTER TABLE order_messages DROP CONSTRAINT order_messages_event_check;
ALTER TABLE order_messages ADD CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded', 'part-refunded', 'refund-failed', 'cards-placed', 'cards-refunded', 'cards-refund-failed', 'cards-undelivered'));
`
