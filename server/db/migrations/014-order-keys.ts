/**
 * The key of the device that orders, which a link to the order does not contain: without it, a guest's placed order can be read but not changed. Earlier orders
 * have none and can still be changed by their link.
 */
export const sql = `
ALTER TABLE tickets ADD COLUMN order_key text;
`
