/**
 * Placed orders in the kitchen. `history` has a ticket's status changes since it was placed, in the API's form. A location without a row in `kitchens` takes
 * orders. `kitchen_locked_until` keeps an order that is being handed to a kitchen's own system from being handed over twice.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
ALTER TABLE tickets ADD COLUMN checked_in_at bigint;
ALTER TABLE tickets ADD COLUMN kitchen_locked_until bigint NOT NULL DEFAULT 0;
CREATE INDEX tickets_in_kitchen ON tickets (location_id, status) WHERE status IN ('Queued', 'Submitted', 'Preparing', 'Ready');
CREATE INDEX tickets_lately_done ON tickets (location_id, touched_at) WHERE status = 'Completed';

CREATE TABLE kitchens (
  location_id text PRIMARY KEY,
  is_on boolean NOT NULL,
  changed_at bigint NOT NULL
);
`
