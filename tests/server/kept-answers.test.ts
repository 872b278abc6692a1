import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Transaction } from '#server/db/database.ts'
import { databases, type Engine } from './support/databases.ts'
import { buyer, orderPath } from './support/card-orders.ts'
import { Guest, startTestLarder, submitPath, type TestLarder, ticketPath } from './support/larder.ts'
import { margherita, paidOrder, paymentOf, startOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { placedOrder } from './support/placed.ts'

/** An engine whose disk a test can fill. */
function filling(engine: Engine): { engine: Engine; full: (isFull: boolean) => void } {
  let isFull = false
  const hasRoom = (): boolean => !isFull
  const open = async (): Promise<Database> => {
    const database = await engine.open()
    const watched = (tx: Transaction): Transaction => ({ ...tx, hasRoom })
    return { ...database, hasRoom, transaction: (work) => database.transaction((tx) => work(watched(tx))) }
  }
  return { engine: { ...engine, open }, full: (now) => void (isFull = now) }
}

describe.for(databases)('the stored answers to changes [$name]', (plain) => {
  const { engine, full } = filling(plain)
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { limits: { changeOfOrder: { max: 60, minutes: 15 } } })
    guest = new Guest(larder)
  })
  beforeEach(() => full(false))
  afterAll(() => larder.close())

  const kept = async (): Promise<number> =>
    (
      await larder.database.query<{ count: number }>('SELECT count(*)::int AS count FROM idempotency_keys')
    )[0]!.count
  /** How many stored answers are left by some work. */
  const keptOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await kept()
    await work()
    return (await kept()) - before
  }

  it('is bounded for an order, whatever keys its changes have', async () => {
    const { id } = await startOrder(guest)
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      const tips = Array.from({ length: 20 }, () => guest.send('POST', ticketPath(id, '/tip'), { tip: 2 }))
      statuses.push(...(await Promise.all(tips)).map(({ status }) => status))
    }
    const made = statuses.filter((status) => status === 200).length
    expect(statuses).toContain(429)
    // One of the sixty changes was adding the dish.
    expect(made).toBe(59)
    expect(
      (await guest.send('POST', ticketPath(id, '/tip'), { tip: 2 })).headers['retry-after'],
    ).toBeDefined()
    // Another order from the same network still works.
    const other = await startOrder(guest)
    expect((await guest.send('POST', ticketPath(other.id, '/tip'), { tip: 2 })).status).toBe(200)
  })

  it('is bounded by size: a large order counts for several', async () => {
    await larder.database.query('DELETE FROM limits')
    const { id } = await startOrder(guest)
    const used = async () =>
      (
        await larder.database.query<{ used: number }>(
          `SELECT max(used)::int AS used FROM limits WHERE bucket LIKE 'changeOfOrder:%'`,
        )
      )[0]!.used
    expect(await used()).toBe(1)
    const items = Array.from({ length: 50 }, () => margherita())
    await guest.send('POST', ticketPath(id, '/items'), { items })
    expect(await used()).toBeGreaterThan(2)
  })

  it('is nothing, where what was to be changed is not there', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const order = await startOrder(guest)
    const unknown = 'x'.repeat(200)
    const calls: (() => Promise<{ status: number }>)[] = [
      () => guest.send('POST', submitPath(unknown), { phone_number: '' }),
      () => guest.send('POST', ticketPath(unknown, '/tip'), { tip: 2 }),
      () => guest.send('POST', ticketPath(unknown, '/payment'), paymentOf(order, 'x')),
      () => guest.send('POST', orderPath(unknown, '/submit'), { amount: 25, payment_token: 'x', ...buyer }),
      () => guest.send('POST', ticketPath(unknown, '/release')),
      () => member.send('POST', ticketPath(unknown, '/reward'), { reward_id: 'none' }),
    ]
    for (const call of calls)
      expect(await keptOf(async () => expect((await call()).status).toBe(404))).toBe(0)
  })

  it('is nothing without room, where nothing is changed', async () => {
    const open = await startOrder(guest)
    const placed = await placedOrder(guest)
    full(true)
    const calls: (() => Promise<{ status: number }>)[] = [
      () => guest.send('POST', '/kitchen/tablet/leave', { token: 'x'.repeat(32) }),
      () => guest.send('POST', ticketPath(open.id, '/release')),
      () => guest.send('POST', submitPath(open.id), { phone_number: '' }),
      () => guest.send('POST', submitPath(placed.id), { phone_number: '' }),
      () =>
        guest.send('POST', ticketPath(placed.id, '/push/off'), { endpoint: 'https://push.example.com/1' }),
    ]
    expect(await keptOf(() => Promise.all(calls.map((call) => call())))).toBe(0)
  })

  it('is everything without room of what is placed or cancelled, once', async () => {
    const paid = await paidOrder(guest)
    full(true)
    const key = randomUUID()
    const place = () => guest.send('POST', submitPath(paid.id), { phone_number: '' }, { key })
    expect(await keptOf(async () => expect((await place()).status).toBe(200))).toBe(1)
    expect((await place()).headers['idempotent-replayed']).toBe('true')
  })

  it('is counted apart for owners: what strangers ask for an address stops no invitation to it', async () => {
    const owner = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
    const email = 'new@example.com'
    const resend = () => guest.send('GET', `/auth/resendunlock?email=${email}&destination=`)
    for (let count = 0; count < 10; count++) expect((await resend()).status).toBe(200)
    expect((await resend()).status).toBe(429)
    const body = { email, firstName: 'Ben', lastName: 'Ito', role: 'member', destination: '' }
    expect((await owner.send('POST', '/admin/user/invite', body)).status).toBe(200)
  })
})
