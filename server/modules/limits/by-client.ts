import type { FastifyRequest } from 'fastify'
import { clientAddress, networkOf } from '#server/plugins/client-address.ts'
import type { LimitName } from './default-limits.ts'
import type { Use } from './limits.ts'

/** Limits per client that also have a count over all clients of the location. */
type CountedByClient = LimitName extends infer Name
  ? Name extends `${infer What}OfClient`
    ? ByClient<What>
    : never
  : never
type ByClient<What extends string> = `${What}OfLocation` extends LimitName ? What : never

/** All clients of a location together. */
export const wholeLocation = 'all'

/** The network that a request came from: limits treat it as one client. */
export const clientNetwork = ({ trustProxy }: { trustProxy: boolean }, request: FastifyRequest): string =>
  networkOf(clientAddress(request, trustProxy))

/**
 * A try by the request's network, then by what else is named (an email, an order), then by the whole location, which stops an attacker with many networks. To
 * be counted in this order, so that a stopped client does not move the counts of others.
 */
export const byClient = (
  ports: { trustProxy: boolean },
  request: FastifyRequest,
  what: CountedByClient,
  ...also: Use[]
): readonly Use[] => [
  { name: `${what}OfClient`, of: clientNetwork(ports, request) },
  ...also,
  { name: `${what}OfLocation`, of: wholeLocation },
]
