import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { checkoutSteps } from '#contract/rules/ticket.ts'

/** The browser session's own entries (specification §3 *Browser session entries*): gone with the tab, nothing personal. */
const stepKey = 'checkout_step'
const screenKey = 'screen'
const pathKey = 'previouspath'

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null // Storage is refused here; the session then lives as long as the page.
  }
}

function write(key: string, value: string | null): void {
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
  const kept = read(stepKey)
  return checkoutSteps.find((step) => step === kept) ?? 'delivery'
}

export const keepStep = (step: CheckoutStep): void => write(stepKey, step)

/** Adding an item stores the screen marker 'delivery' (§4): checkout starts from the front, also after a change, since a tip of the old total is asked for again. */
export function markItemAdded(): void {
  write(screenKey, 'delivery')
  write(stepKey, 'delivery')
}

/** The order is finished: the stored markers go. */
export function clearOrderMarks(): void {
  write(screenKey, null)
  write(stepKey, null)
}

/** Where to come back to after signing in or up. */
export const keepPreviousPath = (path: string): void => write(pathKey, path)
