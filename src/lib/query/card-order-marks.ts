import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/** The browser session's entries of a card order (specification §3 *Browser session entries*), apart from what the launch needs. */
const { customAmount: customKey, customAmountValue: customValueKey, cardOrderReview: reviewKey } = entryNames

/** The amount of a card that was typed and not picked; undefined where one was picked, or none is kept (§4 *Card order*). */
export const findCustomAmount = (): string | undefined =>
  readEntry(customKey) === 'true' ? (readEntry(customValueKey) ?? '') : undefined

export function keepCustomAmount(value: string | undefined): void {
  writeEntry(customKey, value === undefined ? null : 'true')
  writeEntry(customValueKey, value ?? null)
}

/** A visit of the card order's screen, as the browser's history knows it: its own review is shown there again, and at no other visit. */
export const keepReviewVisit = (visit: string): void => writeEntry(reviewKey, visit)
export const findReviewVisit = (): string | undefined => readEntry(reviewKey) ?? undefined
