/** Whether a partial refund also took back a reward that its points had reached. */
export const sql = `
ALTER TABLE refunds ADD COLUMN reward_gone boolean NOT NULL DEFAULT false;
`
