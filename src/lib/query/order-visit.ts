import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/** This tab's last visit that showed an order: `index` is its position in the browser's history. */
type OrderVisit = { ticketId: string; index: number }

/** Records that a visit shows an order. */
export const keepOrderVisit = ({ ticketId, index }: OrderVisit): void =>
  writeEntry(entryNames.orderVisit, `${index} ${ticketId}`)

/**
 * The order that a visit has shown, or may have: a visit no later than the last one that showed it. Undefined where none was shown by then. Somebody who
 * returns to such a visit with Back, or through the browser's cache, means that order (reliability P8).
 */
export function findShownAt(index: number): string | undefined {
  const [last, ticketId] = (readEntry(entryNames.orderVisit) ?? '').split(' ')
  return ticketId && index <= Number(last) ? ticketId : undefined
}
