/**
 * What a bank took for good (`lost_cents`) covers pending refunds of an order or gift card order (`by_bank`). A payment stays `open` while any of its disputes
 * is. Refunds that already wait on a lost payment are left to the staff: it is no longer known which part of them the bank has paid.
 */
export const sql = `
ALTER TABLE payments ADD COLUMN lost_cents integer NOT NULL DEFAULT 0 CHECK (lost_cents >= 0);
ALTER TABLE card_order_refunds ADD COLUMN by_bank boolean NOT NULL DEFAULT false;
UPDATE payments p SET dispute = d.dispute, lost_cents = d.lost_cents FROM (
    SELECT location_id, intent_id, CASE WHEN bool_or(state = 'open') THEN 'open' ELSE 'lost' END AS dispute,
      coalesce(sum(amount_cents) FILTER (WHERE state = 'lost'), 0) AS lost_cents
    FROM disputes WHERE state IN ('open', 'lost') GROUP BY location_id, intent_id) d
  WHERE d.location_id = p.location_id AND d.intent_id = p.provider_id;
UPDATE refund_parts b SET failed_at = b.created_at FROM payments p
  WHERE p.location_id = b.location_id AND p.id = b.payment_id AND p.dispute = 'lost' AND b.done_at IS NULL AND b.failed_at IS NULL;
`
