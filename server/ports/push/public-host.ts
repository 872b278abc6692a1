import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Subscribers name their push service, so it must be a public host: otherwise they could make this server call what only it can reach. */

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
// Within routed IPv6 (2000::/3), ranges that embed an IPv4 address, and those for examples.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6')
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  return version === 6 && routed.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/**
 * Whether a URL may be a push service's: https on the default port, a name with a dot, no credentials. What the name resolves to is checked when it is called.
 */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, port, hostname } = new URL(text)
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    port === '' &&
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 &&
    // It does not support VAPID, and no recent browser uses it.
    hostname !== 'android.googleapis.com' &&
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) &&
    !/\.(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/.test(hostname)
  )
}

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

/** Resolves a name when a connection is opened, and fails if any address is not public: a name may resolve differently than a moment ago. */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error('the push service is not on a public host'), '', 0)
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
