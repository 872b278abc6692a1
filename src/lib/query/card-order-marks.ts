import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/** The browser session's entries of a card order (specification §3 *Browser session entries*), kept apart from what the launch needs. */
const { customAmount: customKey, customAmountValue: customValueKey, cardOrderReview: reviewKey } = entryNames

/** A card's typed amount; undefined where an amount was picked from the list, or none is stored (§4 *Card order*). */
export const findCustomAmount = (): string | undefined =>
  readEntry(customKey) === 'true' ? (readEntry(customValueKey) ?? '') : undefined

/** Keeps a typed amount, which may still be empty; undefined: an amount of the list was picked. */
export function keepCustomAmount(value: string | undefined): void {
  writeEntry(customKey, value === undefined ? null : 'true')
  writeEntry(customValueKey, value ?? null)
}

/** The history entry of the card order's screen that shows a review: only that entry shows it again. */
export const keepReviewVisit = (visit: string): void => writeEntry(reviewKey, visit)
/** The visit whose review is kept; undefined where none is. */
export const findReviewVisit = (): string | undefined => readEntry(reviewKey)?.split(' ')[0]

/** The order that was reviewed at a visit; undefined where none was. Another tab may begin the next of its kind, which takes its place on the device. */
export function findReviewed(visit: string): string | undefined {
  const [reviewedAt, orderId] = readEntry(reviewKey)?.split(' ') ?? []
  return reviewedAt === visit ? orderId : undefined
}
/** Keeps which order the review of a visit shows. */
export const keepReviewed = (visit: string, orderId: string): void =>
  writeEntry(reviewKey, `${visit} ${orderId}`)
/** The review was left by its own button, which clears the order: it is not shown again. */
export const forgetReviewed = (): void => writeEntry(reviewKey, null)
