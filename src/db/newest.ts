import type { Table } from 'dexie'

/** When the server last confirmed something (ms since the epoch). */
type Dated = { savedAt: number }

/**
 * True if the stored copy was requested after `answer`, so the answer is stale although it arrived later. A copy dated after `now` (ms; omitted: unknown)
 * was stamped by a wrong clock and never counts as newer (reliability T1).
 */
export const isNewer = (current: Dated | undefined, answer: Dated, now = Infinity): boolean =>
  current !== undefined && current.savedAt > answer.savedAt && current.savedAt <= now

/** True where something was confirmed less than `forMs` ago. A time after `now` (ms) comes from a wrong clock, so its age is unknown. */
export const isFresh = ({ savedAt }: Dated, now: number, forMs: number): boolean =>
  savedAt <= now && now - savedAt < forMs

/** Replaces a row, unless the stored one is newer. For use inside a transaction over its table. */
export async function putUnlessOlder<Row extends Dated, Key>(
  table: Table<Row, Key>,
  key: NoInfer<Key>,
  row: Row,
  now: number | undefined,
): Promise<void> {
  if (!isNewer(await table.get(key), row, now)) await table.put(row)
}
