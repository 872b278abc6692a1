/**
 * A bank's closed inquiry may still become a dispute: its state is `closed`, not won. An existing dispute that counted as won but whose money was never taken
 * is taken to be one of those.
 */
export const sql = `
ALTER TABLE disputes DROP CONSTRAINT disputes_state_check;
ALTER TABLE disputes ADD CONSTRAINT disputes_state_check CHECK (state IN ('inquiry', 'closed', 'open', 'won', 'lost'));
UPDATE disputes d SET state = 'closed' WHERE state = 'won'
  AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.location_id = d.location_id AND l.transfer_id = d.id || ':withdrawn');
`
