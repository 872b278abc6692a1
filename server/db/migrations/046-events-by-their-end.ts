/** What the provider told and was looked into long ago is forgotten by the hour, and found by an index: nobody reads all that was ever told. */
export const sql = `
CREATE INDEX provider_events_done ON provider_events (done_at) WHERE done_at IS NOT NULL;
`
