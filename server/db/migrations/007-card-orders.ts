/**
 * Orders for gift cards: bought, reloaded, sent (card orders) and those of /physicalcards (type `PhysicalCards`). The key of `card_order_payments` makes sure
 * that an order is paid once, that of `card_order_cards` that each of its cards is made once. A delivery has its claim code until it is sent: the card itself
 * has only the code's hash.
 */
export const sql = `
CREATE TABLE card_orders (
  location_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL CHECK (type IN ('Purchase', 'Reload', 'SendText', 'SendEmail', 'SendPhysical', 'PhysicalCards')),
  user_id text,
  status text NOT NULL CHECK (status IN ('Open', 'PaymentComplete', 'Submitted')),
  program_id text,
  card_id text,
  items jsonb NOT NULL,
  promo_code text,
  recipient jsonb NOT NULL,
  personal_message text NOT NULL,
  buyer jsonb NOT NULL,
  priced jsonb,
  created_at bigint NOT NULL,
  touched_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, user_id) REFERENCES users (location_id, id),
  FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id)
);

CREATE TABLE card_order_attempts (
  location_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  idempotency_key text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  payment_source text NOT NULL,
  customer_id text,
  priced jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'authenticating', 'succeeded', 'declined', 'abandoned')),
  intent_id text,
  client_secret text,
  message text,
  locked_until bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id)
);
CREATE UNIQUE INDEX card_order_attempts_open ON card_order_attempts (location_id, order_id) WHERE state IN ('started', 'authenticating');
CREATE UNIQUE INDEX card_order_attempts_key ON card_order_attempts (location_id, order_id, idempotency_key);

CREATE TABLE card_order_payments (
  location_id text NOT NULL,
  order_id text NOT NULL,
  attempt_id text NOT NULL,
  display_name text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  provider_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id)
);

CREATE TABLE card_order_cards (
  location_id text NOT NULL,
  order_id text NOT NULL,
  item_index integer NOT NULL,
  piece integer NOT NULL CHECK (piece >= 1),
  card_id text NOT NULL,
  PRIMARY KEY (location_id, order_id, item_index, piece),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id),
  FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id)
);

CREATE TABLE card_shipments (
  location_id text NOT NULL,
  order_id text NOT NULL,
  item_index integer NOT NULL,
  program_id text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  quantity integer NOT NULL CHECK (quantity >= 1),
  made integer NOT NULL CHECK (made >= 0 AND made <= quantity),
  created_at bigint NOT NULL,
  posted_at bigint,
  PRIMARY KEY (location_id, order_id, item_index),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id)
);
CREATE INDEX card_shipments_to_make ON card_shipments (created_at) WHERE made < quantity;

CREATE TABLE card_deliveries (
  location_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  card_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'text')),
  sent_to text NOT NULL,
  claim_code text,
  state text NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
  tries integer NOT NULL,
  next_try_at bigint NOT NULL,
  locked_until bigint NOT NULL,
  sent_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, card_id),
  FOREIGN KEY (location_id, order_id) REFERENCES card_orders (location_id, id),
  FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id)
);
CREATE INDEX card_deliveries_waiting ON card_deliveries (next_try_at) WHERE state <> 'sent';
`
