/** What of a line's price is in other classes of tax than the standard one, as it was when the line was put on the order; null: nothing. */
export const sql = `
ALTER TABLE ticket_lines ADD COLUMN tax_parts jsonb;
`
