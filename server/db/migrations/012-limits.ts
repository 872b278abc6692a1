/**
 * Wrong passwords are counted by account and network (`network_hash`, under a secret of this installation). An empty one is the whole account: the
 * locks that were there before, and the demo's. Where an account has signed in lately is known, so that strangers elsewhere stand in nobody's way.
 * `successor_salt` lets a refresh token that comes twice be answered with the very same successor; it is of no use without the token.
 */
export const sql = `
ALTER TABLE sign_in_failures ADD COLUMN network_hash text NOT NULL DEFAULT '';
ALTER TABLE sign_in_failures DROP CONSTRAINT sign_in_failures_pkey;
ALTER TABLE sign_in_failures ADD PRIMARY KEY (location_id, email_hash, network_hash);

CREATE TABLE known_networks (
  location_id text NOT NULL,
  email_hash text NOT NULL,
  network_hash text NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (location_id, email_hash, network_hash)
);
CREATE INDEX known_networks_by_time ON known_networks (seen_at);

ALTER TABLE refresh_tokens ADD COLUMN successor_salt text;
`
