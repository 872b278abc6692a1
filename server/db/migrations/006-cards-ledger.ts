/**
 * Adds gift cards to the ledger, each with an account of its own (`card:<id>`): existing balances get an opening row. Entries of a card that nobody owns belong
 * to no user's transactions. A claim code is looked up by its hash, and belongs to one card.
 */
export const sql = `
ALTER TABLE ledger ADD COLUMN order_id text;
CREATE INDEX ledger_of_account ON ledger (location_id, account);

INSERT INTO ledger (location_id, transfer_id, side, account, amount_cents, created_at)
  SELECT location_id, 'opening:' || id, 'from', 'card_sales', -balance_cents, created_at FROM cards WHERE balance_cents > 0;
INSERT INTO ledger (location_id, transfer_id, side, account, amount_cents, created_at)
  SELECT location_id, 'opening:' || id, 'to', 'card:' || id, balance_cents, created_at FROM cards WHERE balance_cents > 0;

ALTER TABLE card_transactions ALTER COLUMN user_id DROP NOT NULL;
CREATE INDEX card_transactions_of_card ON card_transactions (location_id, card_id, created_at);
CREATE UNIQUE INDEX cards_by_claim_code ON cards (location_id, claim_code_hash) WHERE claim_code_hash IS NOT NULL;
`
