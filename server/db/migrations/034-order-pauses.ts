/**
 * A pause of new orders: until when (ms), the chosen length, why, and whether guests read why. A finished pause stays until the next one; its time tells that
 * it is over.
 */
export const sql = `
ALTER TABLE kitchens ADD COLUMN paused_until bigint;
ALTER TABLE kitchens ADD COLUMN pause_length text CHECK (pause_length IN ('15', '30', '60', 'day'));
ALTER TABLE kitchens ADD COLUMN pause_reason text CHECK (pause_reason IN ('busy', 'short_staffed', 'equipment'));
ALTER TABLE kitchens ADD COLUMN pause_reason_told boolean NOT NULL DEFAULT false;
`
