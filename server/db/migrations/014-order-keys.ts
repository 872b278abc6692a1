/**
 * What the device that orders holds and a link to the order does not bear: without it a guest's placed order is read and not changed. Orders of before
 * have none and are changed by their link, as they were.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN order_key text;
`
