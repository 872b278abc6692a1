/**
 * The refresh tokens of accounts that were deleted, as hashes: a device that still holds one is told that nobody is left whom it could sign in (decision 100).
 * Nothing here says whose they were.
 */
export const sql = `
CREATE TABLE tokens_of_deleted_accounts (
  location_id text NOT NULL,
  token_hash text NOT NULL,
  forget_at bigint NOT NULL,
  PRIMARY KEY (location_id, token_hash)
);
`
