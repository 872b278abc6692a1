import type { Table } from 'dexie'

/** When something was known to be true (ms since the epoch). */
type Dated = { savedAt: number }

/**
 * True if the stored copy was requested after `answer`, so the answer is stale although it arrived later. A copy dated after `now` (ms; omitted: unknown)
 * was stamped by a wrong clock and never counts as newer (reliability T1).
 */
export const isNewer = (current: Dated | undefined, answer: Dated, now = Infinity): boolean =>
  current !== undefined && current.savedAt > answer.savedAt && current.savedAt <= now

/** True where something was known to be true less than `forMs` ago. What is dated ahead of the present (`now`, ms) has no age that can be believed. */
export const isFresh = ({ savedAt }: Dated, now: number, forMs: number): boolean =>
  savedAt <= now && now - savedAt < forMs

/** Replaces a row, unless the one that is there is newer. For use inside a transaction over its table. */
export async function putUnlessOlder<Row extends Dated, Key>(
  table: Table<Row, Key>,
  key: NoInfer<Key>,
  row: Row,
  now: number | undefined,
): Promise<void> {
  if (!isNewer(await table.get(key), row, now)) await table.put(row)
}
