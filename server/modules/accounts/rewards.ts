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

/** Points and rewards. A point for every dollar; dates are the location's own, and a day is over when it is over there. */

/** How long ahead points that end are told of. */
const endingSoonDays = 60

/** What a location's points become; undefined where it gives no rewards. */
export const findProgram = ({ location, rewardProgram }: Merchant): RewardProgram | undefined =>
  location.settings.rewards?.enable === true ? rewardProgram : undefined

const hasRewards = (merchant: Merchant): boolean => findProgram(merchant) !== undefined

/** What a user has, for a location with rewards; undefined elsewhere. */
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
  const current = Math.max(0, points[0]!.points)
  return {
    is_rewards_on: true,
    summary: {
      current_points: current,
      points_to_next_reward: program.points,
      points_needed: program.points,
      reward_message: messageOf(program.points - current),
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

/** The last day (ISO date) of the rewards that a user has and no order has taken; undefined when there is none. */
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

/** Whether a reward whose last day this is can be used today, the location's day. */
export const isRewardUsable = (merchant: Merchant, endsOn: string | undefined, nowMs: number): boolean =>
  endsOn !== undefined && hasRewards(merchant) && endsOn >= todayAt(merchant, nowMs)

type Reserving = { rewardId: string; userId: string; ticketId: string }

/**
 * Keeps a reward for a ticket: in one statement, so that of any number who come at once one has it. Throws 422 on `reward_id` for one that is not there,
 * not theirs or over, and 409 changed_meanwhile for one that an order has already.
 */
export async function reserveReward(
  tx: Transaction,
  merchant: Merchant,
  { rewardId, userId, ticketId }: Reserving,
  { clock }: { clock: Clock },
): Promise<{ id: string; name: string; amountCents: Cents }> {
  if (!hasRewards(merchant)) throw fieldProblem(422, 'reward_id', 'This restaurant does not give rewards.')
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

/** The order of a reward is placed: it is used from now on. */
export const spendReward = (tx: Transaction, locationId: string, ticketId: string, nowMs: number): void =>
  tx.later('UPDATE rewards SET used_at = $3 WHERE location_id = $1 AND ticket_id = $2', [
    locationId,
    ticketId,
    nowMs,
  ])

/** How long a reward is good, at least, whose order the restaurant cancelled or gave back. */
export const returnedRewardDays = 7

/**
 * Gives a ticket's reward back to its owner. Of an order that was placed it can be used for `goodForDays` more at least (0: today), for its last day may be over
 * by now; undefined: it was never placed, or the reward took nothing off, and has the last day that it had.
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
