import { type PageKind, pageKindName } from '#contract/payment-pages.ts'
import { reachability } from './reachability.ts'

/** The kind of this document's policy; undefined where all pages of the restaurant have the same. */
const pageKind = (): PageKind | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${pageKindName}"]`)?.content as PageKind | undefined

/**
 * Whether this screen needs a document of its own: it was reached from a page of the other kind, and a policy applies as long as its document is open. Not
 * where the document was loaded for this very address (there is no better one), nor where it could not be loaded now.
 */
export function needsOwnDocument(kind: PageKind): boolean {
  const own = pageKind()
  if (own === undefined || own === kind) return false
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded?.name === location.href) return false
  return reachability() === 'reachable' || navigator.serviceWorker?.controller != null
}
