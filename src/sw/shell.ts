import { inLowerCase } from '#contract/address-case.ts'
import { buildCounterPage } from '#contract/page-format.ts'
import { isPaymentPath, paymentShellUrl } from '#contract/payment-pages.ts'
import { cacheNames, type RouteMatchCallback } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { counterFirstFile, counterPath } from '#lib/pwa/counter-path.ts'
import { readView, withView } from './kept-views.ts'
import { createCachedFiles, type CachedFile } from './cached-files.ts'
import { worker } from './worker-scope.ts'
import { keptPages } from './written-in.ts'

/**
 * The built files. The host's own pages are listed beside them (written-in.ts): beside the shell, pages with their first screen in them, so that a launch on
 * one of these shows before any script has run.
 */
declare const self: { __WB_MANIFEST: CachedFile[] }

const files = self.__WB_MANIFEST
const shellUrl = '/shell'

/** Pages that take cards have a shell of their own where third-party scripts may run on the others. */
const shellOf = (path: string): string =>
  isPaymentPath(path) && keptPages().some(({ url }) => url === paymentShellUrl) ? paymentShellUrl : shellUrl

/** Paths that are not screens: never answered with the portal's page. The id of a menu or a dish may end like a file name. */
const notScreens = [
  /^\/api\//,
  /^\/sandbox\//,
  /^\/pictures\//,
  /^\/assets\//,
  /^\/service-worker\.js$/,
  /^\/meta\.json$/,
  /^(?!\/(menus|order)\/).*\/[^/]+\.[a-z0-9]+$/i,
]

/** Matches the path only. What follows can be anything (`?from=example.com/a.html`), and Workbox's own navigation route would look at that, too. */
const isScreen: RouteMatchCallback = ({ request, url, sameOrigin }) =>
  sameOrigin && request.mode === 'navigate' && !notScreens.some((path) => path.test(url.pathname))

/**
 * Keeps the shell (the host's page, its scripts, styles and fonts) and opens every screen from it at once, with or without a network. The stored answer keeps
 * its headers, including the content security policy. Only navigations get a kept page: a script that fetches `/shell` gets the server's.
 */
export function routeShell(): void {
  const cached = createCachedFiles([...files, ...keptPages()])
  const openScreen = async (url: URL, event: ExtendableEvent): Promise<Response | undefined> => {
    const { pathname: path } = url
    const waitUntil = (work: Promise<unknown>): void => event.waitUntil(work)
    const page = path === shellUrl ? undefined : await cached.findPage(path, waitUntil)
    if (page || path === shellUrl) return page ?? (await cached.findPage(shellUrl, waitUntil))
    const address = path + url.search
    const [view, shell] = await Promise.all([
      path === counterPath ? undefined : readView(address),
      cached.findPage(shellOf(path), waitUntil),
    ])
    if (!shell) return undefined
    if (path === counterPath) return await withCounterFirst(shell)
    return (view && (await withView(shell, address, view))) ?? shell
  }
  // The server answers the same: the portal has no screen of that name.
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && url.pathname === '/index.html',
    async ({ url }) => Response.redirect(new URL('/', url).href),
  )
  // The same: its screens' addresses begin in lower case.
  registerRoute(
    (options) => isScreen(options) && inLowerCase(options.url.pathname) !== options.url.pathname,
    async ({ url }) => Response.redirect(new URL(inLowerCase(url.pathname) + url.search, url).href),
  )
  registerRoute(
    isScreen,
    // Files that cannot be read count as missing (reliability D18): the server may well answer.
    async ({ request, event }) =>
      (await openScreen(new URL(request.url), event).catch(() => undefined)) ?? (await fetch(request)),
  )
  const { controller } = cached
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin &&
      url.pathname.startsWith('/assets/') &&
      controller.getCacheKeyForURL(url.href) !== undefined,
    async ({ url, request, event }) => {
      const cacheKey = controller.getCacheKeyForURL(url.href)!
      const integrity = controller.getIntegrityForCacheKey(cacheKey)!
      try {
        return await controller.strategy.handle({ event, request, params: { cacheKey, integrity } })
      } catch {
        // Fetched again past what is kept, which could not be read or written. It must still be this build's; an answer without CORS cannot be compared.
        return await fetch(request.mode === 'no-cors' ? request : new Request(request, { integrity }))
      }
    },
  )
}

type Route = {
  condition: { urlPattern?: string; requestMethod?: string; requestMode?: RequestMode }
  source: 'fetch-event' | { cacheName: string }
}
type WithRoutes = ExtendableEvent & { addRoutes?(routes: Route[]): Promise<void> }

/**
 * Lets the browser take the built files straight from the cache: a launch needs a dozen, and on a slow phone the worker takes longer for each than the cache.
 * Browsers without static routes ask the worker, with the same result. It also spares the server a request at each launch: Chrome fetches the page in parallel
 * with the worker, in case it is needed (ServiceWorkerAutoPreload). A route that names the worker turns that off.
 */
export function routePastWorker(): void {
  worker.addEventListener('install', (event: WithRoutes) => {
    const added = event.addRoutes?.([
      {
        condition: { urlPattern: '/assets/*', requestMethod: 'GET' },
        source: { cacheName: cacheNames.precache },
      },
      { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    ])
    // The browser refused the routes: the worker answers.
    if (added) event.waitUntil(added.catch(() => undefined))
  })
}

/**
 * The shell with the script that draws the card before the portal is loaded, and that then lets the portal start (src/launch/counter-first.ts). Its headers
 * stay, including the content policy.
 */
async function withCounterFirst(page: Response): Promise<Response> {
  const script = files.find(({ url }) => counterFirstFile.test(url))
  if (!script) return page
  const { headers, status } = page
  const text = await page.text()
  return new Response(buildCounterPage(text, script.url) ?? text, { headers, status })
}
