/**
 * Wrong passwords are counted per account and network (`network_hash`, with a secret of this installation). An empty hash stands for the whole account: earlier
 * locks, and the demo's. `known_networks` has the networks from which an account signed in recently, so that strangers elsewhere cannot lock it out there. With
 * `successor_salt`, a refresh token that is sent twice gets the very same successor; the salt is useless without the token.
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
