import { hourMs } from '#contract/durations.ts'
import { isAtLeast, type Role } from '#contract/rules/roles.ts'

/** How long who runs the place stays signed in (decision 061). Diners stay as the specification has them (§4 *Session*). */

/** Since they signed in: a working day. */
const shiftMs = 12 * hourMs
/** Since they last did something: a break. */
const idleMs = 2 * hourMs

/** A session as far as its end goes. Times are ms. */
export type SessionAge = { role: Role; createdAt: number; lastSeenAt: number }

/** True for a session of a manager or an owner that is over, whatever its tokens say. The kitchen's people have less to lose, and wet hands. */
export const isShiftOver = ({ role, createdAt, lastSeenAt }: SessionAge, nowMs: number): boolean =>
  isAtLeast(role, 'manager') && (nowMs - createdAt >= shiftMs || nowMs - lastSeenAt >= idleMs)

/**
 * How old `last_seen_at` may become, in ms. It is told in words like "today"; where a session ends by it, or a manager looks for the tablet that is in use,
 * it is nearer.
 */
export const seenEveryMs = (role: Role | 'tablet'): number =>
  role === 'tablet' || isAtLeast(role, 'manager') ? 5 * 60 * 1000 : hourMs
