import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { concurrentDatabases, databases, listLockWaits } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  startTestLarder,
  tavola,
  type TestLarder,
  type TicketBody,
} from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

describe.for(databases)('an idempotency key that a guest used [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
  })
  afterAll(() => larder.close())

  it('gives the same request its answer after signing in, and another request never', async () => {
    const [guest, member] = [new Guest(larder), await SignedIn.as(larder, await addUser(larder))]
    const key = randomUUID()
    const create = (who: Guest) =>
      who.send<TicketBody>('GET', '/location/:loc/ticketorder/create', undefined, { key })
    const made = await create(guest)
    const started = await member.send<object>(
      'POST',
      '/location/:loc/card/order/start',
      { type: 'Purchase' },
      { key },
    )
    expect([started.status, started.headers['idempotent-replayed'], Object.keys(started.body)]).toEqual([
      200,
      undefined,
      ['card_order'],
    ])
    const other = await SignedIn.as(larder, await addUser(larder))
    const again = await create(other)
    expect([again.headers['idempotent-replayed'], again.body.ticket_order.id]).toEqual([
      'true',
      made.body.ticket_order.id,
    ])
  })

  it('has one effect if it is sent as a guest and as a member at the same moment', async () => {
    const [guest, member] = [new Guest(larder), await SignedIn.as(larder, await addUser(larder))]
    const before = await countTickets()
    const pairs = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        const key = randomUUID()
        const senders = at % 2 === 0 ? [guest, member] : [member, guest]
        return Promise.all(
          senders.map((who) =>
            who.send<TicketBody & ProblemBody>('GET', '/location/:loc/ticketorder/create', undefined, {
              key,
            }),
          ),
        )
      }),
    )
    expect((await countTickets()) - before).toBe(pairs.length)
    for (const pair of pairs) {
      const made = pair.filter(({ status }) => status === 200)
      expect(new Set(made.map(({ body }) => body.ticket_order.id)).size).toBe(1)
      // A guest never gets a member's answer.
      for (const refused of pair.filter(({ status }) => status !== 200))
        expect(refused).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    }
  })

  it('keeps a guest waiting while the member’s change under it is still being made', async () => {
    const [guest, member] = [new Guest(larder), await SignedIn.as(larder, await addUser(larder))]
    const key = randomUUID()
    const create = () =>
      guest.send<ProblemBody>('GET', '/location/:loc/ticketorder/create', undefined, { key })
    await member.send('GET', '/location/:loc/ticketorder/create', undefined, { key })
    await larder.database.query(
      `UPDATE idempotency_keys SET state = 'running', locked_until = $2 WHERE key = $1`,
      [key, larder.clock.now() + 1000],
    )
    expect(await create()).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    // After its retention the key can be used anew.
    larder.clock.advance(25 * 60 * 60 * 1000)
    expect((await create()).status).toBe(200)
  })

  const countTickets = async (): Promise<number> =>
    (await larder.database.query<{ n: number }>('SELECT count(*)::int AS n FROM tickets'))[0]!.n
})

describe.for(concurrentDatabases)(
  'an idempotency key that two connections have at once [$name]',
  (engine) => {
    let larder: TestLarder
    beforeAll(async () => {
      larder = await startTestLarder(engine)
    })
    afterAll(() => larder.close())

    const countWaiting = async () => (await listLockWaits(larder.database)).length

    it('has one effect, though the first is not written down yet', async () => {
      const [guest, member] = [new Guest(larder), await SignedIn.as(larder, await addUser(larder))]
      const key = randomUUID()
      const create = (who: Guest) =>
        who.send<TicketBody>('GET', '/location/:loc/ticketorder/create', undefined, { key })
      let open = (): void => undefined
      onTestFinished(() => open())
      // A lock on the table keeps the guest's ticket from being written.
      const held = await new Promise<Promise<void>[]>((taken) => {
        const holding = larder.database.transaction(async (tx) => {
          await tx.query('LOCK TABLE tickets IN EXCLUSIVE MODE')
          const opened = new Promise<void>((resolve) => (open = resolve))
          taken([holding])
          await opened
        })
      })
      const first = create(guest)
      await expect.poll(countWaiting).toBe(1)
      const second = create(member)
      await expect.poll(countWaiting).toBe(2)
      open()
      await Promise.all(held)
      const [asGuest, asMember] = [await first, await second]
      expect(asMember.body).toEqual(asGuest.body)
      expect(asMember.headers['idempotent-replayed']).toBe('true')
      expect(await larder.database.query('SELECT 1 AS one FROM tickets')).toHaveLength(1)
    })
  },
)

it('an answer that is made ahead says what it varies by, also when nothing has changed', async () => {
  const larder = await startTestLarder(databases[0]!)
  const get = (etag?: string) =>
    larder.app.inject({
      url: `/api/location/${tavola.location}`,
      headers: { host: tavola.host, ...(etag !== undefined && { 'if-none-match': etag }) },
    })
  const first = await get()
  expect(first.headers.vary).toBe('accept-encoding')
  const same = await get(String(first.headers.etag))
  expect([same.statusCode, same.headers.vary]).toEqual([304, 'accept-encoding'])
  await larder.close()
})
