import { Navigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that led here and does not exist in the portal. */
    notFound?: string
  }
}

/** Redirects from a screen that has nothing to show, unless the person is already on the way to another one, such as the login. */
export function RedirectTo({
  to,
}: {
  to: '/' | '/order' | '/ordercart' | '/ordersubmit' | '/physicalcards' | '/thankyou'
}) {
  const isLeaving = useRouterState({ select: (state) => state.status === 'pending' })
  return isLeaving ? null : <Navigate to={to} replace />
}

/** Redirects an unknown address to the home page (specification §2: unknown paths go to /), which then shows a message. */
export function RedirectHome() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Read at the start: during the redirect, the path is already that of the home page.
  const [notFound] = useState(path)
  return <Navigate to="/" replace state={{ notFound }} />
}
