import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { specificationCalls } from '#contract/operations.ts'
import { onlyNamed } from './spec-names.ts'

/** One request to an API, and its answer. Names of headers are in small letters; `path` begins with `/api` for what is the API's. */
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
/** A share of the subtotal: an API of amounts makes nothing of it. */
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
 * The real API as one that has nothing but the specification: calls of ours are not there, a repeat is a new request (each gets a key of its own, whatever
 * key it bore), nothing is asked about by its tag, a tip is an amount, and answers have only fields that the specification names. What is not the API's goes through.
 */
export function specOnly(reach: Reach): Reach {
  // The API behind it wants to know the device that ordered; to this one every device is as good as another.
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

/** Which call of the contract a request is: of several that fit, the one with the fewest parameters. */
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

/** As a server answers whose routes know nothing of it: not in our shape of errors. */
const notThere = ({ method, path }: Sent): Given => ({
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: `<!DOCTYPE html><pre>Cannot ${method} ${path.split('?')[0]!}</pre>`,
})
