import { dayMs, hourMs } from '#contract/durations.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'

/** How long staff stay signed in (decision 061). Diners' sessions follow the specification (§4 *Session*). */

type Ends = {
  /** Since they signed in. */
  shiftMs: number
  /** Since they were last active. */
  idleMs: number
}

/** A working day, and a break. */
const ofManagers: Ends = { shiftMs: 12 * hourMs, idleMs: 2 * hourMs }
/** A week, and from one evening to the next morning: their hands are wet, and all they see is guests' names and phone numbers. A tablet stays signed in. */
const ofKitchen: Ends = { shiftMs: 7 * dayMs, idleMs: 14 * hourMs }

const ends: Readonly<Record<Role, Ends | undefined>> = {
  member: undefined,
  kitchen: ofKitchen,
  manager: ofManagers,
  owner: ofManagers,
}

/** A session's data about its end. Times are in ms. */
type SessionAge = { role: Role; createdAt: number; lastSeenAt: number }

/** Whether a staff session is over, regardless of its tokens. */
export function isShiftOver({ role, createdAt, lastSeenAt }: SessionAge, nowMs: number): boolean {
  const end = ends[role]
  return end !== undefined && (nowMs - createdAt >= end.shiftMs || nowMs - lastSeenAt >= end.idleMs)
}

/**
 * How outdated `last_seen_at` may become, in ms. It is shown in words like "today"; it is more precise where a session ends by it, or a manager looks for the
 * tablet in use.
 */
export const seenEveryMs = (role: Role | 'tablet'): number =>
  role === 'tablet' || isStaff(role) ? 5 * 60 * 1000 : hourMs
