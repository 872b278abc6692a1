import { AppError } from '#lib/errors/app-error.ts'

export type NetRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
  timeoutMs: number
}
export type NetAnswer = { status: number; header(name: string): string | null; text: string }

/**
 * The network as a port. `send` resolves when a whole answer is in (its body, too) and rejects with an AppError of kind
 * `offline` or `timeout` when none came: half an answer is no answer.
 */
export type Net = { send(request: NetRequest): Promise<NetAnswer> }

/** If the browser says that it is offline, no call is made; whatever else it says about the network counts for nothing (reliability N7). */
const isOffline = (): boolean => globalThis.navigator?.onLine === false

/**
 * The network through `fetch`. Sends no cookies: the person is identified only by the Authorization header, and the language in which they are served (`lang`
 * of the page) is sent in Accept-Language, instead of the browser's preference (docs/decisions/056).
 */
export function fetchNet(fetchFn: typeof fetch, language: () => string | undefined = () => undefined): Net {
  return {
    async send({ method, url, headers, body, timeoutMs }) {
      const served = language()
      const wasOffline = isOffline()
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetchFn(url, {
          method,
          headers: served ? { ...headers, 'accept-language': served } : headers,
          body: body ?? null,
          signal: limit,
          credentials: 'omit',
          cache: 'no-store',
        })
        return {
          status: answer.status,
          header: (name) => answer.headers.get(name),
          text: await answer.text(),
        }
      } catch (cause) {
        if (limit.aborted) throw new AppError('timeout', `no answer within ${timeoutMs} ms`, {}, { cause })
        throw new AppError('offline', 'no answer', { unsent: wasOffline && isOffline() }, { cause })
      }
    },
  }
}
