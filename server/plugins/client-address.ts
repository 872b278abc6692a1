import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address that a request came from. Behind a proxy of ours that is the last address of X-Forwarded-For, which the proxy itself added;
 * whatever stands before it, the client may have written. Some proxies append the port of the connection, which is no part of who somebody is.
 */
export function clientAddress(request: FastifyRequest, trustProxy: boolean): string {
  const socket = request.socket.remoteAddress ?? ''
  if (!trustProxy) return socket
  const forwarded = request.headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
  return withoutPort(hops.at(-1)?.trim() ?? '') || socket
}

/** `1.2.3.4:5678` and `[2001:db8::1]:5678` without the port; an address that has none as it is. */
function withoutPort(hop: string): string {
  const plain = hop.replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)
  if (bracketed) return bracketed[1]!
  return isIPv6(plain) ? plain : plain.replace(/:\d+$/, '')
}

/**
 * The network that limits count as one client: the single address of IPv4, the /64 of IPv6, of which every household and every rented machine
 * has at least one and may write any address. An IPv4 address in IPv6 clothes is the IPv4 address. Something else stands for itself.
 */
export const networkOf = (address: string): string => networkWith(address, { v4Bytes: 4, v6Groups: 4 })

/**
 * The network around a network, for what a single right answer is worth money (decision 019): the /24 of IPv4, the /48 of IPv6, which is about
 * what one hirer of machines gets.
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

/** The bytes of the IPv4 address that an IPv6 address maps (`::ffff:0:0/96`), if it does. */
function mappedBytes(groups: readonly number[]): string[] | undefined {
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined
  return groups.slice(6).flatMap((group) => [String(group >> 8), String(group & 255)])
}
