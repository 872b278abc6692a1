/**
 * Managers find placed orders of any age: by the digits of their number, by the last ten of a telephone number, by an email, and by the day for which they
 * were. By the day on which they were placed: the key of `submissions`. An order whose person was forgotten is in none of the personal ones.
 */
export const sql = `
CREATE INDEX submissions_by_number ON submissions (location_id, (substring(name FROM '[0-9]+$')));
CREATE INDEX tickets_by_phone ON tickets (location_id, right(regexp_replace(contact->>'recipient_phone', '[^0-9]', '', 'g'), 10))
  WHERE name <> '' AND forgotten_at IS NULL;
CREATE INDEX tickets_by_email ON tickets (location_id, lower(trim(contact->>'recipient_email'))) WHERE name <> '' AND forgotten_at IS NULL;
CREATE INDEX tickets_by_ready_date ON tickets (location_id, ready_date) WHERE name <> '' AND ready_date IS NOT NULL;
`
