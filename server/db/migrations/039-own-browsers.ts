/**
 * Whether a notified browser has proved to be the guest's own: somebody with only the order's link must not keep the guest from getting the email. For earlier
 * subscriptions this is not known: their guests are told twice at most.
 */
export const sql = `
ALTER TABLE push_subscriptions ADD COLUMN is_own boolean NOT NULL DEFAULT false;
`
