import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: { __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

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
  precacheAndRoute([...self.__WB_MANIFEST, ...pages], {
    directoryIndex: null,
    cleanURLs: false,
  } as unknown as Parameters<typeof precacheAndRoute>[1])
  registerRoute(
    new NavigationRoute(async ({ request }) => (await findPage(new URL(request.url).pathname)) ?? (await fetch(request)), { denylist: notScreens }),
  )
}

const findPage = async (path: string): Promise<Response | undefined> =>
  (preparedPaths.includes(path) ? await matchPrecache(path) : undefined) ?? (await matchPrecache(shellUrl))
