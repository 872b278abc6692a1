import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, wideNetworkOf } from '#server/plugins/client-address.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, ticketPath } from './support/larder.ts'
import { everybody, newAddress, signUpForm, trySignIn } from './support/members.ts'

const requestFrom = (remoteAddress: string, forwarded?: string): FastifyRequest =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as FastifyRequest

describe('the network of an address', () => {
  it('is the single address of IPv4 and the /64 of IPv6, however it is written', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('::ffff:cb00:7109')).toBe('203.0.113.9')
    expect(networkOf('0:0:0:0:0:ffff:cb00:7109')).toBe('203.0.113.9')
    expect(networkOf('2001:db8:5:aaaa::1')).toBe('2001:db8:5:aaaa::/64')
    expect(networkOf('2001:0DB8:0005:aaaa:1:2:3:4')).toBe('2001:db8:5:aaaa::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(networkOf('64:ff9b::203.0.113.9')).toBe('64:ff9b:0:0::/64')
    expect(networkOf('unix')).toBe('unix')
  })

  it('is wider where a right guess is worth money: the /24 of IPv4 and the /48 of IPv6', () => {
    expect(wideNetworkOf('203.0.113.9')).toBe('203.0.113.0/24')
    expect(wideNetworkOf('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
    expect(wideNetworkOf('2001:0DB8:0005:ffff:1:2:3:4')).toBe('2001:db8:5::/48')
    expect(wideNetworkOf('2001:db8:0:7::1')).toBe('2001:db8:0::/48')
    expect(wideNetworkOf('fe80::1%eth0')).toBe('fe80:0:0::/48')
    expect(wideNetworkOf('::1')).toBe('0:0:0::/48')
    expect(wideNetworkOf('unix')).toBe('unix')
  })

  it('does not change with the port that a proxy appends', () => {
    const from = (forwarded: string): string => clientAddress(requestFrom('10.0.0.1', forwarded), true)
    for (const port of ['1024', '5678', '65535']) {
      expect(from(`203.0.113.9:${port}`)).toBe('203.0.113.9')
      expect(from(`[2001:db8::1]:${port}`)).toBe('2001:db8::1')
      expect(from(`"[2001:db8::1]:${port}"`)).toBe('2001:db8::1')
      expect(from(`unknown:${port}`)).toBe('unknown')
    }
    expect(from('1.1.1.1:1, 203.0.113.9:99')).toBe('203.0.113.9')
    expect(from('[2001:db8::1]')).toBe('2001:db8::1')
    expect(from('2001:db8::1')).toBe('2001:db8::1')
    expect(from('')).toBe('10.0.0.1')
    expect(from(' , ')).toBe('10.0.0.1')
    expect(clientAddress(requestFrom('10.0.0.1', '203.0.113.9:80'), false)).toBe('10.0.0.1')
  })
})

it('a proxy that names the clients and is not trusted is in the log, once', async () => {
  const named = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  const lines = async (trustProxy: boolean) => {
    const larder = await startTestLarder(databases[0]!, { trustProxy })
    const read = (options = {}) => new Guest(larder).send('GET', '/location/:loc', undefined, options)
    await read()
    const before = [...larder.log]
    await read(named)
    await read(named)
    await larder.close()
    return [before, larder.log]
  }
  expect(await lines(false)).toEqual([
    [],
    [{ level: 'error', event: 'proxy_not_trusted', detail: 'TRUST_PROXY' }],
  ])
  expect(await lines(true)).toEqual([[], []])
})

describe.for(databases)('limits by network [$name]', (engine) => {
  const few = { max: 3, minutes: 60 }
  const many = { max: 100_000, minutes: 60 }

  it('count a whole /64 and every port of an address as one client, for each way to be counted', async () => {
    const limits = {
      signInOfClient: few,
      registerOfClient: few,
      promoOfClient: few,
      placesOfClient: few,
      resetOfClient: few,
    }
    const larder = await startTestLarder(engine, { verification: everybody, trustProxy: true, limits })
    const guest = new Guest(larder)
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    type Headers = { headers: Record<string, string> }
    const calls: Record<string, (options: Headers) => Promise<{ status: number }>> = {
      signIn: (options) => trySignIn(guest, newAddress(), 'wrong', options),
      register: (options) => guest.send('POST', '/auth/register', signUpForm(newAddress()), options),
      reset: (options) =>
        guest.send(
          'POST',
          '/user/sendpasswordreset',
          { email: newAddress(), destination: '', organization_id: 'org-tavola' },
          options,
        ),
      promo: (options) => guest.send('POST', ticketPath(id, '/promocode'), { promo_code: 'NOPE' }, options),
      places: (options) => guest.send('GET', '/location/:loc/places?query=main', undefined, options),
    }
    const clients = [
      (count: number) => `[2001:db8:1:2:${count}::${count}]:${4000 + count}`,
      (count: number) => `203.0.113.9:${4000 + count}`,
    ]
    for (const [name, call] of Object.entries(calls))
      for (const client of clients) {
        const statuses: number[] = []
        for (let count = 1; count <= 5; count++)
          statuses.push((await call({ headers: { 'x-forwarded-for': client(count) } })).status)
        expect({ name, stopped: statuses.map((status) => status === 429) }).toEqual({
          name,
          stopped: [false, false, false, true, true],
        })
        const neighbor = await call({ headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })
        expect({ name, status: neighbor.status === 429 }).toEqual({ name, status: false })
        await larder.database.query('DELETE FROM limits')
      }
    await larder.close()
  })

  it('count the whole location, too; a client that is stopped itself no longer adds to that count', async () => {
    const limits = { signInOfClient: few, signInOfAddress: many, signInOfLocation: { max: 8, minutes: 15 } }
    const larder = await startTestLarder(engine, { verification: everybody, trustProxy: true, limits })
    const guest = new Guest(larder)
    const from = (address: string): Promise<{ status: number; headers: Record<string, unknown> }> =>
      trySignIn(guest, newAddress(), 'wrong', { headers: { 'x-forwarded-for': address } })
    for (let count = 0; count < 10; count++) await from('203.0.113.9')
    // Three of the eight tries are used. An attack from many addresses uses the rest, and no more.
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, count) => (await from(`198.51.100.${count}`)).status),
    )
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(await from('192.0.2.1')).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    larder.clock.advance(15 * 60_000)
    expect(await from('192.0.2.1')).toMatchObject({ status: 422 })
    await larder.close()
  })
})
