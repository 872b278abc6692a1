/** When the database was restored from a backup in which this order was open: what happened to it since is not known. */
export const sql = `
ALTER TABLE tickets ADD COLUMN set_back_at bigint;
`
