import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of a checkout by post that this visit shows, the one that led to it, and the cart that it is of. */
    postStep?: PostStep
    postFrom?: PostStep
    postCart?: string
  }
}

export const postSteps = ['billing', 'personal_message', 'payment', 'done'] as const
export type PostStep = (typeof postSteps)[number]

/**
 * Which step of the checkout by post is shown. Each is a visit of its own in the browser's history: a reload and BACK from another page show it again, and the
 * browser's Back goes one step back. `forced`: money may be on its way, and only the payment step is left.
 */
export function usePostStep(cartId: string, forced: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const location = useLocation()
  // On the way to another page this one still stands, and that visit is not its own.
  const [visit, setVisit] = useState(location)
  if (location.pathname === '/checkout' && location !== visit) setVisit(location)
  const { postStep = 'billing', postFrom, postCart } = visit.state
  const isOwn = postCart === cartId
  const step: PostStep = forced ? 'payment' : isOwn ? postStep : 'billing'
  const at = postSteps.indexOf(step)
  const goTo = (next: PostStep, replace = false): void => {
    // Whoever is on the way elsewhere meanwhile is not called back.
    if (router.latestLocation.pathname !== '/checkout') return
    void navigate({
      to: '/checkout',
      replace,
      resetScroll: false,
      state: { postStep: next, postCart: cartId, ...(!replace && { postFrom: step }) },
    })
  }
  return {
    step,
    at,
    goTo,
    goOn: () => goTo(postSteps[at + 1]!),
    back() {
      const before = postSteps[at - 1]
      if (!before) void navigate({ to: '/cart' })
      else if (isOwn && postFrom === before) router.history.back()
      else goTo(before, true)
    },
  }
}
