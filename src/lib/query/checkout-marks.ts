import { type CheckoutStep, checkoutSteps } from '#contract/rules/ticket.ts'
import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/** The browser session's entries of a checkout (specification §3 *Browser session entries*), apart from what the launch needs. */
const { checkoutStep: stepKey, noTip: noTipKey } = entryNames

/** The checkout step that this tab was on; the first where none is kept. */
export function findStep(): CheckoutStep {
  const stored = readEntry(stepKey)
  return checkoutSteps.find((step) => step === stored) ?? 'delivery'
}

export const keepStep = (step: CheckoutStep): void => writeEntry(stepKey, step)

/**
 * What a diner said of the tip that the order itself does not tell, by the device's draft: that they give none (zero is also who has not been asked), or
 * an amount that they typed (it may be a share's, too).
 */
export const keepTipWord = (draftId: string, word: 'none' | 'typed' | undefined): void =>
  writeEntry(noTipKey, word === undefined ? null : markOf(draftId, word))
export const saidNoTip = (draftId: string): boolean => readEntry(noTipKey) === markOf(draftId, 'none')
export const saidTypedTip = (draftId: string): boolean => readEntry(noTipKey) === markOf(draftId, 'typed')

const markOf = (draftId: string, word: 'none' | 'typed'): string =>
  word === 'none' ? draftId : `${draftId} typed`
