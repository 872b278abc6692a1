import { addDays } from '#contract/local-time.ts'
import { type Cents, numberFromCents } from '#contract/money.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { RewardProgram } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { findProgram } from './rewards.ts'
import { lockUser } from './users.ts'

/**
 * What orders earn: points, and the rewards that points turn into. Both are written in the transaction that places the order, under the member's lock, so that
 * simultaneous orders see what the others earned and a goal is reached once.
 */

/** How many days points are valid. */
const pointsLastDays = 365

type Ports = { clock: Clock; ids: Ids }
type Earning = { userId: string; ticketId: string; name: string; discountedCents: Cents }

/**
 * Gives a member the points of an order, one for each whole dollar after discounts, once per ticket; then the rewards that the points suffice for. Remaining
 * points stay.
 */
export async function earnPoints(
  tx: Transaction,
  merchant: Merchant,
  order: Earning,
  ports: Ports,
): Promise<void> {
  const points = Math.floor(numberFromCents(order.discountedCents))
  const program = findProgram(merchant)
  if (points === 0 || !program) return
  await lockUser(tx, merchant.locationId, order.userId)
  const nowMs = ports.clock.now()
  const earned = await tx.query(
    `INSERT INTO reward_points (location_id, id, user_id, points, description, ticket_id, expires_on, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (location_id, ticket_id) WHERE ticket_id IS NOT NULL DO NOTHING RETURNING 1 AS earned`,
    [
      merchant.locationId,
      ports.ids.uuid(),
      order.userId,
      points,
      `Order ${order.name}`,
      order.ticketId,
      addDays(todayAt(merchant, nowMs), pointsLastDays),
      nowMs,
    ],
  )
  if (earned.length > 0) await issueRewards(tx, merchant, program, order.userId, ports)
}

type PointsByExpiry = { expires_on: string | null; points: number }

/** A member's points by expiry day, the earliest first. */
const listPointsByExpiry = (
  tx: Transaction,
  merchant: Merchant,
  userId: string,
  nowMs: number,
): Promise<PointsByExpiry[]> =>
  tx.query<PointsByExpiry>(
    `SELECT expires_on, sum(points)::int AS points FROM reward_points
     WHERE location_id = $1 AND user_id = $2 AND (expires_on IS NULL OR expires_on >= $3) GROUP BY expires_on ORDER BY expires_on NULLS LAST`,
    [merchant.locationId, userId, todayAt(merchant, nowMs)],
  )

const sumOf = (byExpiry: readonly PointsByExpiry[]): number =>
  byExpiry.reduce((sum, { points }) => sum + points, 0)

async function issueRewards(
  tx: Transaction,
  merchant: Merchant,
  program: RewardProgram,
  userId: string,
  { clock, ids }: Ports,
): Promise<void> {
  const nowMs = clock.now()
  let byExpiry = await listPointsByExpiry(tx, merchant, userId, nowMs)
  const { locationId } = merchant
  while (sumOf(byExpiry) >= program.points) {
    const rewardId = ids.uuid()
    tx.later(
      'INSERT INTO rewards (location_id, id, user_id, name, amount_cents, ends_on, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [
        locationId,
        rewardId,
        userId,
        program.name,
        program.amountCents,
        addDays(todayAt(merchant, nowMs), program.days),
        nowMs,
      ],
    )
    const { left, used } = take(byExpiry, program.points)
    for (const { expires_on, points } of used)
      tx.later(
        `INSERT INTO reward_points (location_id, id, user_id, points, description, expires_on, reward_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [locationId, ids.uuid(), userId, -points, program.name, expires_on, rewardId, nowMs],
      )
    byExpiry = left
  }
}

/** Takes this many points, those that expire first. */
function take(
  byExpiry: readonly PointsByExpiry[],
  wanted: number,
): { left: PointsByExpiry[]; used: PointsByExpiry[] } {
  let missing = wanted
  const used: PointsByExpiry[] = []
  const left = byExpiry.map(({ expires_on, points }): PointsByExpiry => {
    const taken = Math.max(0, Math.min(points, missing))
    missing -= taken
    if (taken > 0) used.push({ expires_on, points: taken })
    return { expires_on, points: points - taken }
  })
  return { left, used }
}

/**
 * Takes back the points of an order: it was canceled, or reduced to `leftCents`, which keeps one point for each whole dollar. If a reward was issued for those
 * points, the newest unused reward is taken back, too, and the other points that it had cost are restored. A used reward stays used, as does the one that paid
 * for part of the order (`paidBy`), which is returned to its member separately: missing points are then deducted from those earned next, until the day on which
 * the order's points would have expired. `mayReturn`: the order may get its points again (`giveBackPoints`). Returns whether a reward was taken back.
 */
export async function takeBackPoints(
  tx: Transaction,
  merchant: Merchant,
  {
    userId,
    ticketId,
    leftCents = 0,
    paidBy,
    mayReturn = false,
  }: {
    userId: string | undefined
    ticketId: string
    leftCents?: Cents
    paidBy: string | undefined
    mayReturn?: boolean
  },
  { clock }: Pick<Ports, 'clock'>,
): Promise<boolean> {
  if (userId === undefined) return false
  const { locationId } = merchant
  await lockUser(tx, locationId, userId)
  const left = Math.floor(numberFromCents(leftCents))
  const gone =
    left === 0 && !mayReturn
      ? await tx.query(
          'DELETE FROM reward_points WHERE location_id = $1 AND ticket_id = $2 RETURNING 1 AS gone',
          [locationId, ticketId],
        )
      : await tx.query(
          'UPDATE reward_points SET points = $3 WHERE location_id = $1 AND ticket_id = $2 AND points > $3 RETURNING 1 AS gone',
          [locationId, ticketId, left],
        )
  if (gone.length === 0) return false
  let tookBack = false
  while (sumOf(await listPointsByExpiry(tx, merchant, userId, clock.now())) < 0) {
    // In one statement: an order may be claiming the reward right now.
    const taken = await tx.query(
      `DELETE FROM rewards WHERE location_id = $1 AND used_at IS NULL AND ticket_id IS NULL AND id = (
         SELECT r.id FROM rewards r WHERE r.location_id = $1 AND r.user_id = $2 AND r.id <> $3 AND r.used_at IS NULL AND r.ticket_id IS NULL
           AND EXISTS (SELECT 1 FROM reward_points p WHERE p.location_id = r.location_id AND p.reward_id = r.id)
         ORDER BY r.created_at DESC, r.id LIMIT 1 FOR UPDATE) RETURNING 1 AS taken`,
      [locationId, userId, paidBy ?? ''],
    )
    if (taken.length === 0) return tookBack
    tookBack = true
  }
  return tookBack
}

/**
 * Gives back points that were taken off an order whose money is the restaurant's after all, up to one for each whole dollar of `leftCents`, with the rewards
 * that they reach. They end on the day on which they would have ended. Does nothing for an order that has them, or that never earned any.
 */
export async function giveBackPoints(
  tx: Transaction,
  merchant: Merchant,
  { userId, ticketId, leftCents }: { userId: string | undefined; ticketId: string; leftCents: Cents },
  ports: Ports,
): Promise<void> {
  const program = findProgram(merchant)
  if (userId === undefined || !program) return
  await lockUser(tx, merchant.locationId, userId)
  const given = await tx.query(
    'UPDATE reward_points SET points = $3 WHERE location_id = $1 AND ticket_id = $2 AND points < $3 RETURNING 1 AS given',
    [merchant.locationId, ticketId, Math.floor(numberFromCents(leftCents))],
  )
  if (given.length > 0) await issueRewards(tx, merchant, program, userId, ports)
}
