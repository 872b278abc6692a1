/** Owner, manager and kitchen replace the one role of administrator, which becomes owner (decision 061). */
export const sql = `
ALTER TABLE users DROP CONSTRAINT users_role_check;
UPDATE users SET role = 'owner' WHERE role = 'administrator';
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('member', 'kitchen', 'manager', 'owner'));
`
