/**
 * Accounts, sessions, saved rewards and the administrators' tables. Secrets (tokens, links) are stored as SHA-256 hashes of random values with 192 bits or
 * more, passwords as argon2id; nothing here can be used to sign in. An email is looked up by `email_key` (trimmed, lower case).
 */
export const sql = `
CREATE TABLE users (
  location_id text NOT NULL,
  id text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  address2 text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  zip text NOT NULL,
  role text NOT NULL CHECK (role IN ('member', 'administrator')),
  password_hash text,
  confirmed_at bigint,
  customer_id text,
  version integer NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, email_key)
);

CREATE TABLE linked_accounts (
  location_id text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  subject text NOT NULL,
  user_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, provider, subject),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX linked_accounts_of_user ON linked_accounts (location_id, user_id);

CREATE TABLE sessions (
  location_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  revocation_hash text NOT NULL,
  device text NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  revoked_at bigint,
  revoked_because text,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, revocation_hash),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX sessions_of_user ON sessions (location_id, user_id);

CREATE TABLE access_tokens (
  location_id text NOT NULL,
  token_hash text NOT NULL,
  session_id text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (location_id, token_hash),
  FOREIGN KEY (location_id, session_id) REFERENCES sessions (location_id, id)
);
CREATE INDEX access_tokens_of_session ON access_tokens (location_id, session_id);

CREATE TABLE refresh_tokens (
  location_id text NOT NULL,
  token_hash text NOT NULL,
  session_id text NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  used_key text,
  PRIMARY KEY (location_id, token_hash),
  FOREIGN KEY (location_id, session_id) REFERENCES sessions (location_id, id)
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (location_id, session_id);

CREATE TABLE mail_links (
  location_id text NOT NULL,
  token_hash text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'unlock', 'confirm', 'invite')),
  user_id text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (location_id, token_hash),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX mail_links_of_user ON mail_links (location_id, user_id, purpose);

CREATE TABLE sign_in_failures (
  location_id text NOT NULL,
  email_hash text NOT NULL,
  failures integer NOT NULL,
  locked_at bigint,
  last_failed_at bigint NOT NULL,
  PRIMARY KEY (location_id, email_hash)
);

CREATE TABLE limits (
  location_id text NOT NULL,
  bucket text NOT NULL,
  window_start bigint NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (location_id, bucket)
);

CREATE TABLE audit_trail (
  location_id text NOT NULL,
  id text NOT NULL,
  at bigint NOT NULL,
  action text NOT NULL,
  outcome text NOT NULL,
  user_id text,
  session_id text,
  request_id text NOT NULL,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX audit_trail_by_time ON audit_trail (location_id, at);

CREATE TABLE used_challenges (
  location_id text NOT NULL,
  challenge_hash text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (location_id, challenge_hash)
);
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE reward_points (
  location_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  points integer NOT NULL,
  description text NOT NULL,
  ticket_id text,
  expires_on text,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX reward_points_of_user ON reward_points (location_id, user_id);
CREATE UNIQUE INDEX reward_points_of_ticket ON reward_points (location_id, ticket_id) WHERE ticket_id IS NOT NULL;

CREATE TABLE rewards (
  location_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  ends_on text NOT NULL,
  used_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX rewards_of_user ON rewards (location_id, user_id);

CREATE TABLE card_transactions (
  location_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  description text NOT NULL,
  amount_cents integer NOT NULL,
  card_id text,
  online_order boolean NOT NULL,
  ticket_id text,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX card_transactions_of_user ON card_transactions (location_id, user_id, created_at);

ALTER TABLE tickets ADD COLUMN user_id text;
CREATE INDEX tickets_of_user ON tickets (location_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE master_apps (
  location_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  platform text NOT NULL,
  version text NOT NULL,
  active boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (location_id, id)
);

CREATE TABLE devices (
  location_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id)
);

CREATE TABLE device_apps (
  location_id text NOT NULL,
  device_id text NOT NULL,
  id text NOT NULL,
  app_id text NOT NULL,
  version text NOT NULL,
  status text NOT NULL,
  installed_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  PRIMARY KEY (location_id, device_id, id),
  FOREIGN KEY (location_id, device_id) REFERENCES devices (location_id, id),
  FOREIGN KEY (location_id, app_id) REFERENCES master_apps (location_id, id)
);

CREATE TABLE app_activities (
  location_id text NOT NULL,
  device_id text NOT NULL,
  device_app_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, device_id, device_app_id, id),
  FOREIGN KEY (location_id, device_id, device_app_id) REFERENCES device_apps (location_id, device_id, id)
);
CREATE INDEX app_activities_by_time ON app_activities (location_id, device_id, device_app_id, created_at);
`
