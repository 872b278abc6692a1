/**
 * A bank's inquiry that was closed may become a dispute all the same: it is `closed`, and not won. One that was called won, and of which no money was ever
 * taken, is one of those as far as anybody knows.
 */
export const sql = `
ALTER TABLE disputes DROP CONSTRAINT disputes_state_check;
ALTER TABLE disputes ADD CONSTRAINT disputes_state_check CHECK (state IN ('inquiry', 'closed', 'open', 'won', 'lost'));
UPDATE disputes d SET state = 'closed' WHERE state = 'won'
  AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.location_id = d.location_id AND l.transfer_id = d.id || ':withdrawn');
`
