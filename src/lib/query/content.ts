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
 * What the location says on one of its content pages: from the device at once, refreshed behind. What the page itself brought (of no age) holds the
 * short configurations only, so a text that is not in it may still be on its way.
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
