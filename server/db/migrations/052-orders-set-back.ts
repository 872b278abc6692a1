/** When the database was restored from a backup that had this order as an open one: what became of it since is not known. */
export const sql = `
ALTER TABLE tickets ADD COLUMN set_back_at bigint;
`
