/** A tip that is a share of the subtotal (whole percent) and moves with it; null: `tip_cents` is the tip. */
export const sql = `ALTER TABLE tickets ADD COLUMN tip_percent integer CHECK (tip_percent BETWEEN 1 AND 100);`
