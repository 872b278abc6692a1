import { PrecacheController } from 'workbox-precaching'
import type { WorkboxPlugin } from 'workbox-core'
import { hasIntegrity, isOfKind } from './check-answers.ts'

/** A file or page that the worker keeps. `integrity`: the hash of its content (`sha256-…`), from whoever made it: the build, or the server for its pages. */
export type CachedFile = {
  url: string
  revision: string | null
  integrity: string
  /** For a page: one of several at its address, by language. A browser need not send the worker the headers for languages that it sends with a page. */
  language?: string
}

type CachedFiles = {
  controller: PrecacheController
  /** The kept page of an address, if its content is right. Otherwise undefined, and `waitUntil` gets the work of fetching it again for the next time. */
  findPage(url: string, waitUntil: (work: Promise<unknown>) => void): Promise<Response | undefined>
}

/** A header on pages that this worker has verified, so that a launch need not read the page in full first. No server sends it. */
const checkedHeader = 'x-larder-checked'

/**
 * Keeps the files and pages of one build, each verified before it is stored: if any is wrong, the installation fails and the older worker stays. What an older
 * worker kept is verified before it is taken over.
 */
export function createCachedFiles(files: readonly CachedFile[]): CachedFiles {
  const byPath = new Map(files.map((file) => [file.url, file]))
  const put = async (path: string, answer: Response): Promise<Response> => {
    const cache = await caches.open(controller.strategy.cacheName)
    await cache.put(controller.getCacheKeyForURL(path)!, answer.clone())
    return answer
  }
  /** Fetches a file from the server, past every cache, and keeps it. Rejects when the answer is not that file. */
  const keep = async (path: string): Promise<Response> => {
    const { integrity, language } = byPath.get(path)!
    const answer = await fetch(path, {
      integrity,
      cache: 'reload',
      credentials: 'same-origin',
      headers: languageHeaders(language),
    })
    if (!isOfKind(answer, path)) throw new Error(`what came for ${path} is not of this build`)
    return await put(path, isPage(path) ? withMark(answer, integrity) : answer)
  }
  const controller = new PrecacheController({ plugins: [checksOf(byPath, keep)] })
  controller.precache([...files])
  return {
    controller,
    async findPage(path, waitUntil) {
      const file = byPath.get(path)
      if (!file) return undefined
      const cached = await controller.matchPrecache(path)
      if (cached?.headers.get(checkedHeader) === file.integrity) return cached
      if (cached && isOfKind(cached, path) && (await hasIntegrity(cached.clone(), file.integrity))) {
        const page = withMark(cached, file.integrity)
        // If the mark cannot be stored, the next launch reads the page in full once more.
        waitUntil(put(path, page.clone()).catch(() => undefined))
        return page
      }
      // An older worker kept it unverified, or the browser lost it. If nobody answers now either, the next launch asks again.
      waitUntil(keep(path).catch(() => undefined))
      return undefined
    },
  }
}

const languageHeaders = (language: string | undefined): Record<string, string> =>
  language === undefined ? {} : { 'accept-language': language }

const isPage = (path: string): boolean => !path.includes('.')

/** A copy of an answer with the mark that it was verified: the headers of a network answer cannot be changed. */
function withMark(answer: Response, integrity: string): Response {
  const headers = new Headers(answer.headers)
  headers.set(checkedHeader, integrity)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** The verification as a Workbox plugin. */
function checksOf(
  files: ReadonlyMap<string, CachedFile>,
  keep: (path: string) => Promise<Response>,
): WorkboxPlugin {
  const checks = {
    async requestWillFetch({ request }) {
      const language = files.get(pathOf(request))?.language
      return language === undefined ? request : new Request(request, { headers: languageHeaders(language) })
    },
    // Null means "not cached": an installation then fetches it, and a launch asks the server.
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      const path = pathOf(request)
      if (!cachedResponse || !isOfKind(cachedResponse, path)) return null
      // Verified in full when a build is taken over; a launch has no time for that.
      if (event.type !== 'install') return cachedResponse
      const file = files.get(path)
      return file && (await hasIntegrity(cachedResponse.clone(), file.integrity)) ? cachedResponse : null
    },
    // The browser has compared the content with the request's integrity. Null fails the installation.
    async cacheWillUpdate({ request, response }) {
      const path = pathOf(request)
      if (!isOfKind(response, path)) return null
      return isPage(path) ? withMark(response, request.integrity) : response
    },
    // The browser's own cache may hold something else under a file's name, for a year: the server is asked past it.
    async handlerDidError({ request, event }) {
      return event.type === 'install' && request.cache === 'default' ? await keep(pathOf(request)) : undefined
    },
  } satisfies WorkboxPlugin
  return checks
}

const pathOf = ({ url }: Request): string => new URL(url).pathname
