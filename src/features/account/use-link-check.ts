import { useQuery } from '@tanstack/react-query'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { checkLink } from './requests.ts'

export type OverLink = { error: AppError; messages: readonly string[] }

/**
 * Why the mailed link that opened this page no longer works: known before anybody has typed anything. Undefined while it works, and while that is unknown: the
 * form's own answer says it then.
 */
export function useLinkCheck(token: string, purpose: 'reset' | 'invite'): OverLink | undefined {
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
