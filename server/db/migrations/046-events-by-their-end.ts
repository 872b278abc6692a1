/** An index for the hourly deletion of provider events that were handled long ago, so that it does not read all events. */
export const sql = `
CREATE INDEX provider_events_done ON provider_events (done_at) WHERE done_at IS NOT NULL;
`
