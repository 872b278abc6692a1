/** What was known about a dish's allergens when it was put on an order: the restaurant's statement at that time, whatever its menu says later. */
export const sql = `
ALTER TABLE ticket_lines ADD COLUMN allergens jsonb;
`
