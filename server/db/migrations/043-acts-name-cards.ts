/** The gift card that an act was about, by the staff's reference; and a message about a replaced card to the address that it had been sent to. */
export const sql = `
ALTER TABLE staff_acts ADD COLUMN card_reference text;
ALTER TABLE order_messages DROP CONSTRAINT order_messages_event_check;
ALTER TABLE order_messages ADD CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded', 'part-refunded', 'refund-failed', 'cards-placed', 'cards-refunded', 'cards-refund-failed', 'cards-undelivered', 'cards-replaced'));
`
