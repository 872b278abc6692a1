import type { Table } from 'dexie'

/** When something was known to be true (ms since the epoch). */
export type Dated = { savedAt: number }

/** Longer than any read takes (ms): what is ahead by more than this bears the time of a clock that was wrong. */
const longestReadMs = 10 * 60 * 1000

/** True when what is held was asked for after an answer was: that answer set out earlier, though it came later. */
export const isNewer = (current: Dated | undefined, answer: Dated): boolean =>
  current !== undefined &&
  current.savedAt > answer.savedAt &&
  current.savedAt - answer.savedAt <= longestReadMs

/** Replaces a row, unless the one that is there is newer. For use inside a transaction over its table. */
export async function putUnlessOlder<Row extends Dated, Key>(
  table: Table<Row, Key>,
  key: NoInfer<Key>,
  row: Row,
): Promise<void> {
  if (!isNewer(await table.get(key), row)) await table.put(row)
}
