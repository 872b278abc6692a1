/**
 * A cardholder's bank disputes the payment of an order: while it does (`open`), nothing can be refunded to that card, and once it has taken the money (`lost`),
 * nothing ever will be; the pending refunds were then made by the bank (`by_bank`).
 */
export const sql = `
ALTER TABLE payments ADD COLUMN dispute text CHECK (dispute IN ('open', 'lost'));
ALTER TABLE refund_parts ADD COLUMN by_bank boolean NOT NULL DEFAULT false;
UPDATE payments p SET dispute = d.state FROM disputes d
  WHERE d.location_id = p.location_id AND d.intent_id = p.provider_id AND d.state IN ('open', 'lost');
`
