/** Gift cards as their owners see them. The ledger for their balances is added together with the calls that move money. */
export const sql = `
CREATE TABLE card_programs (
  location_id text NOT NULL,
  id text NOT NULL,
  external_id text NOT NULL,
  image text NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (location_id, id)
);

CREATE TABLE cards (
  location_id text NOT NULL,
  id text NOT NULL,
  card_number text NOT NULL,
  program_id text NOT NULL,
  user_id text,
  balance_cents integer NOT NULL CHECK (balance_cents >= 0),
  status text NOT NULL CHECK (status IN ('active', 'expired', 'pending', 'disabled')),
  from_name text,
  personal_message text,
  expires_on text,
  claim_code_hash text,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, card_number),
  FOREIGN KEY (location_id, program_id) REFERENCES card_programs (location_id, id),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id)
);
CREATE INDEX cards_of_user ON cards (location_id, user_id) WHERE user_id IS NOT NULL;
`
