import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { partText } from '#contract/rules/refund-words.ts'
import { databases } from './support/databases.ts'
import { listFailed } from './support/failed-refunds.ts'
import { dinnerTime, type Guest, ticketPath } from './support/larder.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import { paidTicket, startStripeLarder, type StripeLarder, tellAll } from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

/** Orders for food whose cardholder's bank disputes the payment: nothing is given back from here before it has decided. */
describe.for(databases)('an order whose payment is disputed [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  beforeAll(async () => void (larder = await startStripeLarder(engine)))
  beforeEach(async () => {
    larder.clock.set(new Date(dinnerTime).toISOString())
    larder.log.length = 0
    owner = await administratorOf(larder)
  })
  afterEach(() => void (larder.stripe.account('acct_tavola').events.length = 0))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const hour = async (): Promise<void> => {
    larder.clock.advance(61 * 60_000)
    await larder.minute()
  }
  const refundsOf = (intentId: string): number =>
    [...larder.stripe.account('acct_tavola').objects.values()].filter(
      (one) => one.object === 'refund' && one.payment_intent === intentId,
    ).length
  const refusals = () => larder.log.filter(({ event }) => event.startsWith('refund_'))
  const partsOf = async (guest: Guest, id: string) =>
    (await guest.ticket('GET', ticketPath(id))).refunds!.flatMap(({ parts }) => parts)
  const disputed = async () => {
    const paid = await paidTicket(larder)
    const dispute = dashboard().dispute(paid.intentId)
    await tellAll(larder)
    return { ...paid, dispute }
  }

  it('says so on the board, gives nothing back in part, and keeps what a cancellation owes until it is won', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    const shown = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    expect(shown.dispute).toBe('open')
    const part = await refund(owner, ticket.id, {
      lines: [{ index: shown.refundable!.lines[0]!.index, quantity: 1 }],
      amount: shown.refundable!.lines[0]!.cents / 100,
    })
    expect([part.status, part.body.message]).toEqual([
      409,
      `The guest’s bank disputes what paid for order ${ticket.name}, so nothing can go back to that card from here. Nothing was changed.`,
    ])
    expect((await move(owner, ticket.id, 'Cancelled')).status).toBe(200)
    const { success_message: said } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(said!.message).toContain('Your bank is looking into $17.42')
    expect(said!.message).not.toContain('goes back')
    await hour()
    expect(refusals()).toEqual([])
    const [waits] = await partsOf(guest, ticket.id)
    expect(partText(waits!)).toBe(
      'Your bank is looking into $17.42 paid with Visa ending in 4242, and decides where it goes.',
    )
    const letter = larder.emails.findLast(({ kind }) => kind === 'order-cancelled')!
    expect(letter.text).toContain('Your bank is looking into $17.42')
    expect(letter.text).not.toContain('goes back')
    dashboard().closeDispute(dispute, 'won')
    await tellAll(larder)
    await hour()
    expect(refundsOf(intentId)).toBe(1)
    expect((await partsOf(guest, ticket.id))[0]).toMatchObject({ done_at: expect.any(String) })
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('lost, owes nothing any more: the bank has taken it for the guest, and both are told', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    await move(owner, ticket.id, 'Cancelled')
    dashboard().closeDispute(dispute, 'lost')
    await tellAll(larder)
    await tellAll(larder)
    await hour()
    expect(refundsOf(intentId)).toBe(0)
    expect(refusals()).toEqual([])
    expect(partText((await partsOf(guest, ticket.id))[0]!)).toBe('Your bank has taken $17.42 back for you.')
    expect(await listFailed(owner)).toEqual([])
    // The bank has the money, and nothing was earned.
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('cancelled after it was lost, promises nothing', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    dashboard().closeDispute(dispute, 'lost')
    await tellAll(larder)
    expect((await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!.dispute).toBe('lost')
    await move(owner, ticket.id, 'Cancelled')
    await hour()
    expect(refundsOf(intentId)).toBe(0)
    expect((await partsOf(guest, ticket.id))[0]).toMatchObject({
      dispute: 'lost',
      done_at: expect.any(String),
    })
    expect(larder.emails.findLast(({ kind }) => kind === 'order-cancelled')!.text).toContain(
      'Your bank has taken $17.42 back for you.',
    )
  })

  it('of which nobody has told yet, is asked about once an hour, with its number in the log', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    dashboard().dispute(intentId)
    await move(owner, ticket.id, 'Cancelled')
    for (let minute = 0; minute < 5; minute++) {
      larder.clock.advance(61_000)
      await larder.minute()
    }
    expect(refusals().map(({ event, detail }) => [event, detail])).toEqual([
      ['refund_disputed', `order ${ticket.name} of tavola-nyc`],
    ])
    await tellAll(larder)
    await hour()
    expect(refusals()).toHaveLength(1)
  })
})
