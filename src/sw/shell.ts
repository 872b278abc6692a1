import { buildCounterPage } from '#contract/page-format.ts'
import { isPaymentPath, paymentShellUrl } from '#contract/payment-pages.ts'
import { cacheNames, type RouteMatchCallback } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { counterFirstFile, counterPath } from '#lib/pwa/counter-path.ts'
import { readView, withView } from './kept-page.ts'
import { createCachedFiles, type CachedFile } from './cached-files.ts'
import { worker } from './worker-scope.ts'
import { keptPages } from './written-in.ts'

/**
 * The built files. The host's own pages stand beside them (written-in.ts). Beside the shell those are pages with their first screen in them: a launch on one of these shows before any script has run.
 */
declare const self: { __WB_MANIFEST: CachedFile[] }

const files = self.__WB_MANIFEST
const shellUrl = '/shell'

/** Pages that take cards have a shell of their own where others' scripts may run on the rest. */
const shellOf = (path: string): string =>
  isPaymentPath(path) && keptPages().some(({ url }) => url === paymentShellUrl) ? paymentShellUrl : shellUrl

const isKept = (path: string): boolean => files.some(({ url }) => url === path)

/** Paths that are not screens of the portal: never answered with its page. A menu's and a dish's id may end like a file's name. */
const notScreens = [
  /^\/api\//,
  /^\/sandbox\//,
  /^\/pictures\//,
  /^\/assets\//,
  /^\/service-worker\.js$/,
  /^\/meta\.json$/,
  /^(?!\/(menus|order)\/).*\/[^/]+\.[a-z0-9]+$/i,
]

/** By its path alone: what follows it is anything (a link with `?from=example.com/a.html`), which Workbox's own navigation route would look at, too. */
const isScreen: RouteMatchCallback = ({ request, url, sameOrigin }) =>
  sameOrigin && request.mode === 'navigate' && !notScreens.some((path) => path.test(url.pathname))

/**
 * Keeps the shell (the host's page, its scripts, styles and fonts) and opens every screen from it: at once, with or without a network.
 * The stored answer carries its headers, the content security policy among them. Only guests who go to a page are given a kept one: a script that
 * asks for `/shell` asks the server.
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
      path === counterPath ? undefined : readView(address, isKept),
      cached.findPage(shellOf(path), waitUntil),
    ])
    if (!shell) return undefined
    if (path === counterPath) return await withCounterFirst(shell)
    return (view && (await withView(shell, address, view))) ?? shell
  }
  // What the server answers, too: the portal has no screen of that name.
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && url.pathname === '/index.html',
    async ({ url }) => Response.redirect(new URL('/', url).href),
  )
  registerRoute(
    isScreen,
    // Files that cannot be read are files that are not there (reliability D18): the server may well answer.
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
        // Once more past what is kept: it could not be read, or not be written. Of this build it must be all the same; what is not asked for by CORS cannot
        // be compared.
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
 * Lets the browser take the built files from the cache by itself: a launch asks for a dozen, and a slow phone's worker needs longer for each than the
 * cache does. Browsers that have not learned it ask the worker, which answers the same.
 *
 * And has it leave the server alone on a launch: Chrome asks for the page beside the worker, in case it should want it (ServiceWorkerAutoPreload), which
 * is a page a launch that nobody reads. A route that names the worker says that it does not.
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
    // Refused: then the worker answers.
    if (added) event.waitUntil(added.catch(() => undefined))
  })
}

/**
 * The shell with the script that draws the card before the portal is there, and that lets the portal begin once it has (src/launch/counter-first.ts).
 * Its headers stay, the policy among them.
 */
async function withCounterFirst(page: Response): Promise<Response> {
  const script = files.find(({ url }) => counterFirstFile.test(url))
  if (!script) return page
  const { headers, status } = page
  const text = await page.text()
  return new Response(buildCounterPage(text, script.url) ?? text, { headers, status })
}
