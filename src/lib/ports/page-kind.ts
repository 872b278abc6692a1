import { type PageKind, pageKindName } from '#contract/payment-pages.ts'
import { reachability } from './reachability.ts'

/** Whose policy this document bears; undefined where all pages of the restaurant have the same. */
const pageKind = (): PageKind | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${pageKindName}"]`)?.content as PageKind | undefined

/**
 * Whether this screen needs a document of its own: it came here from a page of the other kind, and a policy holds for the life of its document. Not where
 * the document was loaded for this very address (then there is no better one), nor where it could not be loaded now.
 */
export function needsOwnDocument(kind: PageKind): boolean {
  const own = pageKind()
  if (own === undefined || own === kind) return false
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded?.name === location.href) return false
  return reachability() === 'reachable' || navigator.serviceWorker?.controller != null
}
