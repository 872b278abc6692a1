import { PrecacheController } from 'workbox-precaching'
import type { WorkboxPlugin } from 'workbox-core'
import { hasIntegrity, isOfKind } from './whole.ts'

/** A file or page that the worker keeps. `integrity`: of its content (`sha256-…`), by whoever made it: the build, or the server for its pages. */
export type CachedFile = {
  url: string
  revision: string | null
  integrity: string
  /** Of a page: it is one of several at its address, and a browser need not say of languages to a worker what it says to a page. */
  language?: string
}

type CachedFiles = {
  controller: PrecacheController
  /**
   * The kept page of an address, if it is really that. Otherwise undefined, and `waitUntil` is given the work of asking the server for it again, so
   * that it is there the next time.
   */
  findPage(url: string, waitUntil: (work: Promise<unknown>) => void): Promise<Response | undefined>
}

/** Borne by a page that this worker has checked against its integrity, so that a launch need not read it whole first. No server sends it. */
const checkedHeader = 'x-larder-checked'

/**
 * Keeps files and pages of one build, each checked before it is kept: an installation that is given anything else fails, and the older worker stays.
 * What an older worker kept is checked before it is taken over.
 */
export function createCachedFiles(files: readonly CachedFile[]): CachedFiles {
  const byPath = new Map(files.map((file) => [file.url, file]))
  const put = async (path: string, answer: Response): Promise<Response> => {
    const cache = await caches.open(controller.strategy.cacheName)
    await cache.put(controller.getCacheKeyForURL(path)!, answer.clone())
    return answer
  }
  /** Asks the server for a file, past every cache, and keeps it. Rejects where the answer is anything else. */
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
        // Where the mark cannot be kept, the next launch reads the page whole once more.
        waitUntil(put(path, page.clone()).catch(() => undefined))
        return page
      }
      // Kept by a worker that did not ask what it was given, or lost by the browser. Where nobody answers now either, the next launch asks.
      waitUntil(keep(path).catch(() => undefined))
      return undefined
    },
  }
}

const languageHeaders = (language: string | undefined): Record<string, string> =>
  language === undefined ? {} : { 'accept-language': language }

const isPage = (path: string): boolean => !path.includes('.')

/** An answer with the mark that it has been checked, as a copy: an answer from the network cannot be written on. */
function withMark(answer: Response, integrity: string): Response {
  const headers = new Headers(answer.headers)
  headers.set(checkedHeader, integrity)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** The checks, where Workbox asks for them. */
function checksOf(
  files: ReadonlyMap<string, CachedFile>,
  keep: (path: string) => Promise<Response>,
): WorkboxPlugin {
  const checks = {
    async requestWillFetch({ request }) {
      const language = files.get(pathOf(request))?.language
      return language === undefined ? request : new Request(request, { headers: languageHeaders(language) })
    },
    // Null is "not there": an installation fetches it then, and a launch asks the server.
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      const path = pathOf(request)
      if (!cachedResponse || !isOfKind(cachedResponse, path)) return null
      // Read whole when a build is taken over; a launch has no time for that.
      if (event.type !== 'install') return cachedResponse
      const file = files.get(path)
      return file && (await hasIntegrity(cachedResponse.clone(), file.integrity)) ? cachedResponse : null
    },
    // The content has been compared with the request's integrity, by the browser. Null fails the installation.
    async cacheWillUpdate({ request, response }) {
      const path = pathOf(request)
      if (!isOfKind(response, path)) return null
      return isPage(path) ? withMark(response, request.integrity) : response
    },
    // It may be the browser's own cache that holds something else under a file's name, for a year: the server is asked past it.
    async handlerDidError({ request, event }) {
      return event.type === 'install' && request.cache === 'default' ? await keep(pathOf(request)) : undefined
    },
  } satisfies WorkboxPlugin
  return checks
}

const pathOf = ({ url }: Request): string => new URL(url).pathname
