/**
 * Points for which a reward was issued: negative rows with the expiry dates of the points that they use, so that both expire together. They are deleted when
 * their reward is taken back, and the points are available again.
 */
export const sql = `
ALTER TABLE reward_points ADD COLUMN reward_id text;
ALTER TABLE reward_points ADD FOREIGN KEY (location_id, reward_id) REFERENCES rewards (location_id, id) ON DELETE CASCADE;
CREATE INDEX reward_points_of_reward ON reward_points (location_id, reward_id) WHERE reward_id IS NOT NULL;
`
