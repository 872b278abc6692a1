/** For staff: the hashes of the three passwords before the current one, newest first. None of them may be used again (PCI DSS 8.3.7). */
export const sql = `
ALTER TABLE users ADD COLUMN earlier_passwords jsonb NOT NULL DEFAULT '[]';
`
