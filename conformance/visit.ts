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
  /** A body that breaks the contract, to check that it is refused. */
  wrongBody?: unknown
  token?: string | undefined
  /** The idempotency key of a change; a new one each time by default. */
  key?: string
  headers?: Readonly<Record<string, string>>
}

/** An answer, and the call that it belongs to. */
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
  /** The API's address, without a trailing slash. */
  base: string
  organizationId: string
  locationId: string
  clock: Clock
  ids: Pick<Ids, 'uuid'>
  /** The member to sign in as; undefined: nobody. */
  member: { email: string; password: string } | undefined
  /** Makes a payment method for a test card; undefined: nothing is paid. */
  testCard: (() => Promise<string>) | undefined
}

/** The requirement that a call belongs to, or its extension. */
export function rowOf(name: EndpointName): string {
  const operation = operations[name]
  return 'specification' in operation ? operation.specification[0] : `x:${operation.extension}`
}

/** One visit to an API: makes calls from the contract's table, and notes what it finds in every answer. */
export class Visit {
  readonly settings: VisitSettings
  /** The calls that have been made. */
  readonly called = new Set<EndpointName>()
  /** Problems found on the way, in calls that belong to other checks. */
  readonly noticed: Misfit[] = []
  /** The requirement that is being checked. */
  current = ''
  /** Order keys, by order id (extension `order_key`). */
  readonly #orderKeys = new Map<string, string>()
  readonly #steps = new Map<string, Promise<unknown>>()
  /** Run at the end, last first. */
  readonly cleanUps: (() => Promise<unknown>)[] = []

  constructor(settings: VisitSettings) {
    this.settings = settings
  }

  /** Makes a call and gives its answer, whatever the status. Throws Misfit about the call's own requirement if there is no answer. */
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

  /** Makes a call that must succeed, and checks its answer against the contract. Throws Misfit about the call's own requirement. */
  async answer<N extends EndpointName>(
    name: N,
    options: CallOptions<N> = {},
  ): Promise<AnswerOf<Endpoints[N]>> {
    return this.read(name, await this.call(name, options))
  }

  /** Reads an answer and checks it against the contract. Throws Misfit. */
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

  /** Makes a call that must be refused with one of these statuses, in the common shape of errors (ER-07). Gives the problem. Throws Misfit. */
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

  /** Runs a step once for all checks that need it. If it fails, only the check of its `owner` requirement fails; the others are not checked. */
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

  /** What every call must do: answer in time, and forbid shared caching unless the answer is the same for everybody. */
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
    return undefined // No schema accepts undefined: the check that reads it reports that.
  }
}

const within = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined

/** A status with the message that came with it. */
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
