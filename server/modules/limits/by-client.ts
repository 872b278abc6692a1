import type { FastifyRequest } from 'fastify'
import { clientAddress, networkOf } from '#server/plugins/client-address.ts'
import type { LimitName } from './default-limits.ts'
import type { Use } from './limits.ts'

/** What is counted for each client, with a count over all clients of the location beside it. */
type CountedByClient = LimitName extends infer Name
  ? Name extends `${infer What}OfClient`
    ? ByClient<What>
    : never
  : never
type ByClient<What extends string> = `${What}OfLocation` extends LimitName ? What : never

/** Every client of a location together. */
export const wholeLocation = 'all'

/** The network that a request came from: what limits count as one client. */
export const clientNetwork = ({ trustProxy }: { trustProxy: boolean }, request: FastifyRequest): string =>
  networkOf(clientAddress(request, trustProxy))

/**
 * One more try by the network that a request came from, then by what else is named (a mail address, an order), then by the whole location: that
 * stops one attacker with many networks. To be counted in this order, so that who is stopped moves no count of others.
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
