import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { checkLink } from './requests.ts'

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

export type LinkRefusal = { error: AppError; messages: readonly string[] }

/**
 * Why the mailed link that opened this page no longer works: known before anybody has typed anything. Undefined while it works, and while that is unknown: the
 * form's own answer says it then.
 */
export function useLinkCheck(token: string, purpose: 'reset' | 'invite'): LinkRefusal | undefined {
  const { load } = usePortal()
  const isOffered = useLocationCopy()?.location.api_extensions?.includes('link_check') ?? false
  const { error } = useQuery({
    queryKey: ['link', purpose, token],
    queryFn: async () => {
      await checkLink(await load(), { token, purpose })
      return true
    },
    enabled: isOffered && token !== '',
    // Asked once: what was typed must not disappear because of a later answer. The form's own call uses the link up.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const refusal = error ? asAppError(error) : undefined
  return refusal?.code === 'link_invalid' ? { error: refusal, messages: explain(refusal) } : undefined
}
