import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseAwayError } from '#server/db/database.ts'
import { reconcile, reconcileDays, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { runReconcileCommand } from '#server/reconcile-command.ts'
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

const day = '2026-11-20'
const window = windowOfDays('America/New_York', day, day)

/** Stripe's books beside ours: what differs has a name, and what does not is not named. */
describe.for(databases)('reconciliation [$name]', (engine) => {
  let larder: StripeLarder
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

  it('names exactly the ten differences that are there', async () => {
    const { database } = larder
    const sql = (text: string, ...params: unknown[]) => database.query(text, params)
    const objects = larder.stripe.account('acct_tavola').objects
    const sale = () => paidTicket(larder)
    const chargeId = (intentId: string): string => {
      const intent = objects.get(intentId)
      return (intent?.object === 'payment_intent' && intent.latest_charge) || ''
    }
    const told = async (act: (intentId: string) => string): Promise<string> => {
      const id = act((await sale()).intentId)
      await deliverEvents(larder)
      return id
    }
    // Told first, so that only what is planted differs.
    const refundHereAlone = await told((intentId) => dashboard().refund(intentId, 200))
    const refundOther = await told((intentId) => dashboard().refund(intentId, 200))
    const refundFailed = await told((intentId) => dashboard().refund(intentId, 200))
    const disputeHereAlone = await told((intentId) => dashboard().dispute(intentId))
    const disputeClosed = await told((intentId) => dashboard().dispute(intentId))
    const lost = await sale()
    const gone = await sale()
    const other = await boughtCard(larder)
    const untold = await sale()

    const planted = [
      // 1: nobody here knows this charge.
      `charge-missing-here ${chargeId(lost.intentId)}`,
      // 2: Stripe does not know this one.
      `charge-missing-there ${gone.intentId}`,
      // 3: the ledger has another amount.
      `charge-amount ${chargeId(other.intentId)}`,
      // 4: keyed in by hand.
      `charge-by-hand ${dashboard().charge(900)}`,
      // 5: given back by hand, and nothing was told.
      `refund-missing-here ${dashboard().refund(untold.intentId, 100)}`,
      `refund-missing-there ${refundHereAlone}`,
      `refund-amount ${refundOther}`,
      // 8: it came back, and nothing was told.
      `refund-failed ${refundFailed}`,
      `dispute-missing-there ${disputeHereAlone}`,
      // 10: it was decided, and nothing was told.
      `dispute-state ${disputeClosed}`,
    ]
    await sql('DELETE FROM payments WHERE ticket_id = $1', lost.ticket.id)
    objects.delete(chargeId(gone.intentId))
    await sql(
      `UPDATE ledger SET amount_cents = amount_cents * 2 WHERE transfer_id = $1`,
      `${other.order.id}:paid`,
    )
    objects.delete(refundHereAlone)
    await sql(
      `UPDATE ledger SET amount_cents = amount_cents * 2 WHERE transfer_id = $1`,
      `${refundOther}:order:back`,
    )
    dashboard().failRefund(refundFailed)
    objects.delete(disputeHereAlone)
    dashboard().closeDispute(disputeClosed, 'lost')
    expect(await differences()).toEqual(planted.toSorted())
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
    expect(told).toHaveLength(10)
    expect(told.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^tavola charge-by-hand: \$9\.00 were charged by hand in Stripe \(ch_\w+\)/),
    )
    const days = await larder.database.query(
      'SELECT location_id, day, differences FROM reconciliations WHERE done_at IS NOT NULL ORDER BY location_id, day',
    )
    expect(days).toContainEqual({ location_id: tavola.location, day, differences: 10 })
  })
})

describe.for(databases)('a restaurant that Stripe refuses [$name]', (engine) => {
  it('is named, and the others’ day is compared all the same', async () => {
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

describe('npm run reconcile', () => {
  const say = async (args: string[], env: Record<string, string> = {}) => {
    const lines: string[] = []
    const root = mkdtempSync(join(tmpdir(), 'larder-reconcile-'))
    const code = await runReconcileCommand({ root, env, say: (line) => void lines.push(line) }, args)
    return [code, lines.join('\n')]
  }

  it.each([
    [[], {}, 'Say whose books, and of which days'],
    [['--merchant', 'bella', '--from', '2026-11-31', '--to', '2026-12-01'], {}, 'Say whose books'],
    [['--merchant', 'bella', '--from', '2026-11-02', '--to', '2026-11-01'], {}, 'Say whose books'],
    [['--whose', 'bella'], {}, "Unknown option '--whose'"],
    [['--merchant', 'bella', '--from', day, '--to', day], {}, 'There are no keys of Stripe'],
    [
      ['--merchant', 'bella', '--from', day, '--to', day],
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'There is no database',
    ],
  ])('says what it lacks: %j', async (args, env, message) => {
    const [code, said] = await say(args, env as Record<string, string>)
    expect(code).toBe(1)
    expect(said).toContain(message)
  })
})
