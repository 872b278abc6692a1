/**
 * The kitchen's tablets, and the record of staff actions (decision 061). A tablet begins with a code that a manager made, and gets a token of its own when the
 * code is entered; only hashes of both are stored. The person who made the code may have left. An act names its person and subject by ids: names are looked up
 * when it is read.
 */
export const sql = `
CREATE TABLE kitchen_tablets (
  location_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  made_by text NOT NULL,
  made_at bigint NOT NULL,
  code_hash text NOT NULL,
  code_ends_at bigint NOT NULL,
  sign_in_key text,
  token_hash text,
  signed_in_at bigint,
  last_seen_at bigint,
  signed_out_at bigint,
  PRIMARY KEY (location_id, id)
);
CREATE UNIQUE INDEX kitchen_tablets_by_token ON kitchen_tablets (location_id, token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX kitchen_tablets_by_code ON kitchen_tablets (location_id, code_hash);

CREATE TABLE staff_acts (
  location_id text NOT NULL,
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  at bigint NOT NULL,
  action text NOT NULL,
  role text NOT NULL,
  user_id text,
  tablet_id text,
  about text NOT NULL,
  about_user_id text,
  amount_cents integer,
  reason text,
  request_id text NOT NULL,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX staff_acts_by_time ON staff_acts (location_id, at, number);
`
