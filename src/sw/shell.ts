import { cacheNames } from 'workbox-core'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { counterFirstFile, counterPath } from '#lib/pwa/counter-path.ts'
import { worker } from './worker-scope.ts'

declare const self: { __WB_MANIFEST: { url: string; revision: string | null }[] }

const files = self.__WB_MANIFEST

/** The host's own page, which the server fills in when it hands this script out: a new theme or menu is a new revision, and so a new page. */
const shellRevision = '__LARDER_SHELL_REVISION__'
const shellUrl = '/shell'

/** Pages that come with their first screen in them, made by the server: a launch on one of these shows before any script has run. */
const preparedPaths = ['/', '/home', '/menus', '/order']

/** Paths that are not screens of the portal: never answered with its page. */
const notScreens = [/^\/api\//, /^\/sandbox\//, /^\/pictures\//, /^\/assets\//, /^\/service-worker\.js$/, /^\/meta\.json$/, /\/[^/?]+\.[a-z0-9]+$/i]

/**
 * Keeps the shell (the host's page, its scripts, styles and fonts) and opens every screen from it: at once, with or without a network.
 * The stored answer carries its headers, the content security policy among them.
 */
export function routeShell(): void {
  const pages = [shellUrl, ...preparedPaths].map((url) => ({ url, revision: shellRevision }))
  precacheAndRoute([...files, ...pages], {
    directoryIndex: null,
    cleanURLs: false,
  } as unknown as Parameters<typeof precacheAndRoute>[1])
  registerRoute(
    new NavigationRoute(async ({ request }) => (await findPage(new URL(request.url).pathname)) ?? (await fetch(request)), { denylist: notScreens }),
  )
}

type Route = { condition: { urlPattern: string; requestMethod: string }; source: { cacheName: string } }
type WithRoutes = ExtendableEvent & { addRoutes?(route: Route): Promise<void> }

/**
 * Lets the browser take the built files from the cache by itself: a launch asks for a dozen, and a slow phone's worker needs longer for each than the
 * cache does. Browsers that have not learned it ask the worker, which answers the same.
 */
export function routeFilesPastWorker(): void {
  worker.addEventListener('install', (event: WithRoutes) => {
    const route = { condition: { urlPattern: '/assets/*', requestMethod: 'GET' }, source: { cacheName: cacheNames.precache } }
    const added = event.addRoutes?.(route)
    // Refused: then the worker answers.
    if (added) event.waitUntil(added.catch(() => undefined))
  })
}

async function findPage(path: string): Promise<Response | undefined> {
  const page = (preparedPaths.includes(path) ? await matchPrecache(path) : undefined) ?? (await matchPrecache(shellUrl))
  return page && path === counterPath ? await withCounterFirst(page) : page
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
  const portal = /[ \t]*<script defer fetchpriority="high" src="[^"]+"( data-portal="[^"]+" data-parts="[^"]*")><\/script>\n?/.exec(text)
  if (!portal) return new Response(text, { headers, status })
  // Nothing of the portal is read before the card is drawn: its files would be in the way.
  const alone = text.replace(portal[0], '').replace(/[ \t]*<link rel="modulepreload"[^>]*>\n?/g, '')
  const first = `<script src="${script.url}"${portal[1]!}></script></body>`
  return new Response(
    alone.replace('<head>', () => `<head><link rel="preload" as="script" href="${script.url}">`).replace('</body>', () => first),
    { headers, status },
  )
}
