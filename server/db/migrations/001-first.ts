/**
 * The schema of the ordering flow. Every key begins with the location, so that no query can reach across merchants and the tables can be sharded by it. Times
 * are milliseconds since the epoch, money is integer cents, dates are text (drivers disagree on what a DATE is). No advisory locks, triggers or deferrable
 * constraints: distributed engines lack them.
 */
export const sql = `
CREATE TABLE locations (
  location_id text PRIMARY KEY,
  label text NOT NULL UNIQUE,
  revision text NOT NULL,
  active boolean NOT NULL,
  document text NOT NULL,
  imported_at bigint NOT NULL
);

CREATE TABLE hosts (
  host text PRIMARY KEY,
  location_id text NOT NULL REFERENCES locations (location_id)
);

CREATE TABLE tickets (
  location_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  name text NOT NULL,
  next_index integer NOT NULL,
  use_delivery boolean NOT NULL,
  use_curbside boolean NOT NULL,
  ready_date text,
  ready_time text,
  contact jsonb NOT NULL,
  promo_code text,
  tip_cents integer NOT NULL CHECK (tip_cents >= 0),
  priced jsonb,
  success_header text,
  success_message text,
  created_at bigint NOT NULL,
  touched_at bigint NOT NULL,
  PRIMARY KEY (location_id, id)
);

CREATE TABLE ticket_lines (
  location_id text NOT NULL,
  ticket_id text NOT NULL,
  line_index integer NOT NULL,
  menu_external_id text NOT NULL,
  menu_category_external_id text NOT NULL,
  menu_item_external_id text NOT NULL,
  menu_item text NOT NULL,
  name text NOT NULL,
  unit_cents integer NOT NULL CHECK (unit_cents >= 0),
  quantity integer NOT NULL CHECK (quantity >= 1),
  sent_modifiers jsonb NOT NULL,
  priced_modifiers jsonb NOT NULL,
  PRIMARY KEY (location_id, ticket_id, line_index),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);

CREATE TABLE payment_attempts (
  location_id text NOT NULL,
  id text NOT NULL,
  ticket_id text NOT NULL,
  idempotency_key text NOT NULL,
  non_tip_cents integer NOT NULL CHECK (non_tip_cents >= 0),
  tip_cents integer NOT NULL CHECK (tip_cents >= 0),
  payment_source text NOT NULL,
  priced jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'authenticating', 'succeeded', 'declined', 'abandoned')),
  intent_id text,
  client_secret text,
  message text,
  locked_until bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);
CREATE UNIQUE INDEX payment_attempts_open ON payment_attempts (location_id, ticket_id) WHERE state IN ('started', 'authenticating');
CREATE UNIQUE INDEX payment_attempts_key ON payment_attempts (location_id, ticket_id, idempotency_key);

CREATE TABLE payments (
  location_id text NOT NULL,
  id text NOT NULL,
  ticket_id text NOT NULL,
  attempt_id text NOT NULL,
  tender_type text NOT NULL,
  display_name text NOT NULL,
  non_tip_cents integer NOT NULL CHECK (non_tip_cents >= 0),
  tip_cents integer NOT NULL CHECK (tip_cents >= 0),
  provider_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, attempt_id),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);
CREATE INDEX payments_of_ticket ON payments (location_id, ticket_id);

CREATE TABLE ledger (
  location_id text NOT NULL,
  transfer_id text NOT NULL,
  side text NOT NULL CHECK (side IN ('from', 'to')),
  account text NOT NULL,
  amount_cents integer NOT NULL CHECK ((side = 'from' AND amount_cents < 0) OR (side = 'to' AND amount_cents > 0)),
  ticket_id text,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, transfer_id, side)
);

CREATE TABLE submissions (
  location_id text NOT NULL,
  ticket_id text NOT NULL,
  day text NOT NULL,
  name text NOT NULL,
  total_cents integer NOT NULL,
  submitted_at bigint NOT NULL,
  PRIMARY KEY (location_id, ticket_id),
  UNIQUE (location_id, day, name),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);

CREATE TABLE order_numbers (
  location_id text NOT NULL,
  day text NOT NULL,
  last_number integer NOT NULL,
  PRIMARY KEY (location_id, day)
);

CREATE TABLE idempotency_keys (
  location_id text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  status integer,
  body text,
  locked_until bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (location_id, caller, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE sandbox_objects (
  location_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  body jsonb NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id)
);

CREATE TABLE sandbox_requests (
  location_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, key)
);
`
