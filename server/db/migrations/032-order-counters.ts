/**
 * Order numbers continue after midnight, so that two current orders of one kitchen never have the same one. `free_until`: no order of the last weeks has a
 * number up to this one.
 */
export const sql = `
CREATE TABLE order_counters (
  location_id text PRIMARY KEY,
  last_number integer NOT NULL,
  free_until integer NOT NULL
);
INSERT INTO order_counters (location_id, last_number, free_until)
  SELECT location_id, max(last_number), 9999 FROM order_numbers GROUP BY location_id;
DROP TABLE order_numbers;
`
