/**
 * The card that got a refund, where it is not the one that had paid: `display_name` names it, `paid_with` the one that had paid. `card_void`: it was void by
 * then.
 */
export const sql = `
ALTER TABLE refund_parts ADD COLUMN paid_with text;
ALTER TABLE refund_parts ADD COLUMN card_void boolean NOT NULL DEFAULT false;
`
