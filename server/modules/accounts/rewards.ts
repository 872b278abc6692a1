import { formatDate } from '#contract/format-date.ts'
import { addDays } from '#contract/local-time.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { Clock } from '#contract/ports.ts'
import type { Rewards } from '#contract/schemas/user.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { RewardProgram } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'

/** Points and rewards. One point per dollar; dates are the location's, and a day ends at midnight there. */

/** How many days ahead expiring points are announced. */
const endingSoonDays = 60

/** What a location's points turn into; undefined where it gives no rewards. */
export const findProgram = ({ location, rewardProgram }: Merchant): RewardProgram | undefined =>
  location.settings.rewards?.enable === true ? rewardProgram : undefined

const hasRewards = (merchant: Merchant): boolean => findProgram(merchant) !== undefined

/** A user's points and rewards, at a location with rewards; undefined elsewhere. */
export async function findRewards(
  database: Queryable,
  merchant: Merchant,
  userId: string,
  nowMs: number,
): Promise<Rewards | undefined> {
  const program = findProgram(merchant)
  if (!program) return undefined
  const today = todayAt(merchant, nowMs)
  const of = [merchant.locationId, userId, today]
  const [points, ending, rewards] = await Promise.all([
    database.query<{ points: number }>(
      `SELECT coalesce(sum(points), 0)::int AS points FROM reward_points WHERE location_id = $1 AND user_id = $2 AND (expires_on IS NULL OR expires_on >= $3)`,
      of,
    ),
    database.query<{ points: number; expires_on: string }>(
      `SELECT sum(points)::int AS points, expires_on FROM reward_points
       WHERE location_id = $1 AND user_id = $2 AND expires_on >= $3 AND expires_on <= $4 GROUP BY expires_on HAVING sum(points) > 0 ORDER BY expires_on`,
      [...of, addDays(today, endingSoonDays)],
    ),
    database.query<{ id: string; name: string; amount_cents: Cents; ends_on: string }>(
      'SELECT id, name, amount_cents, ends_on FROM rewards WHERE location_id = $1 AND user_id = $2 AND used_at IS NULL AND ends_on >= $3 ORDER BY ends_on, id',
      of,
    ),
  ])
  // Below zero after an order that had brought a used reward was refunded: what is missing is earned first (points.ts), and counts until the next reward.
  const balance = points[0]!.points
  return {
    is_rewards_on: true,
    summary: {
      current_points: Math.max(0, balance),
      points_to_next_reward: program.points,
      points_needed: program.points,
      reward_message: messageOf(program.points - balance),
    },
    reward: rewards.map((row) => ({
      id: row.id,
      name: row.name,
      amount_pretty: currencyText(row.amount_cents),
      end: formatDate(row.ends_on),
    })),
    point_expiration: ending.map((row) => ({
      points_expiring: row.points,
      date: formatDate(row.expires_on),
    })),
  }
}

function messageOf(missing: number): string {
  if (missing <= 0) return 'You have enough points for a reward.'
  return missing === 1
    ? 'One more point until your next reward.'
    : `${missing} more points until your next reward.`
}

/** The latest expiry day (ISO date) of a user's unused rewards; undefined when there are none. */
export async function findLastRewardDay(
  database: Queryable,
  merchant: Merchant,
  userId: string,
): Promise<string | undefined> {
  if (!hasRewards(merchant)) return undefined
  const rows = await database.query<{ ends_on: string | null }>(
    'SELECT max(ends_on) AS ends_on FROM rewards WHERE location_id = $1 AND user_id = $2 AND used_at IS NULL AND ticket_id IS NULL',
    [merchant.locationId, userId],
  )
  return rows[0]?.ends_on ?? undefined
}

/** Whether a reward with this last day can be used today, on the location's clock. */
export const isRewardUsable = (merchant: Merchant, endsOn: string | undefined, nowMs: number): boolean =>
  endsOn !== undefined && hasRewards(merchant) && endsOn >= todayAt(merchant, nowMs)

type Reserving = { rewardId: string; userId: string; ticketId: string }

/**
 * Reserves a reward for a ticket, in one statement, so that only one of several simultaneous requests gets it. Throws 422 on `reward_id` for one that does not
 * exist, is not theirs or has expired, and 409 changed_meanwhile for one that an order already has.
 */
export async function reserveReward(
  tx: Transaction,
  merchant: Merchant,
  { rewardId, userId, ticketId }: Reserving,
  { clock }: { clock: Clock },
): Promise<{ id: string; name: string; amountCents: Cents }> {
  if (!hasRewards(merchant)) throw fieldProblem(422, 'reward_id', 'This restaurant doesn’t offer rewards.')
  const own = [merchant.locationId, rewardId, userId]
  const today = todayAt(merchant, clock.now())
  const [taken, found] = await Promise.all([
    tx.query<{ name: string; amount_cents: Cents }>(
      `UPDATE rewards SET ticket_id = $4 WHERE location_id = $1 AND id = $2 AND user_id = $3 AND used_at IS NULL AND ticket_id IS NULL AND ends_on >= $5
       RETURNING name, amount_cents`,
      [...own, ticketId, today],
    ),
    tx.query<{ ends_on: string }>(
      'SELECT ends_on FROM rewards WHERE location_id = $1 AND id = $2 AND user_id = $3',
      own,
    ),
  ])
  if (taken[0]) return { id: rewardId, name: taken[0].name, amountCents: taken[0].amount_cents }
  if (!found[0]) throw fieldProblem(422, 'reward_id', 'We could not find this reward.')
  if (found[0].ends_on < today) throw fieldProblem(422, 'reward_id', 'This reward has expired.')
  const message = 'This reward is already used for another order.'
  throw new ProblemError(409, 'changed_meanwhile', message, { fields: [{ field: 'reward_id', message }] })
}

/** The reward's order is placed: marks the reward as used. */
export const spendReward = (tx: Transaction, locationId: string, ticketId: string, nowMs: number): void =>
  tx.later('UPDATE rewards SET used_at = $3 WHERE location_id = $1 AND ticket_id = $2', [
    locationId,
    ticketId,
    nowMs,
  ])

/** How many days at least a reward stays valid after the restaurant cancelled or refunded its order. */
export const returnedRewardDays = 7

/**
 * Gives a ticket's reward back to its owner. `goodForDays`: after a placed order, it stays valid for at least this many more days (0: today), since it may have
 * expired meanwhile; undefined: the order was never placed, or the reward took nothing off, so it keeps its last day.
 */
export const freeReward = (
  tx: Transaction,
  merchant: Merchant,
  { ticketId, nowMs, goodForDays }: { ticketId: string; nowMs: number; goodForDays: number | undefined },
): void =>
  tx.later(
    `UPDATE rewards SET ticket_id = NULL, used_at = NULL, ends_on = CASE WHEN ends_on < $3 THEN $3 ELSE ends_on END
     WHERE location_id = $1 AND ticket_id = $2`,
    [
      merchant.locationId,
      ticketId,
      goodForDays === undefined ? '' : addDays(todayAt(merchant, nowMs), goodForDays),
    ],
  )
