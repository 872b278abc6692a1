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

/** An order whose diner chose to give no tip: zero alone does not tell that from one who has not been asked. By the device's draft. */
export const keepNoTip = (draftId: string, said: boolean): void => writeEntry(noTipKey, said ? draftId : null)
export const saidNoTip = (draftId: string): boolean => readEntry(noTipKey) === draftId
