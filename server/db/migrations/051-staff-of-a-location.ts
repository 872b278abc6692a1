/** A location's staff are some of its many accounts. */
export const sql = `
CREATE INDEX users_on_staff ON users (location_id) WHERE role <> 'member';
`
