import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { checkoutSteps } from '#contract/rules/ticket.ts'
import { entryNames } from '#db/names.ts'

/** The browser session's own entries (specification §3 *Browser session entries*): gone with the tab, nothing personal. */
const {
  checkoutStep: stepKey,
  screen: screenKey,
  previousPath: pathKey,
  customAmount: customKey,
  customAmountValue: customValueKey,
  noTip: noTipKey,
  cardOrderReview: reviewKey,
} = entryNames
/** Of this browser's tab, whoever uses it: it stays when somebody signs out. */
const advertisementKey = 'advertisement_seen'

/** An entry; null where there is none, or storage is refused. */
export function readEntry(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null // Storage is refused here; the session then lives as long as the page.
  }
}

/** Writes an entry, or takes it away. */
export function writeEntry(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // The same: nothing depends on it but the step after a reload.
    return
  }
}

/** The checkout step that this tab was on; the first where none is kept. */
export function findStep(): CheckoutStep {
  const stored = readEntry(stepKey)
  return checkoutSteps.find((step) => step === stored) ?? 'delivery'
}

export const keepStep = (step: CheckoutStep): void => writeEntry(stepKey, step)

/** Adding an item stores the screen marker 'delivery' (§4): checkout starts from the front, also after a change, since a tip of the old total is asked for again. */
export function markItemAdded(): void {
  writeEntry(screenKey, 'delivery')
  writeEntry(stepKey, 'delivery')
}

/** The order is finished: the stored markers go. */
export function clearOrderMarks(): void {
  writeEntry(screenKey, null)
  writeEntry(stepKey, null)
}

/** Where to come back to after signing in or up. */
export const keepPreviousPath = (path: string): void => writeEntry(pathKey, path)

/** Whoever went on without signing in is not led back at some later time. */
export const forgetPreviousPath = (): void => writeEntry(pathKey, null)

/** Where to come back to, once: it is forgotten by asking. Undefined where nothing is kept. Which paths are taken, the caller decides. */
export function takePreviousPath(): string | undefined {
  const path = readEntry(pathKey)
  writeEntry(pathKey, null)
  return path ?? undefined
}

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

/** The home page's advertisement shows once a session: whether this tab has had it. */
export const hasSeenAdvertisement = (): boolean => readEntry(advertisementKey) !== null
export const markAdvertisementSeen = (): void => writeEntry(advertisementKey, 'yes')

/** An order whose diner chose to give no tip: zero alone does not tell that from one who has not been asked. By the device's draft. */
export const keepNoTip = (draftId: string, said: boolean): void => writeEntry(noTipKey, said ? draftId : null)
export const saidNoTip = (draftId: string): boolean => readEntry(noTipKey) === draftId
