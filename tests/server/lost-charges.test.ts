import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { systemIds } from '#server/ports/system.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { expectBooks } from './support/tenders.ts'
import { authenticate } from './support/authenticate.ts'

/** A charge that succeeded without this server learning of it in time is found. */
describe.for(databases)('a charge whose answer is lost [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let provider: Payments
  let aheadMs = 0
  let isCut = false
  let answering: Promise<void> | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: async (charge) => {
          const outcome = await provider.charge(charge)
          return isCut ? { kind: 'unknown', reason: 'cut' } : outcome
        },
        find: (...call) => provider.find(...call),
        resume: async (...call) => {
          await answering
          return provider.resume(...call)
        },
      }),
    })
    provider = stripePayments({
      provider: 'sandbox',
      keysOf: sandboxKeys,
      client: sandboxClient(larder.database, {
        clock: { now: () => larder.clock.now() - aheadMs },
        ids: systemIds,
      }),
    })
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    aheadMs = 0
    isCut = false
    answering = undefined
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const pay = (id: string, body: unknown, key?: string) =>
    guest.send<ProblemBody>('POST', ticketPath(id, '/payment'), body, { key })
  const stateOf = async (ticketId: string): Promise<string> =>
    (
      await larder.database.query<{ state: string }>(
        'SELECT state FROM payment_attempts WHERE ticket_id = $1',
        [ticketId],
      )
    )[0]!.state
  /** Adds charges of others within the next minutes, known only to the provider. */
  const chargeOthers = (count: number) =>
    larder.database.query(
      `INSERT INTO sandbox_objects (location_id, id, kind, body, created_at)
       SELECT location_id, id || n, kind, body || jsonb_build_object('id', id || n, 'metadata', '{}'::jsonb, 'created', (body->>'created')::bigint + n), created_at + n * 1000
       FROM (SELECT * FROM sandbox_objects WHERE kind = 'payment_intent' ORDER BY created_at DESC LIMIT 1) AS one, generate_series(1, $1::int) AS n`,
      [count],
    )

  it.each([
    ['ahead of', 40],
    ['behind', -40],
  ])(
    'is found among many by a server whose clock is minutes %s the provider’s (P2)',
    async (_how, minutes) => {
      aheadMs = minutes * minuteMs
      const ticket = await completeOrder(guest)
      isCut = true
      expect((await pay(ticket.id, paymentOf(ticket, await guest.card('4242424242424242')))).status).toBe(503)
      isCut = false
      await chargeOthers(250)
      larder.clock.advance(8 * minuteMs)
      await larder.minute()
      expect(await stateOf(ticket.id)).toBe('succeeded')
      expect(larder.log.filter(({ event }) => event === 'payment_stray')).toEqual([])
    },
  )

  it('is not given up while the provider is slow to confirm what the guest’s bank has allowed (P2, N1)', async () => {
    const ticket = await completeOrder(guest)
    const [key, body] = [randomUUID(), paymentOf(ticket, await guest.card('4000002500003155'))]
    const asked = await pay(ticket.id, body, key)
    expect(asked.status).toBe(402)
    await authenticate(larder, asked.body.client_secret!)
    larder.clock.advance(5 * minuteMs - 1000)
    let answer = (): void => undefined
    answering = new Promise((resolve) => (answer = resolve))
    const paid = pay(ticket.id, body, key)
    await expect.poll(() => stateOf(ticket.id)).toBe('started')
    // Two calls with two tries each, of twenty seconds.
    larder.clock.advance(80_000)
    await larder.minute()
    expect(await stateOf(ticket.id)).toBe('started')
    answer()
    expect((await paid).status).toBe(200)
  })
})
