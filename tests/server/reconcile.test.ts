import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseAwayError } from '#server/db/database.ts'
import { disputeDifference } from '#server/modules/provider-events/compare.ts'
import { reconcile, reconcileDays, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import { grill, tavola } from './support/larder.ts'
import { administratorOf, move } from './support/placed.ts'
import {
  boughtCard,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  deliverEvents,
} from './support/stripe/larder.ts'
import { plantDifferences } from './support/stripe/planted-differences.ts'

const day = '2026-11-20'
const window = windowOfDays('America/New_York', day, day)

/** Stripe's records compared with ours: each difference is named, and nothing else. */
describe.for(databases)('reconciliation [$name]', (engine) => {
  let larder: StripeLarder
  let planted: string[]
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  afterAll(() => larder.close())

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const merchant = () => larder.directory.findByLabel('tavola')!
  const differences = async () => {
    const { payments } = larder
    return (await reconcile({ ...larder, payments }, merchant(), window))
      .map(({ kind, id }) => `${kind} ${id}`)
      .toSorted()
  }

  it('names nothing where both say the same: sales, refunds by us and by hand, disputes, another merchant’s', async () => {
    await paidTicket(larder, grill)
    const cancelled = await paidTicket(larder)
    await move(await administratorOf(larder), cancelled.ticket.id, 'Cancelled')
    larder.clock.advance(21_000)
    await larder.minute()
    const [partly, disputed, bought] = [
      await paidTicket(larder),
      await paidTicket(larder),
      await boughtCard(larder),
    ]
    dashboard().refund(partly.intentId, 300)
    dashboard().dispute(disputed.intentId)
    const failed = dashboard().refund(bought.intentId, 500)
    await deliverEvents(larder)
    dashboard().failRefund(failed)
    await deliverEvents(larder)
    expect(await differences()).toEqual([])
  })

  it('names exactly the differences that are there, one of each kind', async () => {
    planted = await plantDifferences(larder)
    expect(planted).toHaveLength(13)
    expect(await differences()).toEqual(planted)
  })

  it('is made by itself once a day, three hours into the next; each difference is a line of the log', async () => {
    larder.log.length = 0
    larder.clock.set('2026-11-21T07:59:00Z')
    await larder.minute()
    expect(larder.log.filter(({ event }) => event === 'books_differ')).toEqual([])
    larder.clock.set('2026-11-21T08:01:00Z')
    await Promise.all([larder.minute(), larder.minute()])
    await larder.minute()
    const told = larder.log.filter(({ event }) => event === 'books_differ')
    expect(told).toHaveLength(planted.length)
    expect(told.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^tavola charge-by-hand: \$9\.00 were charged by hand in Stripe \(ch_\w+\)/),
    )
    const days = await larder.database.query(
      'SELECT location_id, day, differences FROM reconciliations WHERE done_at IS NOT NULL ORDER BY location_id, day',
    )
    expect(days).toContainEqual({ location_id: tavola.location, day, differences: planted.length })
  })
})

describe.for(databases)('a restaurant that Stripe refuses [$name]', (engine) => {
  it('is reported, and the others are still compared', async () => {
    const larder = await startStripeLarder(engine, {
      payments: (made) => ({
        ...made,
        provider: 'stripe',
        listBooks: (locationId, window) =>
          locationId === grill.location
            ? Promise.reject(new PaymentsUnreachableError('no such key'))
            : larder.payments.listBooks(locationId, window),
      }),
    })
    // The grill is the first of them.
    expect(larder.directory.list().map(({ label }) => label)).toEqual(['grill', 'tavola'])
    larder.clock.set('2026-11-21T12:00:00Z')
    await larder.minute()
    expect(
      await larder.database.query('SELECT location_id FROM reconciliations WHERE done_at IS NOT NULL'),
    ).toEqual([{ location_id: tavola.location }])
    expect(larder.log.filter(({ event }) => event === 'reconciling_failed')).toMatchObject([
      { detail: 'grill', error: 'PaymentsUnreachableError' },
    ])
    await larder.close()
  })
})

it.each([
  ['lost', 'open', 'have Stripe’s dashboard send its event again.'],
  ['won', 'lost', 'have Stripe’s dashboard send its event again.'],
  ['open', 'closed', 'have Stripe’s dashboard send its event again.'],
  // No event changes a dispute that is over.
  ['open', 'won', 'look at it in Stripe.'],
] as const)('says what helps of a dispute that is %s at Stripe and %s here', (there, here, help) => {
  const both = { id: 'dp_1', intentId: 'pi_1', amountCents: 100 }
  const booked = { ...both, subject: 'order T-1001', at: 0, state: here }
  expect(
    disputeDifference({ ...both, state: there, reason: 'fraudulent', createdAt: 0 }, booked, booked.subject)!
      .words,
  ).toBe(`The dispute dp_1 of order T-1001 is ${there} at Stripe and ${here} here: ${help}`)
})

it('says nothing of one that is won at Stripe and was an inquiry that was closed here: neither has taken anything', () => {
  const both = { id: 'dp_1', intentId: 'pi_1', amountCents: 100 }
  const booked = { ...both, subject: 'order T-1001', at: 0, state: 'closed' as const }
  expect(
    disputeDifference({ ...both, state: 'won', reason: 'fraudulent', createdAt: 0 }, booked, booked.subject),
  ).toBeUndefined()
})

it('asks a database that does not answer once, not once for each restaurant', async () => {
  const larder = await startStripeLarder(databases[0]!)
  const query = vi.fn<() => Promise<never>>(() => Promise.reject(new DatabaseAwayError('away')))
  const { clock, directory, payments } = larder
  expect(directory.list()).toHaveLength(2)
  await expect(
    reconcileDays({
      database: { ...larder.database, query },
      clock,
      directory,
      payments: { ...payments, provider: 'stripe' },
      log: () => undefined,
    }),
  ).rejects.toThrow('away')
  expect(query).toHaveBeenCalledOnce()
  await larder.close()
})
