import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address that a request came from. Behind a proxy of ours that is the last address of X-Forwarded-For, which the proxy itself added;
 * whatever stands before it, the client may have written.
 */
export function clientAddress(request: FastifyRequest, trustProxy: boolean): string {
  const socket = request.socket.remoteAddress ?? ''
  if (!trustProxy) return socket
  const forwarded = request.headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
  return hops.at(-1)?.trim() || socket
}

/**
 * The network that an address is one of: the /24 of IPv4, the /48 of IPv6, which is about what one household or one hirer of a machine gets.
 * An IPv4 address in IPv6 clothes is the IPv4 address. Something else stands for itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const left = groups(head)
  const missing = tail === undefined ? 0 : 8 - left.length - groups(tail).length
  const all = [...left, ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/48`
}
