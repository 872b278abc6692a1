import { dayMs, hourMs } from '#contract/durations.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'

/** How long who works at the restaurant stays signed in (decision 061). Diners stay as the specification has them (§4 *Session*). */

type Ends = {
  /** Since they signed in. */
  shiftMs: number
  /** Since they last did something. */
  idleMs: number
}

/** A working day, and a break. */
const ofManagers: Ends = { shiftMs: 12 * hourMs, idleMs: 2 * hourMs }
/** A week, and from one evening to the next morning: their hands are wet, and what they see is guests' names and telephone numbers. A tablet goes on. */
const ofKitchen: Ends = { shiftMs: 7 * dayMs, idleMs: 14 * hourMs }

const ends: Readonly<Record<Role, Ends | undefined>> = {
  member: undefined,
  kitchen: ofKitchen,
  manager: ofManagers,
  owner: ofManagers,
}

/** A session as far as its end goes. Times are ms. */
type SessionAge = { role: Role; createdAt: number; lastSeenAt: number }

/** True for a session of the staff that is over, whatever its tokens say. */
export function isShiftOver({ role, createdAt, lastSeenAt }: SessionAge, nowMs: number): boolean {
  const end = ends[role]
  return end !== undefined && (nowMs - createdAt >= end.shiftMs || nowMs - lastSeenAt >= end.idleMs)
}

/**
 * How old `last_seen_at` may become, in ms. It is told in words like "today"; where a session ends by it, or a manager looks for the tablet that is in use,
 * it is nearer.
 */
export const seenEveryMs = (role: Role | 'tablet'): number =>
  role === 'tablet' || isStaff(role) ? 5 * 60 * 1000 : hourMs
