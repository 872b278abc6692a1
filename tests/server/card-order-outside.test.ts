import { orderNumber } from '#server/modules/payments/attempts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import { sql } from '#server/db/migrations/028-staff-cards.ts'
import { sql as decided } from '#server/db/migrations/054-payments-that-banks-keep.ts'
import { makePostedCards } from '#server/modules/card-orders/shipments.ts'
import { reconcile, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { systemIds } from '#server/ports/system.ts'
import { bookedOf, cardsOf, guestPayment, readyOrder, submit } from './support/card-orders.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, tavola } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { act, orderOfCard, refundOrder, referenceOf, seen, seenOrder } from './support/staff-cards.ts'
import { actsOf } from './support/staff.ts'
import {
  boughtCard,
  intentOf,
  methodAt,
  startStripeLarder,
  type StripeLarder,
  deliverEvents,
  refundsAt,
} from './support/stripe/larder.ts'
import { expectBooks, redeem } from './support/tenders.ts'

const day = '2026-11-20'

/** Restores the schema of the version before. */
const undone = `
  DROP TABLE card_acts, card_order_refunds, card_order_holds;
  DROP INDEX card_orders_of_buyer, card_orders_of_recipient, card_orders_by_receipt, card_orders_passing, card_order_cards_of_card;
  ALTER TABLE cards DROP COLUMN reference, DROP COLUMN replaced_by;
  ALTER TABLE card_orders DROP COLUMN reference;`

/** Refunds of gift cards by the staff, by hand at Stripe, and by a cardholder's bank, in one ledger. */
describe.for(databases)('orders for gift cards at Stripe and here [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ;[owner, ada] = [await administratorOf(larder), await SignedIn.as(larder, await addUser(larder))]
  })
  afterEach(async () => {
    await expectSameBooks()
    larder.stripe.account('acct_tavola').events.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const found = async () => {
    const { payments } = larder
    const merchant = larder.directory.findByLabel('tavola')!
    return reconcile({ ...larder, payments }, merchant, windowOfDays('America/New_York', day, day))
  }
  const differences = async () => (await found()).map(({ kind, id }) => `${kind} ${id}`)
  const expectSameBooks = async (): Promise<void> => expect(await differences()).toEqual([])
  const round = async (): Promise<void> => {
    larder.clock.advance(61_000)
    await larder.minute()
  }
  const bought = async () => {
    const { order, intentId } = await boughtCard(larder, ada, 'Purchase', 50, true)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    return { order, intentId, card: card!, reference }
  }

  it('include refunds and holds from before there was a table for them', async () => {
    const [partly, disputed, whole] = [await bought(), await bought(), await bought()]
    dashboard().refund(partly.intentId, 2000)
    dashboard().dispute(disputed.intentId)
    dashboard().refund(whole.intentId)
    await deliverEvents(larder)
    const kept = () =>
      Promise.all(
        [
          `SELECT id, order_id, reason, amount_cents, done_at IS NOT NULL AS done FROM card_order_refunds ORDER BY id`,
          'SELECT order_id, cause FROM card_order_holds ORDER BY cause',
          `SELECT card_id, cause FROM card_acts WHERE kind = 'held' ORDER BY cause`,
        ].map((statement) => larder.database.query(statement)),
      )
    const before = await kept()
    expect(before.map((rows) => rows.length)).toEqual([2, 2, 2])
    await larder.database.transaction(async (tx) => {
      await tx.script(undone)
      await tx.script(sql)
      await tx.script(decided)
      await tx.script(
        'ALTER TABLE card_order_refunds ADD COLUMN failed_at bigint, ADD COLUMN by_hand boolean NOT NULL DEFAULT false, ADD COLUMN by_bank boolean NOT NULL DEFAULT false',
      )
    })
    expect(await kept()).toEqual(before)
  })

  it('agree about refunds by the staff', async () => {
    const { order, card, reference } = await bought()
    const ticket = await completeOrder(ada)
    await redeem(ada, ticket.id, { card_id: card.id, amount: 17.42 })
    await refundOrder(owner, reference, { amount_cents: 3258 })
    await round()
    await deliverEvents(larder)
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -1742, 'card:': 1742 })
    expect((await seenOrder(owner, reference)).refunds).toHaveLength(1)
  })

  it('after a partial refund by hand, the staff refund exactly the rest', async () => {
    const { order, intentId, reference } = await bought()
    dashboard().refund(intentId, 2000)
    await deliverEvents(larder)
    expect((await seenOrder(owner, reference)).refundable).toMatchObject({
      unspent_cents: 5000,
      left_cents: 3000,
    })
    expect((await refundOrder(owner, reference, { amount_cents: 3000 })).status).toBe(200)
    await round()
    expect(await bookedOf(larder, order.id)).toEqual({})
  })

  it('a refund that the restaurant made in Stripe’s dashboard is not requested again', async () => {
    const { order, intentId, reference } = await bought()
    larder.stripe.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-before' } : undefined
    await refundOrder(owner, reference, { amount_cents: 5000 })
    dashboard().refund(intentId, 1500)
    larder.stripe.fault = undefined
    await deliverEvents(larder)
    await round()
    expect(await bookedOf(larder, order.id)).toEqual({})
    const { refunds } = await seenOrder(owner, reference)
    expect(refunds.map(({ amount_cents: cents }) => cents).toSorted()).toEqual([1500, 3500])
  })

  it('nothing of a disputed payment is refunded until the dispute is won', async () => {
    const { intentId, reference } = await bought()
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    expect((await seenOrder(owner, reference)).refund_problem).toContain('A bank')
    expect((await refundOrder(owner, reference, { amount_cents: 5000 })).status).toBe(409)
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect((await seenOrder(owner, reference)).refundable).toMatchObject({ unspent_cents: 5000 })
  })

  it('a refund that the bank took before it could go is listed as the bank’s', async () => {
    const [taken, gone] = [await bought(), await bought()]
    await refundOrder(owner, gone.reference, { amount_cents: 5000 })
    await round()
    larder.stripe.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-before' } : undefined
    await refundOrder(owner, taken.reference, { amount_cents: 5000 })
    const dispute = dashboard().dispute(taken.intentId)
    await deliverEvents(larder)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    larder.stripe.fault = undefined
    expect((await seenOrder(owner, taken.reference)).refunds).toEqual([
      expect.objectContaining({ amount_cents: 5000, done_at: expect.any(String), dispute: 'lost' }),
    ])
    expect((await seenOrder(owner, gone.reference)).refunds[0]).not.toHaveProperty('dispute')
    const receipt = await ada.send<ReceiptAnswer>(
      'GET',
      `/location/:loc/receipt?type=card_order&object_id=${taken.order.id}`,
    )
    expect(receipt.body.receipt.refunds).toMatchObject([{ refund_amount: '$50.00', dispute: 'lost' }])
  })

  it('a card whose payment a bank has taken back, or that was refunded in Stripe, is to be voided', async () => {
    const [lost, refunded] = [await bought(), await bought()]
    const dispute = dashboard().dispute(lost.intentId)
    dashboard().refund(refunded.intentId)
    await deliverEvents(larder)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    expect((await seenOrder(owner, lost.reference)).refund_problem).toBe(
      'The bank has taken the money back. Void its cards.',
    )
    expect((await seenOrder(owner, refunded.reference)).refund_problem).toBe(
      'Everything paid for this order was refunded. Void its cards.',
    )
    const causesOf = async (id: string) =>
      (await seen(owner, await referenceOf(larder, id))).holds.map(({ cause }) => cause)
    expect(await causesOf(lost.card.id)).toEqual(['dispute_lost'])
    expect(await causesOf(refunded.card.id)).toEqual(['refund'])
  })

  it('a card whose payment a bank has taken a part of says how much, and is not to be voided', async () => {
    const [part, halves, rest] = [await bought(), await bought(), await bought()]
    const lose = async (intentId: string, cents: number) => {
      const dispute = dashboard().dispute(intentId, cents)
      await deliverEvents(larder)
      dashboard().closeDispute(dispute, 'lost')
      await deliverEvents(larder)
    }
    await lose(part.intentId, 700)
    await lose(halves.intentId, 2500)
    await lose(halves.intentId, 2500)
    dashboard().refund(rest.intentId, 4300)
    await deliverEvents(larder)
    await lose(rest.intentId, 700)
    const problemOf = async ({ reference }: { reference: string }) =>
      (await seenOrder(owner, reference)).refund_problem
    const holdsOf = async ({ card }: { card: { id: string } }) =>
      (await seen(owner, await referenceOf(larder, card.id))).holds
    expect(await problemOf(part)).toBe(
      'The bank has taken $7.00 of $50.00 back. The rest cannot be refunded here; its cards can be taken off hold.',
    )
    expect(await holdsOf(part)).toEqual([
      { cause: 'dispute', since: expect.any(String), lost: { taken_cents: 700, paid_cents: 5000 } },
    ])
    for (const all of [halves, rest]) {
      expect(await problemOf(all)).toBe('The bank has taken the money back. Void its cards.')
      for (const hold of await holdsOf(all))
        expect(hold).toEqual({ cause: 'dispute_lost', since: expect.any(String) })
    }
  })

  it('what a bank sent back is owed, and not gone, also where another has taken the rest', async () => {
    const [whole, part, waits] = [await bought(), await bought(), await bought()]
    const problemOf = async ({ reference }: { reference: string }) =>
      (await seenOrder(owner, reference)).refund_problem
    const sendBack = async ({ intentId }: { intentId: string }) => {
      const made = refundsAt(larder, intentId)[0]!
      dashboard().failRefund(made.id)
      await deliverEvents(larder)
    }
    const ticket = await completeOrder(ada)
    await redeem(ada, ticket.id, { card_id: part.card.id, amount: 17.42 })
    await refundOrder(owner, whole.reference, { amount_cents: 5000 })
    await refundOrder(owner, part.reference, { amount_cents: 3258 })
    await round()
    const dispute = dashboard().dispute(part.intentId, 1742)
    await deliverEvents(larder)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    expect(await problemOf(part)).toBe('The bank has taken the money back. Void its cards.')
    await sendBack(whole)
    await sendBack(part)
    const owed = 'A refund of this order did not arrive and is still owed. See Failed refunds.'
    expect(await problemOf(whole)).toBe(owed)
    expect(await problemOf(part)).toBe(owed)
    expect((await seen(owner, await referenceOf(larder, part.card.id))).holds).toEqual([
      { cause: 'dispute', since: expect.any(String), lost: { taken_cents: 1742, paid_cents: 5000 } },
    ])
    await refundOrder(owner, waits.reference, { amount_cents: 5000 })
    dashboard().dispute(waits.intentId)
    await deliverEvents(larder)
    expect(await problemOf(waits)).toContain('A bank or the card provider is deciding about this payment.')
  })

  it('staff release a card of a partly lost payment if they saw how much the bank took', async () => {
    const { order, intentId, card, reference } = await bought()
    const manager = await SignedIn.as(larder, await addUser(larder, { role: 'manager' }))
    const dispute = async (cents: number) => {
      const id = dashboard().dispute(intentId, cents)
      await deliverEvents(larder)
      return id
    }
    const close = async (id: string, as: 'won' | 'lost') => {
      dashboard().closeDispute(id, as)
      await deliverEvents(larder)
    }
    const ofStaff = await referenceOf(larder, card.id)
    const release = (body: object) => act(manager, ofStaff, 'release', { reason: 'guest_asked', ...body })
    const first = await dispute(700)
    await act(manager, ofStaff, 'hold')
    // The dispute is open: its final amount is not known yet.
    expect((await release({ taken_cents: 700 })).status).toBe(409)
    await close(first, 'lost')
    const second = await dispute(300)
    // Without that amount the release ends only the staff's own hold.
    expect((await release({})).body.card.holds).toHaveLength(2)
    expect((await release({ taken_cents: 600 })).status).toBe(409)
    expect((await release({ taken_cents: 700 })).body.card).toMatchObject({
      status: 'frozen',
      holds: [{ cause: 'dispute' }],
    })
    await close(second, 'won')
    expect(await seen(manager, ofStaff)).toMatchObject({ status: 'active', holds: [], balance_cents: 5000 })
    // The card is active already: a repeat changes nothing.
    expect((await release({ taken_cents: 700 })).status).toBe(200)
    expect((await seen(manager, ofStaff)).events).toContainEqual(
      expect.objectContaining({ kind: 'released', cause: 'dispute', reason: 'guest_asked' }),
    )
    const released = (await actsOf(owner)).filter(
      (one) => one.card_reference === ofStaff && one.action === 'card_released',
    )
    expect(released).toMatchObject([
      { action: 'card_released', amount_cents: 5000, reason: 'The guest asked for it' },
      { action: 'card_released', amount_cents: 5000, reason: 'The guest asked for it' },
    ])
    const ticket = await completeOrder(ada)
    expect((await redeem(ada, ticket.id, { card_id: card.id, amount: 17.42 })).status).toBe(200)
    // The amount that the bank took cannot be refunded a second time.
    expect((await refundOrder(owner, reference, { amount_cents: 3258 })).status).toBe(409)
    expect(await bookedOf(larder, order.id)).toEqual({
      card_provider: -4300,
      disputes: -700,
      'card:': 5000,
    })
  })

  it('a card of a completely lost payment is not released', async () => {
    const { intentId, card } = await bought()
    const ofStaff = await referenceOf(larder, card.id)
    for (const cents of [2000, 3000]) {
      const id = dashboard().dispute(intentId, cents)
      await deliverEvents(larder)
      dashboard().closeDispute(id, 'lost')
      await deliverEvents(larder)
    }
    expect((await act(owner, ofStaff, 'release', { taken_cents: 5000 })).status).toBe(409)
    expect((await act(owner, ofStaff, 'release')).body.card.status).toBe('frozen')
  })

  it('cards by post that are made after a dispute began are held with the others', async () => {
    const guest = new Guest(larder)
    const ready = await readyOrder(guest, 'SendPhysical', 50)
    const paid = await submit(guest, ready.id, guestPayment(ready, methodAt(larder, tavola)))
    expect(paid.status).toBe(200)
    const statuses = async () =>
      (
        await larder.database.query<{ status: string }>(
          'SELECT c.status FROM cards c JOIN card_order_cards m ON m.card_id = c.id WHERE m.order_id = $1',
          [ready.id],
        )
      ).map(({ status }) => status)
    await larder.minute()
    // Two more cards are still to be made.
    await larder.database.query('UPDATE card_shipments SET quantity = 3 WHERE order_id = $1', [ready.id])
    await larder.database.query('UPDATE card_shipments SET made = 1 WHERE order_id = $1', [ready.id])
    const dispute = dashboard().dispute(intentOf(larder, tavola, orderNumber(ready.id)))
    await deliverEvents(larder)
    const ports = { clock: larder.clock, ids: systemIds, cipher: testCipher }
    while (await makePostedCards(larder.database, ports)) continue
    expect(await statuses()).toEqual(['frozen', 'frozen', 'frozen'])
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect(await statuses()).toEqual(['active', 'active', 'active'])
  })

  it('take a card off its hold when one of the refunds that were all of it does not arrive', async () => {
    const { order, intentId, card } = await bought()
    dashboard().refund(intentId, 1000)
    larder.clock.advance(1000)
    dashboard().refund(intentId, 4000)
    await deliverEvents(larder)
    const statusOf = async () =>
      (
        await larder.database.query<{ status: string }>('SELECT status FROM cards WHERE id = $1', [card.id])
      )[0]!.status
    expect(await statusOf()).toBe('frozen')
    const last = refundsAt(larder, intentId).find(({ amount }) => amount === 4000)!
    dashboard().failRefund(last.id)
    await deliverEvents(larder)
    expect(await statusOf()).toBe('active')
    expect(await bookedOf(larder, order.id)).toEqual({
      card_provider: -4000,
      card_sales: -1000,
      'card:': 5000,
    })
  })

  it('call an order by its number: with its id its cards can be read', async () => {
    const { order, intentId } = await bought()
    dashboard().refund(intentId, 1000)
    const words = (await found()).map((one) => one.words)
    expect(words).toEqual([
      expect.stringContaining(
        `of card order ${order.id.slice(-6).toUpperCase()} were given back in Stripe alone`,
      ),
    ])
    const shown = JSON.stringify([words, [...larder.stripe.account('acct_tavola').objects.values()]])
    expect(shown).not.toContain(order.id)
    await deliverEvents(larder)
  })
})
