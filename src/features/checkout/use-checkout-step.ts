import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type CheckoutStep, listSteps, previousStep, type StepSwitches } from '#contract/rules/ticket.ts'
import { findStep, keepStep } from '#lib/query/checkout-marks.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The checkout step that this visit shows, and the one that led to it. */
    checkoutStep?: CheckoutStep
    checkoutFrom?: CheckoutStep
    /** The order that it is a step of: behind a new order lie the visits of the one before it. */
    checkoutDraft?: string
    /** Something on the order is sold out, and its diner wants it at another time. */
    isForLater?: boolean
  }
}

type StepMoves = {
  step: CheckoutStep
  /** Checkout was come into from the front, and nothing of it was asked yet on this visit. */
  isFresh: boolean
  back: () => void
  to: (step: CheckoutStep) => void
}

/**
 * Which step of checkout is shown, and the ways between them. Each step is a visit of its own in the browser's history, so that the browser's Back goes
 * one step back, and one of another order (`draftId`) is none; the session's own mark (specification §2) is for whoever comes in anew. `forced`: money is, or may be, on the order, and only the payment
 * step is left.
 */
export function useCheckoutStep(draftId: string, switches: StepSwitches, forced: boolean): StepMoves {
  const navigate = useNavigate()
  const router = useRouter()
  const { state, pathname } = useLocation()
  const { checkoutStep: visited, checkoutFrom: from } = state.checkoutDraft === draftId ? state : {}
  // On the way to another page this one still stands, and that visit is not its own.
  const isHere = pathname === '/ordercheckout'
  const wanted = visited ?? findStep()
  const step: CheckoutStep = forced ? 'payment' : listSteps(switches).includes(wanted) ? wanted : 'delivery'
  // This visit is this step from now on: coming back to it shows it again, and not the one that was left last.
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
  const go = (next: CheckoutStep, replace = false): void => {
    if (next === step) return
    // Somebody is on the way elsewhere, to the login say: that way is not crossed, and coming back leads to the step that was next.
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
      // Paid already: no step but this one is left, and the way back is the order itself.
      if (!before || forced) void navigate({ to: '/ordercart' })
      else if (from === before) router.history.back()
      else go(before, true)
    },
    to: (next) => go(next),
  }
}
