/** The router's base path, from the page's base element (specification §2), without a trailing slash; `/` where the portal has a host of its own. */
export function basePathOf(page: Pick<Document, 'baseURI'>): string {
  const path = new URL(page.baseURI).pathname.replace(/\/+$/, '')
  return path === '' ? '/' : path
}
