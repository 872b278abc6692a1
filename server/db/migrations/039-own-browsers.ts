/**
 * Whether a browser that is told of an order showed that it is its guest's: who only has the order's link takes no email from them. Of those that asked before
 * nobody knows: their guests hear twice at most.
 */
export const sql = `
ALTER TABLE push_subscriptions ADD COLUMN is_own boolean NOT NULL DEFAULT false;
`
