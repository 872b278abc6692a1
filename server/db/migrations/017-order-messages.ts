/**
 * Messages to guests about their orders: one row per order, event and recipient (a push subscription's id; empty: the email), so that each is sent once.
 * `facts` and `sent_to` are deleted after it was sent; the row stays, so that it is never sent again. A subscription is a browser that is notified about one
 * order, and is deleted when the order is over.
 */
export const sql = `
CREATE TABLE order_messages (
  location_id text NOT NULL,
  id text NOT NULL,
  ticket_id text NOT NULL,
  event text NOT NULL CHECK (event IN ('placed', 'ready', 'cancelled', 'refunded')),
  recipient text NOT NULL,
  sent_to text,
  facts jsonb,
  state text NOT NULL CHECK (state IN ('pending', 'sent', 'dropped')),
  tries integer NOT NULL,
  next_try_at bigint NOT NULL,
  locked_until bigint NOT NULL,
  locked_by bigint,
  sent_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, ticket_id, event, recipient),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);
CREATE TABLE push_subscriptions (
  location_id text NOT NULL,
  id text NOT NULL,
  ticket_id text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  UNIQUE (location_id, ticket_id, endpoint),
  FOREIGN KEY (location_id, ticket_id) REFERENCES tickets (location_id, id)
);
CREATE INDEX push_subscriptions_expiry ON push_subscriptions (expires_at);

CREATE INDEX order_messages_waiting ON order_messages (next_try_at) WHERE state = 'pending';
`
