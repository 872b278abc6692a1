import { useQuery } from '@tanstack/react-query'
import { type Content, type ContentName, findContent } from '#contract/schemas/content.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { findFailure } from './answer-query.ts'
import { locationQuery } from './location.ts'
import { usePortal } from './portal-context.tsx'

/** A content page's configuration. `content` is undefined where the restaurant has written none. */
type ContentState<N extends ContentName> =
  | { state: 'loading' }
  | { state: 'failed'; failed: AppError; retry: () => unknown }
  | { state: 'ready'; copy: LocationCopy; content: Content<N> | undefined }

/**
 * The location's text for one of its content pages: from the device at once, refreshed in the background. The data in the page itself (with age 0) has only the
 * short configurations, so a text that is missing there may still be loading.
 */
export function useContent<N extends ContentName>(name: N): ContentState<N> {
  const { load, facts } = usePortal()
  const query = useQuery(locationQuery(load, facts.host.locationId))
  const { data } = query
  const failed = findFailure(query)
  const content = data && findContent(data.value.configurations, name)
  if (data && (content !== undefined || data.savedAt > 0))
    return { state: 'ready', copy: data.value, content }
  if (failed) return { state: 'failed', failed, retry: query.refetch }
  return { state: 'loading' }
}
