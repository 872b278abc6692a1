import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketEvent } from '#contract/schemas/ticket-order.ts'
import { maxPerNetwork, maxPerTicket } from '#server/modules/order-events/events.ts'
import { observed } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder, vehicle } from './support/placed.ts'

type Told = { status: string; history: TicketEvent[]; recipient_checked_in: boolean }

/** The events that a stream has received so far. */
class Listening {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly #stream: Readable
  text = ''
  ended = false

  constructor(status: number, headers: Record<string, unknown>, stream: Readable) {
    this.status = status
    this.headers = headers
    this.#stream = stream
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => void (this.text += part))
    stream.on('end', () => void (this.ended = true))
    stream.on('error', () => void (this.ended = true))
  }

  get told(): Told[] {
    return [...this.text.matchAll(/^event: ticket\ndata: (.+)\n\n/gm)].map(
      ([, data]) => JSON.parse(data!) as Told,
    )
  }

  leave = (): void => void this.#stream.destroy()
}

describe.for(databases)('live orders [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let admin: SignedIn
  const streams: Listening[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(() => void streams.splice(0))
  afterEach(() => streams.forEach((one) => one.leave()))
  afterAll(() => larder.close())

  const listen = async (id: string, headers: Record<string, string> = {}): Promise<Listening> => {
    const url = `/api/location/${tavola.location}/ticketorder/${id}/events`
    const response = await larder.app.inject({
      method: 'GET',
      url,
      headers: { host: tavola.host, ...headers },
      payloadAsStream: true,
    })
    const listening = new Listening(response.statusCode, response.headers, response.stream())
    streams.push(listening)
    return listening
  }

  it('tells how the order stands and then each change, without whose it is', async () => {
    const placed = await placedOrder(guest, { recipient_comment: 'no onions' })
    const stream = await listen(placed.id)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    await expect.poll(() => stream.told.length).toBe(1)
    expect(stream.told[0]).toMatchObject({
      status: 'Submitted',
      recipient_checked_in: false,
      history: [{ status: 'Submitted' }],
    })
    await guest.ticket('PUT', ticketPath(placed.id), { recipient_checked_in: true, ...vehicle })
    await expect.poll(() => stream.told.at(-1)?.recipient_checked_in).toBe(true)
    await move(admin, placed.id, 'Preparing')
    await expect.poll(() => stream.told.at(-1)?.status).toBe('Preparing')
    await move(admin, placed.id, 'Completed')
    await expect.poll(() => stream.ended).toBe(true)
    expect(stream.told.at(-1)?.history.map((one) => one.status)).toEqual([
      'Submitted',
      'Preparing',
      'Completed',
    ])
    for (const secret of ['Ada', '2125550147', 'ada@example.com', 'no onions', 'LAR-1040'])
      expect(stream.text).not.toContain(secret)
  })

  it('tells what another process has done, at its next look, and nothing twice', async () => {
    const placed = await placedOrder(guest)
    const stream = await listen(placed.id)
    await expect.poll(() => stream.told.length).toBe(1)
    await larder.database.query(`UPDATE tickets SET status = 'Ready' WHERE id = $1`, [placed.id])
    await larder.minute()
    await larder.minute()
    await expect.poll(() => stream.told.map((one) => one.status)).toEqual(['Submitted', 'Ready'])
  })

  it('keeps the connection open', async () => {
    const stream = await listen((await completeOrder(guest)).id)
    await larder.minute()
    await expect.poll(() => stream.text).toContain('\n: still here\n\n')
    expect(stream.told[0]).toMatchObject({ status: 'Open', history: [] })
  })

  it('ends at once for an order that is finished', async () => {
    const placed = await placedOrder(guest)
    await move(admin, placed.id, 'Completed')
    const stream = await listen(placed.id)
    await expect.poll(() => stream.ended).toBe(true)
    expect(stream.told).toHaveLength(1)
  })

  it('shows a member’s order to nobody else (X6)', async () => {
    const placed = await placedOrder(await SignedIn.as(larder, await addUser(larder)))
    for (const id of [placed.id, 'nothing']) expect((await listen(id)).status).toBe(404)
  })

  it('is announced as an extension', async () => {
    const { body } = await guest.send<{ location: { api_extensions: string[] } }>('GET', '/location/:loc')
    expect(body.location.api_extensions).toContain('order_events')
  })

  it('lets neither one order nor one client use up all streams, and other listeners still get in', async () => {
    const crowded = await startTestLarder(engine, { trustProxy: true })
    const orders = await Promise.all(Array.from({ length: 12 }, () => completeOrder(new Guest(crowded))))
    const listenFrom = async (address: string, id: string): Promise<Listening> => {
      const url = `/api/location/${tavola.location}/ticketorder/${id}/events`
      const headers = { host: tavola.host, 'x-forwarded-for': address }
      const response = await crowded.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
      const listening = new Listening(response.statusCode, response.headers, response.stream())
      streams.push(listening)
      return listening
    }
    const first = orders[0]!.id
    // One order, with listeners from many addresses.
    const ofTicket = []
    for (let count = 0; count < maxPerTicket + 2; count++)
      ofTicket.push(await listenFrom(`198.51.100.${count}`, first))
    expect(ofTicket.map(({ status }) => status)).toEqual([...Array<number>(maxPerTicket).fill(200), 429, 429])
    expect(ofTicket.at(-1)?.headers).toMatchObject({ 'retry-after': '30' })
    // Many orders, with listeners from one /64.
    const ofClient = []
    for (let count = 0; count < maxPerNetwork + 5; count++)
      ofClient.push(
        (await listenFrom(`2001:db8:1:2::${count.toString(16)}`, orders[1 + (count % 11)]!.id)).status,
      )
    expect(ofClient.filter((status) => status === 200)).toHaveLength(maxPerNetwork)
    expect(ofClient.slice(maxPerNetwork)).toEqual(Array(5).fill(429))
    expect((await listenFrom('203.0.113.9', (await completeOrder(new Guest(crowded))).id)).status).toBe(200)
    await crowded.close()
  })

  it('forgets who went away, and lets a real server close while somebody listens', async () => {
    const statements: string[] = []
    const other = await startTestLarder(observed(engine, statements))
    const placed = await placedOrder(new Guest(other))
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = other.app.server.address() as AddressInfo
    // A bare IP address serves the default merchant.
    const ask = (signal?: AbortSignal) =>
      fetch(
        `http://127.0.0.1:${port}/api/location/${tavola.location}/ticketorder/${placed.id}/events`,
        signal ? { signal } : {},
      )
    /** Whether the server's next round reads any order. */
    const looks = async (): Promise<boolean> => {
      statements.splice(0)
      await other.minute()
      return statements.some((sql) => sql.includes('checked_in_at, history FROM tickets'))
    }
    const leaving = new AbortController()
    expect((await ask(leaving.signal)).status).toBe(200)
    expect(await looks()).toBe(true)
    leaving.abort()
    await expect.poll(looks).toBe(false)
    // A HEAD request never listens.
    const head = await fetch(
      `http://127.0.0.1:${port}/api/location/${tavola.location}/ticketorder/${placed.id}/events`,
      { method: 'HEAD' },
    )
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await looks()).toBe(false)
    const open = await ask()
    const reading = open.text()
    await other.close()
    expect(await reading).toContain('event: ticket')
  })
})
