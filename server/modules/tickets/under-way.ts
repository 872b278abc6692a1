import { dayMs } from '#contract/durations.ts'

/**
 * SQL for when an order `t` got its present state (ms): a refund, months later, touches it, but must not bring it back onto the kitchen's board or keep its
 * guest's account.
 */
export const sinceMs = `coalesce((t.history->-1->>'at')::bigint, t.touched_at)`

/**
 * SQL for an order `t` whose food is under way. Many kitchens never mark an order as handed over: such a one is over a day after its last step, or with its
 * day. The parameters of `underWayTimes` start with number `from`.
 */
export const isUnderWay = (from: number): string =>
  `t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready') AND (${sinceMs} > $${from} OR coalesce(t.ready_date >= $${from + 1}, false))`

/** The time of the question, and `today` (ISO date) in the location's time zone. */
export type Now = { nowMs: number; today: string }

export const underWayTimes = ({ nowMs, today }: Now): unknown[] => [nowMs - dayMs, today]
