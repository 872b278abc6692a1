import { Navigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that led here and is none of the portal's. */
    notFound?: string
  }
}

/** Leads on from a screen that has nothing to show, unless the person is on the way to another one already: to the login, say. */
export function RedirectTo({
  to,
}: {
  to: '/' | '/order' | '/ordercart' | '/ordersubmit' | '/physicalcards' | '/thankyou'
}) {
  const isLeaving = useRouterState({ select: (state) => state.status === 'pending' })
  return isLeaving ? null : <Navigate to={to} replace />
}

/** Leads home from an address that is not the portal's (specification §2: unknown paths go to /); the home page then says so. */
export function RedirectHome() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Where it began: on the way home the path is already home's.
  const [notFound] = useState(path)
  return <Navigate to="/" replace state={{ notFound }} />
}
