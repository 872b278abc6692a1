/** The part of a line's price in tax classes other than the standard one, as of when the line was put on the order; null: nothing. */
export const sql = `
ALTER TABLE ticket_lines ADD COLUMN tax_parts jsonb;
`
