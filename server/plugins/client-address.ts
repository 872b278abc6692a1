import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The IP address that a request came from. Behind our proxy it is the last address in X-Forwarded-For, which the proxy itself added; the client may have
 * written those before it. Some proxies append the connection's port, which does not identify anybody.
 */
export function clientAddress(request: FastifyRequest, trustProxy: boolean): string {
  const socket = request.socket.remoteAddress ?? ''
  if (!trustProxy) return socket
  const forwarded = request.headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
  return withoutPort(hops.at(-1)?.trim() ?? '') || socket
}

/** `1.2.3.4:5678` and `[2001:db8::1]:5678` without the port; an address without one is unchanged. */
function withoutPort(hop: string): string {
  const plain = hop.replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)
  if (bracketed) return bracketed[1]!
  return isIPv6(plain) ? plain : plain.replace(/:\d+$/, '')
}

/**
 * The network that limits count as one client: a single IPv4 address, or an IPv6 /64, since every household and every rented machine has at least one and can
 * use any address in it. A mapped IPv4 address counts as IPv4. Anything else counts as itself.
 */
export const networkOf = (address: string): string => networkWith(address, { v4Bytes: 4, v6Groups: 4 })

/**
 * A wider network, for look-ups where a single right guess is worth money (decision 019): the /24 of IPv4, the /48 of IPv6, which is about what a customer who
 * rents machines gets.
 */
export const wideNetworkOf = (address: string): string => networkWith(address, { v4Bytes: 3, v6Groups: 3 })

function networkWith(address: string, { v4Bytes, v6Groups }: { v4Bytes: number; v6Groups: number }): string {
  const plain = address.replace(/%.*$/, '')
  const groups = isIPv6(plain) ? groupsOf(plain) : undefined
  const bytes = isIPv4(plain) ? plain.split('.') : groups && mappedBytes(groups)
  if (bytes) return v4Bytes === 4 ? bytes.join('.') : `${bytes.slice(0, v4Bytes).join('.')}.0/${v4Bytes * 8}`
  if (!groups) return address
  const network = groups.slice(0, v6Groups).map((group) => group.toString(16))
  return `${network.join(':')}::/${v6Groups * 16}`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const hex = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16)
  const plain = dotted ? `${dotted[1]}${hex(dotted[2]!, dotted[3]!)}:${hex(dotted[4]!, dotted[5]!)}` : address
  const [head = '', tail] = plain.split('::')
  const listed = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [left, right] = [listed(head), listed(tail ?? '')]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** The bytes of the IPv4 address mapped by an IPv6 address (`::ffff:0:0/96`), if it maps one. */
function mappedBytes(groups: readonly number[]): string[] | undefined {
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined
  return groups.slice(6).flatMap((group) => [String(group >> 8), String(group & 255)])
}
