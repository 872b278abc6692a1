import type { SessionEntry } from '#contract/schemas/session.ts'

/** What is signed in under one device's name. The API knows a device by its name alone, so two alike are one. */
export type Device = {
  name: string
  /** This very browser is among them. */
  current: boolean
  /** ISO time of the newest. */
  lastSeenAt: string
  /** Every session that may be ended from here: all but this browser's own. */
  endable: readonly string[]
}

/** One device a row, this one first, then the newest: who signs in often is not told of it eleven times. */
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
