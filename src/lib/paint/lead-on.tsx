import { Navigate, useRouterState } from '@tanstack/react-router'

/** Leads on from a screen that has nothing to show, unless the person is on the way to another one already: to the login, say. */
export function LeadOn({ to }: { to: '/' | '/order' | '/ordercart' | '/ordersubmit' | '/physicalcards' | '/thankyou' }) {
  const isLeaving = useRouterState({ select: (state) => state.status === 'pending' })
  return isLeaving ? null : <Navigate to={to} replace />
}
