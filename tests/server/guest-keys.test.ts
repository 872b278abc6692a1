import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder, type TicketBody } from './support/larder.ts'
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
})

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
