/**
 * Second factors of staff (decision 064): passkeys, each bound to the host that it was made at; one authenticator app per person, with a sealed secret and the
 * last time step for which a code was used; recovery codes as hashes with the server's key. `proof_requests` has requests for proof, each valid for a few
 * minutes and once. A session has the time of its person's last proof, and whether that was a second factor.
 */
export const sql = `
CREATE TABLE passkeys (
  location_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  host text NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text NOT NULL,
  name text NOT NULL,
  added_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (location_id, id)
);
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (location_id, credential_id);
CREATE INDEX passkeys_of_user ON passkeys (location_id, user_id);

CREATE TABLE authenticator_apps (
  location_id text NOT NULL,
  user_id text NOT NULL,
  sealed_secret text NOT NULL CHECK (sealed_secret LIKE 'v1.%'),
  last_step bigint NOT NULL,
  added_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (location_id, user_id)
);

CREATE TABLE recovery_codes (
  location_id text NOT NULL,
  user_id text NOT NULL,
  code_hash text NOT NULL CHECK (code_hash LIKE 'v1.%'),
  made_key text NOT NULL,
  made_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (location_id, user_id, code_hash)
);

CREATE TABLE proof_requests (
  location_id text NOT NULL,
  token_hash text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'step_up', 'add_passkey', 'add_app')),
  user_id text NOT NULL,
  user_version integer NOT NULL,
  session_id text,
  host text NOT NULL,
  challenge text NOT NULL,
  sealed_secret text CHECK (sealed_secret LIKE 'v1.%'),
  expires_at bigint NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  used_at bigint,
  used_key text,
  PRIMARY KEY (location_id, token_hash)
);
CREATE INDEX proof_requests_by_end ON proof_requests (expires_at);

ALTER TABLE sessions ADD COLUMN proved_at bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN proved_by_factor boolean NOT NULL DEFAULT false;
UPDATE sessions SET proved_at = created_at;
`
