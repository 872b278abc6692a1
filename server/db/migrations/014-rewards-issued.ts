/**
 * Points that a reward was issued for: rows below zero, with the last days of the points that they use up, so that both are over together. They go when
 * their reward is taken back, and the points are there again.
 */
export const sql = `
ALTER TABLE reward_points ADD COLUMN reward_id text;
ALTER TABLE reward_points ADD FOREIGN KEY (location_id, reward_id) REFERENCES rewards (location_id, id) ON DELETE CASCADE;
CREATE INDEX reward_points_of_reward ON reward_points (location_id, reward_id) WHERE reward_id IS NOT NULL;
`
