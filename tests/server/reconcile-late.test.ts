import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLateChanges } from '#server/modules/provider-events/late-changes.ts'
import { reconcile, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, grill, tavola } from './support/larder.ts'
import { administratorOf, move } from './support/placed.ts'
import { createIntent } from './support/stripe/changes.ts'
import {
  boughtCard,
  deliverEvents,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  tell,
  refundsAt,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

const dayMs = 24 * 60 * 60_000
/** Noon in New York this many days after the fixture's day: after the hour when the day before is compared. */
const noonAfter = (days: number): string =>
  `${new Date(dinnerTime + days * dayMs).toISOString().slice(0, 10)}T17:00:00Z`

const dashboardOf = (larder: StripeLarder) => larder.stripe.dashboard('acct_tavola')
const merchantOf = (larder: StripeLarder) => larder.directory.findByLabel('tavola')!

/** The differences that a day's job reports. */
async function jobOf(larder: StripeLarder, days: number): Promise<string[]> {
  larder.clock.set(noonAfter(days))
  larder.log.length = 0
  await larder.minute()
  return larder.log.flatMap(({ event, detail }) => (event === 'books_differ' ? [detail ?? ''] : []))
}

/** The differences that `npm run reconcile` reports for today. */
async function todayOf(larder: StripeLarder): Promise<string[]> {
  const date = new Date(larder.clock.now()).toISOString().slice(0, 10)
  const found = await reconcile(larder, merchantOf(larder), windowOfDays('America/New_York', date, date))
  return found.map(({ kind, id }) => `${kind} ${id}`)
}

/** Changes that banks make weeks later, without any event. */
describe.for(databases)('reconciliation of payments that change long after their day [$name]', (engine) => {
  let larder: StripeLarder
  beforeEach(async () => void (larder = await startStripeLarder(engine)))
  afterEach(() => larder.close())

  const asked = (path: string) => larder.stripe.asked.filter((one) => one.path === path).length

  it('names a dispute that was decided untold, each day until an event of it comes', async () => {
    const { intentId } = await boughtCard(larder)
    const dispute = dashboardOf(larder).dispute(intentId)
    await deliverEvents(larder)
    expect(await jobOf(larder, 19)).toEqual([])
    dashboardOf(larder).closeDispute(dispute, 'won')
    for (const day of [20, 21, 45]) {
      expect(await jobOf(larder, day)).toEqual([
        expect.stringMatching(
          `^tavola dispute-state: The dispute ${dispute} of card order \\w+ is won at Stripe and open here: have Stripe’s dashboard send its event again\\.$`,
        ),
      ])
      expect(await todayOf(larder)).toEqual([`dispute-state ${dispute}`])
    }
    await deliverEvents(larder)
    expect(await jobOf(larder, 46)).toEqual([])
  })

  it('names an inquiry that was closed untold, and one that has become a dispute', async () => {
    const [closed, grown] = [await paidTicket(larder), await paidTicket(larder)].map(({ intentId }) =>
      dashboardOf(larder).inquire(intentId),
    )
    await deliverEvents(larder)
    dashboardOf(larder).closeDispute(closed!, 'warning_closed')
    dashboardOf(larder).closeDispute(grown!, 'lost')
    larder.clock.set(noonAfter(25))
    expect((await todayOf(larder)).toSorted()).toEqual(
      [`dispute-state ${closed}`, `dispute-state ${grown}`].toSorted(),
    )
  })

  it('names a refund that its bank sent back untold, ours and one by hand, each day', async () => {
    const owner = await administratorOf(larder)
    const cancelled = await paidTicket(larder)
    const byHand = dashboardOf(larder).refund((await paidTicket(larder)).intentId, 300)
    await move(owner, cancelled.ticket.id, 'Cancelled')
    larder.clock.advance(61_000)
    await larder.minute()
    await deliverEvents(larder)
    const ours = refundsAt(larder, cancelled.intentId)[0]!.id
    expect(await jobOf(larder, 9)).toEqual([])
    for (const id of [ours, byHand]) dashboardOf(larder).failRefund(id)
    for (const day of [10, 11, 29]) {
      const told = await jobOf(larder, day)
      expect(told).toHaveLength(2)
      for (const id of [ours, byHand])
        expect(told).toContainEqual(
          expect.stringMatching(
            `^tavola refund-failed: A refund of \\$[\\d.]+ of order \\S+ did not arrive \\(${id}\\), and the ledger has it: have Stripe’s dashboard send its event again\\.$`,
          ),
        )
    }
    await deliverEvents(larder)
    // A refund that is still owed is no difference between the ledgers, and is reported as owed.
    expect(await jobOf(larder, 30)).toEqual([
      expect.stringMatching(/^tavola refund-failed: A bank sent back .*, and it is still owed/),
    ])
  })

  it('names a dispute of an order that was paid long before, when nothing told of it', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    larder.clock.set(noonAfter(20))
    const dispute = dashboardOf(larder).dispute(intentId)
    expect(await jobOf(larder, 21)).toEqual([
      `tavola dispute-missing-here: $17.42 of order ${ticket.name} are disputed (${dispute}), and nothing here knows it: have Stripe’s dashboard send its event again.`,
    ])
  })

  it('names nothing any more once an event that came before is sent again, days after it was looked into', async () => {
    const { intentId } = await paidTicket(larder)
    const dispute = dashboardOf(larder).dispute(intentId)
    await deliverEvents(larder)
    dashboardOf(larder).closeDispute(dispute, 'lost')
    larder.clock.set(noonAfter(20))
    expect(await todayOf(larder)).toEqual([`dispute-state ${dispute}`])
    await tell(larder, dashboardOf(larder).events('charge.dispute.created')[0]!)
    await larder.minute()
    expect(await todayOf(larder)).toEqual([])
  })

  it('names a dispute of another amount until an event tells of it; won, all that was taken comes back', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    const dispute = dashboardOf(larder).dispute(intentId)
    await deliverEvents(larder)
    dashboardOf(larder).changeDispute(dispute, 1000)
    expect(await todayOf(larder)).toEqual([`dispute-amount ${dispute}`])
    await deliverEvents(larder)
    expect(await todayOf(larder)).toEqual([])
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -742, orders: 1742, disputes: -1000 })
    dashboardOf(larder).changeDispute(dispute, 1200)
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -542, orders: 1742, disputes: -1200 })
    dashboardOf(larder).closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    await expectBooks(larder)
  })

  it('finds a refund in the books whatever its id begins with', async () => {
    const { intentId } = await paidTicket(larder)
    const { objects } = larder.stripe.account('acct_tavola')
    const id = dashboardOf(larder).refund(intentId, 300)
    objects.set('pyr_1', { ...objects.get(id)!, id: 'pyr_1' })
    objects.delete(id)
    await deliverEvents(larder)
    expect(await todayOf(larder)).toEqual([])
  })

  describe('where Stripe does not answer about one dispute', () => {
    let disputes: string[]
    let about: string
    beforeEach(async () => {
      const paid = [await paidTicket(larder), await paidTicket(larder)]
      disputes = paid.map(({ intentId }) => dashboardOf(larder).dispute(intentId))
      about = paid[0]!.intentId
      await deliverEvents(larder)
      // Their day has been compared three times.
      for (const day of [1, 2, 3]) await jobOf(larder, day)
      for (const id of disputes) dashboardOf(larder).closeDispute(id, 'won')
    })
    const answerAbout = (status: number, error: object): void => {
      larder.stripe.fault = ({ path, form }) =>
        path === '/v1/disputes' && form['payment_intent'] === about
          ? { kind: 'answer', status, body: { error } }
          : undefined
    }

    it('names the others, and what the days have, and that this one was not compared', async () => {
      answerAbout(403, { type: 'invalid_request_error', message: 'This key may not.' })
      larder.clock.set(noonAfter(20))
      const byHand = dashboardOf(larder).charge(900)
      const told = await jobOf(larder, 21)
      expect(told).toHaveLength(3)
      for (const one of [
        expect.stringContaining(`charge-by-hand: $9.00 were charged by hand in Stripe (${byHand})`),
        expect.stringMatching(
          `^tavola not-compared: Stripe did not say what has become of the dispute ${disputes[0]} of order \\S+ \\(StripePermissionError\\)`,
        ),
        expect.stringMatching(`^tavola dispute-state: The dispute ${disputes[1]} `),
      ])
        expect(told).toContainEqual(one)
      expect(
        await larder.database.query(
          'SELECT differences FROM reconciliations WHERE location_id = $1 AND done_at IS NOT NULL ORDER BY day DESC LIMIT 1',
          [tavola.location],
        ),
      ).toEqual([{ differences: 3 }])
    })

    it('has none of a charge that Stripe does not know any more', async () => {
      answerAbout(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent' })
      larder.clock.set(noonAfter(20))
      expect((await todayOf(larder)).toSorted()).toEqual(
        [`dispute-missing-there ${disputes[0]}`, `dispute-state ${disputes[1]}`].toSorted(),
      )
    })
  })

  it('stops asking if Stripe does not answer at all, and reports what was not compared', async () => {
    for (let sale = 0; sale < 5; sale++) dashboardOf(larder).dispute((await paidTicket(larder)).intentId)
    dashboardOf(larder).refund((await paidTicket(larder)).intentId, 300)
    await deliverEvents(larder)
    larder.clock.advance(1000)
    const before = asked('/v1/disputes')
    larder.stripe.fault = () => ({
      kind: 'answer',
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
    })
    const found = await findLateChanges(larder, merchantOf(larder))
    expect(found.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'not-compared'))
    expect(found[3]!.words).toContain(
      '5 disputes are open here, and Stripe was asked about the 3 oldest alone',
    )
    expect(found[4]!.words).toContain('which refunds of the last 30 days banks have sent back')
    expect(asked('/v1/disputes') - before).toBe(3)
  })

  it('asks Stripe for nothing more where no dispute is open and no refund was made', async () => {
    await paidTicket(larder)
    await jobOf(larder, 1)
    // Only the day's lists, for each restaurant's account.
    expect([asked('/v1/refunds'), asked('/v1/disputes')]).toEqual([2, 2])
  })

  it('asks for so much at most, the oldest disputes and the newest refunds, and names what it left out', async () => {
    const disputes: string[] = []
    for (const day of [0, 1, 2]) {
      larder.clock.set(noonAfter(day))
      const { intentId } = await boughtCard(larder)
      dashboardOf(larder).refund((await boughtCard(larder)).intentId, 300)
      disputes.push(dashboardOf(larder).dispute(intentId))
      await deliverEvents(larder)
    }
    for (const id of disputes) dashboardOf(larder).closeDispute(id, 'lost')
    const before = asked('/v1/disputes')
    const found = await findLateChanges(larder, merchantOf(larder), { disputes: 2, refunds: 2 })
    expect(found.map(({ kind, words }) => `${kind}: ${words}`)).toEqual([
      expect.stringContaining(`dispute-state: The dispute ${disputes[0]}`),
      expect.stringContaining(`dispute-state: The dispute ${disputes[1]}`),
      'not-compared: 3 disputes are open here, and Stripe was asked about the 2 oldest alone: run npm run reconcile from 2026-11-22 on.',
      'not-compared: Stripe has more than 2 refunds of the last 30 days, and whether a bank sent them back was asked of the newest alone: run npm run reconcile from 2026-11-20 to 2026-11-21.',
    ])
    expect(asked('/v1/disputes') - before).toBe(2)
  })
})

describe.for(databases)('reconciliation after days on which no server ran [$name]', (engine) => {
  it('a day without a comparison comes with the next one, and each day is compared three times', async () => {
    const larder = await startStripeLarder(engine)
    const { intentId } = await paidTicket(larder)
    expect(await jobOf(larder, 1)).toEqual([])
    larder.clock.set(noonAfter(4))
    const refund = dashboardOf(larder).refund(intentId, 100)
    const named = [expect.stringContaining(refund)]
    for (const day of [20, 21, 22]) expect(await jobOf(larder, day)).toEqual(named)
    expect(await jobOf(larder, 23)).toEqual([])
    await larder.close()
  })
})

describe.for(databases)('reconciliation of an account that is several restaurants’ [$name]', (engine) => {
  it('a difference about an older charge is reported only for the restaurant that made it', async () => {
    const larder = await startStripeLarder(engine, {}, true)
    const [refunded, disputed] = [await paidTicket(larder, grill), await paidTicket(larder, grill)]
    larder.clock.set(noonAfter(5))
    const refund = dashboardOf(larder).refund(refunded.intentId, 100)
    const dispute = dashboardOf(larder).dispute(disputed.intentId)
    expect((await jobOf(larder, 6)).toSorted()).toEqual([
      expect.stringMatching(
        `^grill dispute-missing-here: \\$19\\.60 of order \\S+ are disputed \\(${dispute}\\)`,
      ),
      expect.stringMatching(
        `^grill refund-missing-here: \\$1\\.00 of order \\S+ were given back .*\\(${refund}\\)`,
      ),
    ])
    await larder.close()
  })

  it('a charge that none of them requested is a note at each, without advice', async () => {
    const larder = await startStripeLarder(engine, {}, true)
    // From an earlier system on the same account.
    const { id } = createIntent(larder.stripe.account('acct_tavola'), () => larder.clock.now(), {
      amount: '900',
      payment_method: larder.stripe.method('acct_tavola'),
    })
    larder.clock.set(noonAfter(5))
    const refund = dashboardOf(larder).refund(id, 100)
    const dispute = dashboardOf(larder).dispute(id)
    expect((await jobOf(larder, 6)).toSorted()).toEqual(
      ['grill', 'tavola'].flatMap((label) => [
        `${label} dispute-of-none: $9.00 that were charged by hand or by another system are disputed (${dispute}): not of any order here.`,
        `${label} refund-of-none: $1.00 that were charged by hand or by another system were given back in Stripe (${refund}): not of any order here.`,
      ]),
    )
    const levels = larder.log.flatMap(({ event, level }) => (event === 'books_differ' ? [level] : []))
    expect(levels).toEqual(['info', 'info', 'info', 'info'])
    await larder.close()
  })

  it('a charge whose order is lost is reported for the restaurant that made it, without an event to send again', async () => {
    const larder = await startStripeLarder(engine, {}, true)
    const { ticket, intentId } = await paidTicket(larder, grill)
    await larder.database.query('DELETE FROM payments WHERE ticket_id = $1', [ticket.id])
    larder.clock.set(noonAfter(5))
    const refund = dashboardOf(larder).refund(intentId, 100)
    const dispute = dashboardOf(larder).dispute(intentId)
    expect((await jobOf(larder, 6)).toSorted()).toEqual([
      `grill dispute-missing-here: $19.60 of ${intentId}, which is in no order here, are disputed (${dispute}): answer it in Stripe.`,
      `grill refund-missing-here: $1.00 of ${intentId}, which is in no order here, were given back in Stripe (${refund}).`,
    ])
    await larder.close()
  })
})
