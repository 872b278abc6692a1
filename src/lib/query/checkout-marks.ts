import { type CheckoutStep, checkoutSteps } from '#contract/rules/ticket.ts'
import { entryNames } from '#db/names.ts'
import { readEntry, writeEntry } from './session-marks.ts'

/** The browser session's entry of a checkout (specification §3 *Browser session entries*), kept apart from what the launch needs. */
const { checkoutStep: stepKey } = entryNames

/** The checkout step that this tab was on; the first where none is stored. */
export function findStep(): CheckoutStep {
  const stored = readEntry(stepKey)
  return checkoutSteps.find((step) => step === stored) ?? 'delivery'
}

export const keepStep = (step: CheckoutStep): void => writeEntry(stepKey, step)
