import { addDays } from '#contract/local-time.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import type { PlacedOrder } from './orders.ts'

/** The member's points: 182 of the 250 that the next reward needs. */
const totalPoints = 182
/** One point per dollar. */
const centsPerPoint = 100

const rewards = [
  { name: '$5.00 off your next order', cents: 500, endsInDays: 12 },
  { name: 'Dessert on the house', cents: 900, endsInDays: 45 },
]

/** Writes the member's points, some of them expiring soon, and two rewards to redeem. */
export function seedRewards(
  tx: Transaction,
  { locationId, location }: Merchant,
  userId: string,
  orders: readonly PlacedOrder[],
  { clock, ids }: { clock: Clock; ids: Ids },
): void {
  const nowMs = clock.now()
  const today = wallClock(nowMs, location.time_zone).date
  const earned = orders.map(({ ticketId, subTotalCents }) => ({
    ticketId,
    points: Math.floor(subTotalCents / centsPerPoint),
    description: 'Online order',
    expiresInDays: 350,
  }))
  const rest = totalPoints - earned.reduce((sum, { points }) => sum + points, 0)
  const soon = Math.min(40, rest)
  const given = [
    { ticketId: null, points: soon, description: 'Welcome points', expiresInDays: 24 },
    { ticketId: null, points: rest - soon, description: 'Visits', expiresInDays: 200 },
  ]
  for (const { ticketId, points, description, expiresInDays } of [...earned, ...given])
    tx.later(
      `INSERT INTO reward_points (location_id, id, user_id, points, description, ticket_id, expires_on, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [locationId, ids.uuid(), userId, points, description, ticketId, addDays(today, expiresInDays), nowMs],
    )
  for (const { name, cents, endsInDays } of rewards)
    tx.later(
      'INSERT INTO rewards (location_id, id, user_id, name, amount_cents, ends_on, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [locationId, ids.uuid(), userId, name, cents, addDays(today, endsInDays), nowMs],
    )
}
