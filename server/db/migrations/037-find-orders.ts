/**
 * Managers find placed orders of any age: by the digits of their number, by the last ten digits of a phone number, by an email, and by the day that they were
 * for. By the day on which they were placed: the key of `submissions`. An order whose personal data was deleted is in none of the personal indexes.
 */
export const sql = `
CREATE INDEX submissions_by_number ON submissions (location_id, (substring(name FROM '[0-9]+$')));
CREATE INDEX tickets_by_phone ON tickets (location_id, right(regexp_replace(contact->>'recipient_phone', '[^0-9]', '', 'g'), 10))
  WHERE name <> '' AND forgotten_at IS NULL;
CREATE INDEX tickets_by_email ON tickets (location_id, lower(trim(contact->>'recipient_email'))) WHERE name <> '' AND forgotten_at IS NULL;
CREATE INDEX tickets_by_ready_date ON tickets (location_id, ready_date) WHERE name <> '' AND ready_date IS NOT NULL;
`
