import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { operations } from '#contract/operations.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import { Problem } from '#contract/schemas/problem.ts'
import { parseLenient } from '#contract/schemas/parse-lenient.ts'
import { expectThat, Misfit, NotChecked, shown } from './findings.ts'
import { NoAnswer, type Wire } from './wire.ts'

type Endpoints = typeof endpoints

type CallOptions<N extends EndpointName> = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string>>
  body?: BodyOf<Endpoints[N]>
  /** What is not as the contract has it: to see that it is refused. */
  wrongBody?: unknown
  token?: string | undefined
  /** Under which key a change is sent; a new one each time unless it is said. */
  key?: string
  headers?: Readonly<Record<string, string>>
}

/** An answer, and which call it is to. */
export type Answered = {
  name: EndpointName
  what: string
  status: number
  headers: Readonly<Record<string, string>>
  json: unknown
  text: string
}

export type VisitSettings = {
  wire: Wire
  /** Where the API stands, without a slash at its end. */
  base: string
  organizationId: string
  locationId: string
  clock: Clock
  ids: Pick<Ids, 'uuid'>
  /** Whom to sign in as; undefined: nobody. */
  member: { email: string; password: string } | undefined
  /** A payment method for test cards; undefined: nothing is paid. */
  testCard: (() => Promise<string>) | undefined
}

/** The requirement that a call is of, or its extension. */
export function rowOf(name: EndpointName): string {
  const operation = operations[name]
  return 'specification' in operation ? operation.specification[0] : `x:${operation.extension}`
}

/** One visit to an API: its calls by the contract's table, and what was found about every one of them on the way. */
export class Visit {
  readonly settings: VisitSettings
  /** The calls that were made. */
  readonly called = new Set<EndpointName>()
  /** What was seen on the way, of calls that another check made. */
  readonly noticed: Misfit[] = []
  /** The requirement that is being checked. */
  current = ''
  /** Order keys, by order (extension `order_key`). */
  readonly #orderKeys = new Map<string, string>()
  readonly #steps = new Map<string, Promise<unknown>>()
  /** Done at the end, the last first. */
  readonly cleanUps: (() => Promise<unknown>)[] = []

  constructor(settings: VisitSettings) {
    this.settings = settings
  }

  /** Makes a call, whatever comes of it. Throws Misfit about the call's own requirement where nothing comes. */
  async call<N extends EndpointName>(name: N, options: CallOptions<N> = {}): Promise<Answered> {
    const endpoint: Endpoint = endpoints[name]
    const { wire, base, locationId, clock } = this.settings
    this.called.add(name)
    const path = endpoint.path.replace(/:(\w+)/g, (_, param: string) =>
      encodeURIComponent({ loc: locationId, ...options.params }[param] ?? ''),
    )
    const query = new URLSearchParams(options.query ?? {}).toString()
    const body = options.wrongBody ?? options.body
    const what = `${endpoint.method} ${endpoint.path}`
    const from = clock.now()
    try {
      const came = await wire({
        method: endpoint.method,
        url: `${base}${path}${query && `?${query}`}`,
        headers: this.#headersOf(endpoint, options, body !== undefined),
        body: body === undefined ? undefined : JSON.stringify(body),
        timeoutMs: endpoint.timeoutMs * 2,
      })
      const answered = { name, what, ...came, json: jsonOf(came) }
      this.#notice(answered, endpoint, clock.now() - from)
      this.#keepOrderKey(answered.json)
      return answered
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause
      throw new Misfit(
        `an answer to ${what} within ${seconds(endpoint.timeoutMs)}`,
        cause.message,
        rowOf(name),
      )
    }
  }

  /** A call that must succeed: its answer, checked by the contract. Throws Misfit about the call's own requirement. */
  async answer<N extends EndpointName>(
    name: N,
    options: CallOptions<N> = {},
  ): Promise<AnswerOf<Endpoints[N]>> {
    return this.read(name, await this.call(name, options))
  }

  /** What an answer says, checked. Throws Misfit. */
  read<N extends EndpointName>(name: N, answered: Answered): AnswerOf<Endpoints[N]> {
    const { what, status, json, headers } = answered
    const about = rowOf(name)
    expectThat(status === 200, `200 from ${what}`, told(answered), about)
    expectThat(
      /\bjson\b/.test(headers['content-type'] ?? ''),
      `application/json from ${what}`,
      headers['content-type'],
      about,
    )
    const checked = parseLenient(endpoints[name].answer as z.ZodMiniType, json)
    if (checked.success) return checked.data as AnswerOf<Endpoints[N]>
    const issue = checked.error.issues[0]!
    throw new Misfit(
      `${issue.path.join('.') || 'the answer'} of ${what} as the contract has it (${wanted(issue)})`,
      shown(issue.path.reduce<unknown>((value, key) => within(value, key), json)),
      about,
    )
  }

  /** A call that must be refused with one of these statuses, in the one shape of errors (ER-07). Gives the problem. Throws Misfit. */
  async refusal<N extends EndpointName>(
    name: N,
    statuses: readonly number[],
    options: CallOptions<N> = {},
  ): Promise<Problem> {
    return this.readRefusal(await this.call(name, options), statuses)
  }

  readRefusal(answered: Answered, statuses: readonly number[]): Problem {
    const { what, status, json, name } = answered
    expectThat(
      statuses.includes(status),
      `${statuses.join(' or ')} from ${what}`,
      told(answered),
      rowOf(name),
    )
    const checked = z.safeParse(Problem, json)
    expectThat(
      checked.success && (checked.data.message !== '' || checked.data.errors.length > 0),
      `an error as {errors: [{message}], message, code} from ${what}`,
      shown(json ?? answered.text),
      'ER-07',
    )
    return checked.data
  }

  /** Done once, for whoever needs it. Whoever is not the check of `owner`, whose requirement it is, cannot be checked where it fails. */
  async step<T>(key: string, owner: string, run: () => Promise<T>): Promise<T> {
    const running = (this.#steps.get(key) as Promise<T> | undefined) ?? run()
    this.#steps.set(key, running)
    try {
      return await running
    } catch (cause) {
      if (cause instanceof Misfit && this.current !== owner)
        throw new NotChecked(`needs ${cause.about ?? owner}, which failed`)
      throw cause
    }
  }

  #headersOf(
    { queue, path }: Endpoint,
    { token, key, headers, params }: CallOptions<EndpointName>,
    hasBody: boolean,
  ): Record<string, string> {
    const orderKey = path.includes('ticketorder/:id')
      ? this.#orderKeys.get(String(params?.['id']))
      : undefined
    return {
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(queue !== 'read' && { 'idempotency-key': key ?? this.settings.ids.uuid() }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(orderKey !== undefined && { 'x-order-key': orderKey }),
      ...headers,
    }
  }

  #keepOrderKey(json: unknown): void {
    const order = within(json, 'ticket_order')
    const [id, key] = [within(order, 'id'), within(order, 'order_key')]
    if (typeof id === 'string' && typeof key === 'string') this.#orderKeys.set(id, key)
  }

  /** What holds for every call: in time, and not kept by a cache that others share unless it is the same for everybody. */
  #notice({ name, what, headers }: Answered, { timeoutMs, cacheable }: Endpoint, tookMs: number): void {
    if (tookMs > timeoutMs)
      this.noticed.push(
        new Misfit(`${what} within ${seconds(timeoutMs)}`, `${seconds(tookMs)} until it came`, rowOf(name)),
      )
    const kept = headers['cache-control'] ?? ''
    if (!cacheable && mayBeKept(kept))
      this.noticed.push(
        new Misfit(
          `${what} kept by no cache (Cache-Control: no-store): it is one guest’s`,
          `Cache-Control: ${kept}`,
          rowOf(name),
        ),
      )
  }
}

const mayBeKept = (cacheControl: string): boolean =>
  !/\b(no-store|no-cache)\b/.test(cacheControl) &&
  /\b(public|immutable|s-maxage=[1-9]|max-age=[1-9])/.test(cacheControl)

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

function jsonOf({ headers, text }: { headers: Readonly<Record<string, string>>; text: string }): unknown {
  if (!/\bjson\b/.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined // No schema takes it: the check that reads it says so.
  }
}

const within = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined

/** A status with what was said to it. */
const told = ({ status, json, text }: Answered): string =>
  `${status} ${shown(within(json, 'message') ?? json ?? text)}`

function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`
    default:
      return issue.message
  }
}
