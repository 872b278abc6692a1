import type { SessionEntry } from '#contract/schemas/session.ts'

/** The sessions under one device name. The API identifies devices only by name, so two alike count as one. */
export type Device = {
  name: string
  /** This browser is among them. */
  current: boolean
  /** ISO time of the most recent one. */
  lastSeenAt: string
  /** The sessions that can be ended from here: all except this browser's own. */
  endable: readonly string[]
}

/** One row per device, this one first, then the most recently used: somebody who signs in often is not shown eleven rows. */
export function devicesOf(sessions: readonly SessionEntry[]): Device[] {
  const byName = new Map<string, SessionEntry[]>()
  for (const session of sessions) byName.set(session.device, [...(byName.get(session.device) ?? []), session])
  return [...byName]
    .map(([name, own]): Device => ({
      name,
      current: own.some(({ current }) => current),
      lastSeenAt: own
        .map(({ last_seen_at }) => last_seen_at)
        .reduce((newest, at) => (Date.parse(at) > Date.parse(newest) ? at : newest)),
      endable: own.flatMap(({ id, current }) => (current ? [] : [id])),
    }))
    .sort(
      (one, other) =>
        Number(other.current) - Number(one.current) ||
        Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
    )
}
