/** A refund of a part says whether a reward was taken back with it that the points of it had reached. */
export const sql = `
ALTER TABLE refunds ADD COLUMN reward_gone boolean NOT NULL DEFAULT false;
`
