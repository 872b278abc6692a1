/**
 * Removes plain card numbers: `number_hash` finds a card, `sealed_number` is its encrypted number. Existing plain values (numbers, answers stored under their
 * keys, claim codes still to be sent) are encrypted by the next start, which has the key (server/seal-stored.ts): the mark tells it to. From here on no program
 * can write plain values: the constraints prevent it. They apply to new rows; earlier rows meet them once they are encrypted.
 */
export const sql = `
ALTER TABLE cards ALTER COLUMN card_number DROP NOT NULL;
ALTER TABLE cards DROP CONSTRAINT cards_location_id_card_number_key;
ALTER TABLE cards ADD COLUMN number_hash text;
ALTER TABLE cards ADD COLUMN sealed_number text;
ALTER TABLE cards ADD COLUMN last_four text;
CREATE UNIQUE INDEX cards_by_number ON cards (location_id, number_hash);
ALTER TABLE cards ADD CONSTRAINT cards_sealed
  CHECK (card_number IS NULL AND number_hash IS NOT NULL AND sealed_number IS NOT NULL AND last_four IS NOT NULL) NOT VALID;

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_sealed
  CHECK ((body IS NULL OR body = '' OR body LIKE 'v1.%') AND (fingerprint = '' OR fingerprint LIKE 'v1.%')) NOT VALID;
ALTER TABLE card_deliveries ADD CONSTRAINT card_deliveries_sealed CHECK (claim_code IS NULL OR claim_code LIKE 'v1.%') NOT VALID;

INSERT INTO server_secrets (name, value, created_at)
  SELECT 'numbers_in_plain', 'until the next start', 0 WHERE EXISTS (SELECT 1 FROM cards) OR EXISTS (SELECT 1 FROM idempotency_keys);
`
