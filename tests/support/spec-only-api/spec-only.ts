import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { specificationCalls } from '#contract/operations.ts'
import { onlyNamed } from './spec-names.ts'

/** One request to an API, and its answer. Header names are lower case; `path` begins with `/api` for calls of the API. */
export type Sent = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}
export type Given = { status: number; headers: Readonly<Record<string, string>>; text: string }
export type Reach = (sent: Sent) => Promise<Given>

/** Headers that the specification does not know. */
const ourHeaders = ['idempotency-key', 'if-none-match', 'if-match', 'x-order-key', 'accept-language']
/** A tip as a share of the subtotal: an API that only knows amounts ignores it. */
const ourFields: readonly string[] = ['tip_percent']
const ourAnswers = ['etag', 'idempotent-replayed', 'x-request-id']

const without = (
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())))

const withoutOurs = (body: string): string =>
  ourFields.some((name) => body.includes(name))
    ? JSON.stringify(JSON.parse(body), (name, value: unknown) =>
        ourFields.includes(name) ? undefined : value,
      )
    : body

/**
 * Makes the real API behave like one that has only what the specification describes: calls of our own do not exist, a repeat is a new request (each gets a new
 * key, whatever key it had), ETags are ignored, a tip is an amount, and answers have only fields that the specification names. Requests outside the API pass
 * unchanged.
 */
export function specOnly(reach: Reach): Reach {
  // The API behind this one requires the ordering device's key; a specification-only API accepts any device, so the keys are kept here.
  const orderKeys = new Map<string, string>()
  return async (sent) => {
    const path = sent.path.split('?')[0]!
    if (!path.startsWith('/api/')) return await reach(sent)
    const name = callOf(sent.method, path.slice('/api'.length))
    if (name === undefined || !specificationCalls.includes(name)) return notThere(sent)
    const orderKey = orderKeys.get(/\/ticketorder\/([^/]+)/.exec(path)?.[1] ?? '')
    const given = await reach({
      ...sent,
      body: sent.body === undefined ? undefined : withoutOurs(sent.body),
      headers: {
        ...without(sent.headers, ourHeaders),
        'idempotency-key': randomUUID(),
        ...(orderKey !== undefined && { 'x-order-key': orderKey }),
      },
    })
    const json = /\bjson\b/.test(given.headers['content-type'] ?? '') && (JSON.parse(given.text) as unknown)
    if (!json) return { ...given, headers: without(given.headers, ourAnswers) }
    const order = (json as { ticket_order?: { id: string; order_key?: string } }).ticket_order
    if (order?.order_key !== undefined) orderKeys.set(order.id, order.order_key)
    return {
      status: given.status,
      headers: without(given.headers, [...ourAnswers, 'content-length', 'content-encoding']),
      text: JSON.stringify(onlyNamed(json)),
    }
  }
}

/** The call of the contract that a request is for: of several that match, the one with the fewest parameters. */
function callOf(method: string, path: string): EndpointName | undefined {
  const parts = path.split('/')
  const fits = (pattern: string): boolean => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    )
  }
  const parameters = (name: EndpointName): number => endpoints[name].path.split(':').length
  return (Object.keys(endpoints) as EndpointName[])
    .filter((name) => (endpoints[name] as Endpoint).method === method && fits(endpoints[name].path))
    .toSorted((a, b) => parameters(a) - parameters(b))[0]
}

/** The answer of a server without such a route: not in our error format. */
const notThere = ({ method, path }: Sent): Given => ({
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: `<!DOCTYPE html><pre>Cannot ${method} ${path.split('?')[0]!}</pre>`,
})
