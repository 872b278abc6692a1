/** A bank's decision against the restaurant is an event of each gift card that its payment holds; those that are decided already get theirs. */
export const sql = `
ALTER TABLE card_acts DROP CONSTRAINT card_acts_kind_check;
ALTER TABLE card_acts ADD CONSTRAINT card_acts_kind_check CHECK (kind IN ('held', 'released', 'voided', 'reissued', 'refunded', 'lost'));
INSERT INTO card_acts (location_id, card_id, at, kind, cause)
  SELECT h.location_id, h.card_id, d.recorded_at, 'lost', h.cause FROM card_holds h
    JOIN disputes d ON d.location_id = h.location_id AND h.cause = 'dispute:' || d.id WHERE d.state = 'lost';
`
