import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { testCardKey } from './support/cipher.ts'
import { databases, urlOf } from './support/databases.ts'
import {
  callAt,
  cardAt,
  dataWithDatabase,
  makeTree,
  openAllDay,
  orderAt,
  portOf,
  type Run,
  run,
  startHere,
} from './support/program.ts'

/** A mail server that accepts connections and never answers. */
async function silentMailServer(): Promise<{ url: string; reached(): boolean; close(): void }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: () => sockets.length > 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe.for(databases)('a server that is killed after an order’s commit [$name]', (engine) => {
  const runs: Run[] = []
  const ends: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const { child } of runs) child.kill('SIGKILL')
    await Promise.all(runs.splice(0).map(({ ended }) => ended))
    for (const end of ends.splice(0)) await end()
  })

  it('is followed by one that tells the guest, once', async () => {
    const mail = await silentMailServer()
    ends.push(mail.close)
    const root = makeTree()
    openAllDay(root)
    const places: Record<string, string> = {}
    if (engine.name === 'PostgreSQL') {
      const database = await engine.open()
      ends.push(() => database.close())
      Object.assign(places, { DATABASE_URL: await urlOf(database), CARD_KEY: testCardKey })
    } else await dataWithDatabase(join(root, 'data'))
    const one = run(root, { ...places, SMTP_URL: mail.url, MAIL_FROM: 'hello@larder.example' })
    runs.push(one)
    const port = await portOf(one)
    const ticket = await orderAt(port)
    const body = {
      tip: 0,
      amount: Number(ticket.totals.due.slice(1)),
      payment_source: await cardAt(port),
    }
    const paid = await callAt(port, 'POST', `ticketorder/${ticket.id}/payment`, body, {
      orderKey: ticket.order_key!,
    })
    expect(paid.status).toBe(200)
    const submitted = await fetch(
      `http://127.0.0.1:${port}/api/v2.0/location/tavola-nyc/ticketorder/${ticket.id}/submit`,
      {
        method: 'POST',
        headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number: '' }),
      },
    )
    expect(submitted.status).toBe(200)
    // The server has taken the message and connected to the mail server.
    await expect.poll(() => mail.reached()).toBe(true)
    one.child.kill('SIGKILL')
    await one.ended

    // Only the one that is killed needs to be a process of its own.
    const next = await startHere(root, places)
    ends.unshift(() => next.close())
    const outgoing = join(root, 'data/outgoing')
    const sent = (): string[] =>
      existsSync(outgoing) ? readdirSync(outgoing).filter((name) => name.includes('order-placed')) : []
    await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1)
    // A file exists before its content is written.
    await expect
      .poll(() => readFileSync(join(outgoing, sent()[0]!), 'utf8'))
      .toContain(`/ticket/${ticket.id}`)
    expect(sent()).toHaveLength(1)
  }, 180_000)
})
