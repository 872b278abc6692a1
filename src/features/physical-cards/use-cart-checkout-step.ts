import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of the cart’s checkout that this history entry shows, the one that led to it, and the cart that it belongs to. */
    cartStep?: CartCheckoutStep
    cartStepFrom?: CartCheckoutStep
    cartStepOf?: string
  }
}

export const cartCheckoutSteps = ['billing', 'personal_message', 'payment', 'done'] as const
export type CartCheckoutStep = (typeof cartCheckoutSteps)[number]

/**
 * Which step of the cart's checkout (cards by mail) is shown. Each step is its own history entry, so that a reload and BACK from another page show it again, and
 * the browser's Back goes one step back. `forced`: money may be on its way, and only the payment step is left.
 */
export function useCartCheckoutStep(cartId: string, forced: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const location = useLocation()
  // This screen is still rendered while navigating away, and that history entry is not its own.
  const [entry, setEntry] = useState(location)
  if (location.pathname === '/checkout' && location !== entry) setEntry(location)
  const { cartStep = 'billing', cartStepFrom, cartStepOf } = entry.state
  const isOwn = cartStepOf === cartId
  const step: CartCheckoutStep = forced ? 'payment' : isOwn ? cartStep : 'billing'
  const at = cartCheckoutSteps.indexOf(step)
  const goTo = (next: CartCheckoutStep, { replace = false } = {}): void => {
    // If the guest is on the way elsewhere, do not interfere.
    if (router.latestLocation.pathname !== '/checkout') return
    void navigate({
      to: '/checkout',
      replace,
      resetScroll: false,
      state: { cartStep: next, cartStepOf: cartId, ...(!replace && { cartStepFrom: step }) },
    })
  }
  return {
    step,
    at,
    goTo,
    goOn: () => goTo(cartCheckoutSteps[at + 1]!),
    back() {
      const before = cartCheckoutSteps[at - 1]
      if (!before) void navigate({ to: '/cart' })
      else if (isOwn && cartStepFrom === before) router.history.back()
      else goTo(before, { replace: true })
    },
  }
}
