import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a mailed link, moved here from the address bar. */
    linkToken?: string
    /** The page that sent the user here to sign in. */
    from?: string
    /** The user did not sign out: the restaurant refused to renew the session. */
    isSessionOver?: boolean
  }
}

/**
 * The token of a mailed link, or empty text. It is removed from the address bar at once, so that it is in no screenshot, bookmark or shared link, and is kept
 * with this history entry, so that it survives a reload.
 */
export function useUrlToken(): string {
  const navigate = useNavigate()
  const { searchStr, state } = useLocation()
  // Read as text: the router would parse a token of digits as a number.
  const inUrl = new URLSearchParams(searchStr).get('token') ?? undefined
  useEffect(() => {
    if (inUrl !== undefined)
      void navigate({ to: '.', search: {}, replace: true, state: { linkToken: inUrl } })
  }, [inUrl, navigate])
  return inUrl ?? state.linkToken ?? ''
}
