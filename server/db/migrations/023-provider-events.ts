/**
 * Events from the card provider. `provider_events` has each event once, by the provider's id, and only the charge that it is about: the current state is
 * fetched. Refunds made in the provider's dashboard, and cardholders' disputes, are in `provider_refunds` and `disputes`, by the provider's ids;
 * `outside_cents` is the amount of a part that went back that way, and is not requested. A card is frozen as long as anything holds it: a dispute of its
 * payment, a refund of its money, or the staff. `reconciliations` has each day of a location on which the provider's books were compared with ours.
 */
export const sql = `
CREATE TABLE provider_events (
  location_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  intent_id text NOT NULL,
  created_at bigint NOT NULL,
  received_at bigint NOT NULL,
  done_at bigint,
  tries integer NOT NULL DEFAULT 0,
  next_try_at bigint NOT NULL,
  locked_until bigint NOT NULL DEFAULT 0,
  locked_by bigint,
  PRIMARY KEY (location_id, id)
);
CREATE INDEX provider_events_waiting ON provider_events (next_try_at) WHERE done_at IS NULL;
CREATE INDEX provider_events_locked ON provider_events (locked_by) WHERE locked_by IS NOT NULL;

CREATE TABLE provider_refunds (
  location_id text NOT NULL,
  id text NOT NULL,
  intent_id text NOT NULL,
  ticket_id text,
  order_id text,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  failed_at bigint,
  created_at bigint NOT NULL,
  recorded_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  CHECK ((ticket_id IS NULL) <> (order_id IS NULL))
);
CREATE INDEX provider_refunds_of_intent ON provider_refunds (location_id, intent_id);

CREATE TABLE disputes (
  location_id text NOT NULL,
  id text NOT NULL,
  intent_id text NOT NULL,
  ticket_id text,
  order_id text,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost')),
  created_at bigint NOT NULL,
  recorded_at bigint NOT NULL,
  PRIMARY KEY (location_id, id),
  CHECK ((ticket_id IS NULL) <> (order_id IS NULL))
);
CREATE INDEX disputes_of_intent ON disputes (location_id, intent_id);

ALTER TABLE refund_parts ADD COLUMN outside_cents integer NOT NULL DEFAULT 0 CHECK (outside_cents >= 0);
CREATE INDEX refund_parts_by_hand ON refund_parts (location_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX payments_of_charge ON payments (location_id, provider_id) WHERE provider_id IS NOT NULL;

CREATE TABLE card_holds (
  location_id text NOT NULL,
  card_id text NOT NULL,
  cause text NOT NULL,
  since bigint NOT NULL,
  PRIMARY KEY (location_id, card_id, cause),
  FOREIGN KEY (location_id, card_id) REFERENCES cards (location_id, id)
);
CREATE INDEX card_holds_by_cause ON card_holds (location_id, cause);
ALTER TABLE cards DROP CONSTRAINT cards_status_check;
ALTER TABLE cards ADD CONSTRAINT cards_status_check CHECK (status IN ('active', 'expired', 'pending', 'disabled', 'frozen'));

CREATE TABLE reconciliations (
  location_id text NOT NULL,
  day text NOT NULL,
  begun_at bigint NOT NULL,
  done_at bigint,
  differences integer,
  PRIMARY KEY (location_id, day)
);

CREATE INDEX payment_attempts_intent ON payment_attempts (location_id, intent_id) WHERE intent_id IS NOT NULL;
`
