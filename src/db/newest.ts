import type { Table } from 'dexie'

/** When something was known to be true (ms since the epoch). */
export type Dated = { savedAt: number }

/**
 * True when what is held was asked for after an answer was: that answer set out earlier, though it came later. What is ahead of the present (`now`, ms; left out:
 * not known) was dated by a clock that was put right since, and is newer than nothing (reliability T1).
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
