/** Of who works there: the hashes of the three passwords before the present one, the newest first. None of them comes again (PCI DSS 8.3.7). */
export const sql = `
ALTER TABLE users ADD COLUMN earlier_passwords jsonb NOT NULL DEFAULT '[]';
`
