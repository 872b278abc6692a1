import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { noteLostAnswer } from '#lib/errors/lost-answer.ts'
import type { Net, NetAnswer } from './net.ts'
import { type OwnReading, readAnswer, readAnswerWith } from './read-answer.ts'

export type CallOptions<E extends Endpoint> = {
  params?: Record<string, string | number>
  query?: Record<string, string | undefined>
  body?: BodyOf<E>
  /** The idempotency key: made when the user acted, the same on every repeat. */
  key?: string
  /** The ETag of the copy on the device. */
  etag?: string | undefined
  /** The ETag of the version that a change was made from: refused with 412 where that is no longer the newest. */
  ifMatch?: string | undefined
  /** This device's key for changing its own placed order (contract/schemas/ticket-order.ts). */
  orderKey?: string | undefined
  /** Sent without credentials, whoever is signed in. */
  as?: 'guest' | undefined
  /** Who makes the call: `guest`, or a principal. It is not sent if somebody else is signed in by then (`unauthorized`). */
  by?: string | undefined
  /** Reads the answer in place of JSON.parse and the endpoint's schema, which each do it in one piece. */
  reading?: OwnReading<E>
  /** Credentials only for this call: those of a session that is just beginning, or a refresh token. */
  bearer?: string
}

export type Answer<T> = { notModified: false; value: T; etag: string | null } | { notModified: true }

export type Api = {
  /** Makes a call by its row of `contract/endpoints.ts`. Throws AppError for everything but a valid 2xx (or 304 where an etag was given). */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer<AnswerOf<E>>>
  /** The same, where no etag was given: the value itself. */
  send<E extends Endpoint>(endpoint: E, options?: Omit<CallOptions<E>, 'etag'>): Promise<AnswerOf<E>>
}

export type ApiSettings = {
  net: Net
  /** The API's address, without a trailing slash: `/api`. */
  base: string
  locationId: string
  auth?: Auth | undefined
  /** Called for every failed call, with nothing personal (specification §8: every failed call is logged). */
  onFailure?: ((failure: CallFailure) => void) | undefined
  /** Called for every call that changes something, when it was answered, and when it failed. */
  onChange?: ((endpoint: Endpoint, outcome: { answer: unknown } | { error: AppError }) => void) | undefined
}

/** `what` is the method and the path as the contract writes it, without ids. */
export type CallFailure = {
  what: string
  kind: string
  message: string
  status?: number | undefined
  code?: string | undefined
  requestId?: string | undefined
}

/** Whose calls these are. */
export type Auth = {
  /** Who is signed in, as far as this is known: `guest`, or a principal. Left out where that cannot be told. */
  principal?(): string
  /**
   * The access token of the person who is signed in now, requested at every send so that a waiting change never contains one; undefined for a guest. Throws
   * AppError if that is not `by`.
   */
  token(by?: string): Promise<string | undefined> | string | undefined
  /**
   * A call with this token was answered 401: a newer token, or undefined when the session is over. Rejects with AppError when the server could not be asked, so
   * that the call fails like any other without an answer. Never another person's token than `by`'s.
   */
  renew(usedToken: string, by?: string): Promise<string | undefined>
}

/** The only wrapper of the network: base address, credentials, keys, time limits, and the check of every answer. */
export function createApi({ net, base, locationId, auth, onFailure, onChange }: ApiSettings): Api {
  const ask: Api['call'] = async (endpoint, options = {}) => {
    if (endpoint.queue !== 'read' && options.key === undefined)
      throw new Error(`${endpoint.path} changes something and needs a key`)
    const url = base + pathOf(endpoint.path, { loc: locationId, ...options.params }) + queryOf(options.query)
    const send = (token: string | undefined): Promise<NetAnswer> => {
      const body = options.body === undefined ? undefined : JSON.stringify(options.body)
      return net.send({
        method: endpoint.method,
        url,
        headers: headersOf(options, token),
        body,
        timeoutMs: endpoint.timeoutMs,
      })
    }
    const isOpen = endpoint.anonymous === true || options.as === 'guest' || options.bearer !== undefined
    const by = options.by ?? auth?.principal?.()
    const token = isOpen ? options.bearer : await auth?.token(by)
    const take = async (answer: NetAnswer): Promise<Answer<AnswerOf<typeof endpoint>>> => {
      if (answer.status === 304 && options.etag !== undefined) return { notModified: true }
      const value = options.reading
        ? await readAnswerWith(options.reading, endpoint, answer)
        : readAnswer(endpoint, answer)
      return { notModified: false, value, etag: answer.header('etag') }
    }
    const exchange = async (bearer: string | undefined): Promise<Answer<AnswerOf<typeof endpoint>>> => {
      try {
        return await take(await send(bearer))
      } catch (cause) {
        noteLostAnswer(endpoint, cause)
        throw cause
      }
    }
    try {
      return await exchange(token)
    } catch (cause) {
      // 401, or any answer with the code `unauthorized` (specification §8).
      const isUnauthorized = cause instanceof AppError && cause.kind === 'unauthorized'
      if (isOpen || !auth || token === undefined || !isUnauthorized) throw cause
      const newer = await auth.renew(token, by)
      if (newer === undefined) throw cause
      // Exactly the same call, under the same key: it takes effect once, whichever of the two arrived (specification §8).
      return await exchange(newer)
    }
  }
  const call: Api['call'] = async (endpoint, options) => {
    const tell = endpoint.queue === 'read' ? undefined : onChange
    try {
      const answer = await ask(endpoint, options)
      if (!answer.notModified) tell?.(endpoint, { answer: answer.value })
      return answer
    } catch (cause) {
      if (cause instanceof AppError) {
        onFailure?.(failureOf(endpoint, cause))
        tell?.(endpoint, { error: cause })
      }
      throw cause
    }
  }
  return {
    call,
    async send(endpoint, options) {
      const answer = await call(endpoint, options)
      if (answer.notModified)
        throw new AppError('garbled', `${endpoint.path} answered 304 to a call without an etag`)
      return answer.value
    },
  }
}

/** The same API, where each call is sent as one given person or not at all. */
export const callsOf = (api: Api, by: string): Api => ({
  call: (endpoint, options) => api.call(endpoint, { ...options, by }),
  send: (endpoint, options) => api.send(endpoint, { ...options, by }),
})

const failureOf = (endpoint: Endpoint, { kind, message, code, details }: AppError): CallFailure => ({
  what: `${endpoint.method} ${endpoint.path}`,
  kind,
  message,
  status: details.status,
  code,
  requestId: details.requestId,
})

function headersOf(options: CallOptions<Endpoint>, token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(options.body !== undefined && { 'content-type': 'application/json' }),
    ...(options.key !== undefined && { 'idempotency-key': options.key }),
    ...(options.etag !== undefined && { 'if-none-match': options.etag }),
    ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
    ...(options.orderKey !== undefined && { 'x-order-key': options.orderKey }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
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
