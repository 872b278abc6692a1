/** A tip as a percentage of the subtotal (whole percent), which follows the subtotal; null: `tip_cents` is the tip. */
export const sql = `ALTER TABLE tickets ADD COLUMN tip_percent integer CHECK (tip_percent BETWEEN 1 AND 100);`
