import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type CheckoutStep, listSteps, previousStep, type StepSwitches } from '#contract/rules/ticket.ts'
import { findStep, keepStep } from '#lib/query/checkout-marks.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The checkout step that this history entry shows, and the one that led to it. */
    checkoutStep?: CheckoutStep
    checkoutFrom?: CheckoutStep
    /** The order that the step belongs to: behind a new order's history entries are those of the order before it. */
    checkoutDraft?: string
    /** Something on the order is sold out, and the diner wants the order at another time. */
    isForLater?: boolean
  }
}

type StepMoves = {
  step: CheckoutStep
  /** Checkout was just entered, and nothing has been asked yet on this visit. */
  isFresh: boolean
  back: () => void
  to: (step: CheckoutStep) => void
}

/**
 * Which checkout step is shown, and how to move between steps. Each step is its own history entry, so that the browser's Back goes one step back; an entry of
 * another order (`draftId`) does not count. The session's own mark (specification §2) is for those who enter anew. `forced`: money is, or may be, on the order,
 * and only the payment step is left.
 */
export function useCheckoutStep(draftId: string, switches: StepSwitches, forced: boolean): StepMoves {
  const navigate = useNavigate()
  const router = useRouter()
  const { state, pathname } = useLocation()
  const { checkoutStep: visited, checkoutFrom: from } = state.checkoutDraft === draftId ? state : {}
  // This screen is still rendered while navigating away, and that history entry is not its own.
  const isHere = pathname === '/ordercheckout'
  const wanted = visited ?? findStep()
  const step: CheckoutStep = forced ? 'payment' : listSteps(switches).includes(wanted) ? wanted : 'delivery'
  // Ties this history entry to this step: coming back to it shows it again, not the step that was left last.
  useEffect(() => {
    if (isHere && !forced) keepStep(step)
    if (isHere && visited === undefined)
      void navigate({
        to: '/ordercheckout',
        replace: true,
        resetScroll: false,
        state: { checkoutStep: step, checkoutDraft: draftId },
      })
  }, [step, visited, forced, isHere, navigate, draftId])
  const [isFresh] = useState(visited === undefined && step === 'delivery')
  const go = (next: CheckoutStep, { replace = false } = {}): void => {
    if (next === step) return
    // If the guest is on the way elsewhere, for example to the login, do not interfere: coming back leads to the next step.
    if (router.latestLocation.pathname !== '/ordercheckout') return keepStep(next)
    void navigate({
      to: '/ordercheckout',
      replace,
      resetScroll: false,
      state: { checkoutStep: next, checkoutDraft: draftId, ...(!replace && { checkoutFrom: step }) },
    })
  }
  return {
    step,
    isFresh,
    back() {
      const before = previousStep(step, switches)
      // Already paid: only this step is left, and back leads to the order itself.
      if (!before || forced) void navigate({ to: '/ordercart' })
      else if (from === before) router.history.back()
      else go(before, { replace: true })
    },
    to: (next) => go(next),
  }
}
