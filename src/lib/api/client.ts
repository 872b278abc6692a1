import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoints.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Net } from './net.ts'
import { readAnswer } from './read-answer.ts'

export type CallOptions<E extends Endpoint> = {
  params?: Record<string, string | number>
  query?: Record<string, string | undefined>
  body?: BodyOf<E>
  /** The idempotency key: made when the user acted, the same on every repeat. */
  key?: string
  /** The ETag of the copy that is already here. */
  etag?: string | undefined
}

export type Answer<T> = { notModified: false; value: T; etag: string | null } | { notModified: true }

export type Api = {
  /**
   * One call by its row of `contract/endpoints.ts`. Throws AppError for everything but a well-shaped 2xx (or 304 where an etag was given).
   */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer<AnswerOf<E>>>
  /** The same, where no etag was given: the value itself. */
  get<E extends Endpoint>(endpoint: E, options?: Omit<CallOptions<E>, 'etag'>): Promise<AnswerOf<E>>
}

export type ApiSettings = {
  net: Net
  /** Where the API stands, without a slash at the end: `/api`. */
  base: string
  locationId: string
  /** The access token of who is signed in now, asked for at every send so that a waiting change never carries one. */
  token?: () => string | undefined
}

/** The one wrapper of the network: base address, credentials, keys, time limits, and the check of every answer. */
export function createApi({ net, base, locationId, token }: ApiSettings): Api {
  const call: Api['call'] = async (endpoint, options = {}) => {
    if (endpoint.queue !== 'read' && options.key === undefined) throw new Error(`${endpoint.path} changes something and needs a key`)
    const bearer = token?.()
    const answer = await net.send({
      method: endpoint.method,
      url: base + pathOf(endpoint.path, { loc: locationId, ...options.params }) + queryOf(options.query),
      headers: {
        accept: 'application/json',
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
        ...(options.etag !== undefined && { 'if-none-match': options.etag }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      timeoutMs: endpoint.timeoutMs,
    })
    if (answer.status === 304 && options.etag !== undefined) return { notModified: true }
    return { notModified: false, value: readAnswer(endpoint, answer), etag: answer.header('etag') }
  }
  return {
    call,
    async get(endpoint, options) {
      const answer = await call(endpoint, options)
      if (answer.notModified) throw new AppError('garbled', `${endpoint.path} answered 304 to a call without an etag`)
      return answer.value
    },
  }
}

function pathOf(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} lacks its parameter ${name}`)
    return encodeURIComponent(value)
  })
}

function queryOf(query: Record<string, string | undefined> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
