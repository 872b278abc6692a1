import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a mailed link, out of the address bar. */
    linkToken?: string
    /** The page that sent its user here to sign in. */
    from?: string
    /** Nobody pressed anything: the restaurant renewed the session no more. */
    isSessionOver?: boolean
  }
}

/**
 * The token that a mailed link brought, or empty text. It leaves the address bar at once, so that it stands in no screenshot, bookmark or
 * shared link, and stays with this entry of the history, so that a reload still has it.
 */
export function useUrlToken(): string {
  const navigate = useNavigate()
  const { searchStr, state } = useLocation()
  // Read as text: the router would take a token of digits for a number.
  const inUrl = new URLSearchParams(searchStr).get('token') ?? undefined
  useEffect(() => {
    if (inUrl !== undefined)
      void navigate({ to: '.', search: {}, replace: true, state: { linkToken: inUrl } })
  }, [inUrl, navigate])
  return inUrl ?? state.linkToken ?? ''
}
