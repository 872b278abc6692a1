/** Dishes that have run out: until when (ms), or until somebody says otherwise. One that is over stays until the next: by its time it is none. */
export const sql = `
CREATE TABLE sold_out (
  location_id text NOT NULL,
  item_id text NOT NULL,
  until bigint,
  since bigint NOT NULL,
  PRIMARY KEY (location_id, item_id)
);
`
