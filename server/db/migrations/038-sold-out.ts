/** Sold-out dishes: until when (ms), or until somebody changes it. A row that is over stays until the next one; its time tells that it is over. */
export const sql = `
CREATE TABLE sold_out (
  location_id text NOT NULL,
  item_id text NOT NULL,
  until bigint,
  since bigint NOT NULL,
  PRIMARY KEY (location_id, item_id)
);
`
