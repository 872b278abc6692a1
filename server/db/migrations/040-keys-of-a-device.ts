/** A key is looked up under every caller: a device may sign in or out between two copies of one change. */
export const sql = `
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey;
ALTER TABLE idempotency_keys ADD PRIMARY KEY (location_id, key, caller);
`
