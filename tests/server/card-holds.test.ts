import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/migrations/054-payments-that-banks-keep.ts'
import { freezeCards, type HoldCause, unfreezeCards } from '#server/modules/cards/holds.ts'
import type { ProviderPayment } from '#server/ports/payments/provider-books.ts'
import { bookedOf, cardsOf, start } from './support/card-orders.ts'
import { databases, listLockWaits } from './support/databases.ts'
import { dinnerTime, Guest, type ProblemBody, tavola, ticketPath } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { boughtCard, startStripeLarder, type StripeLarder, deliverEvents } from './support/stripe/larder.ts'
import { referenceOf, seen } from './support/staff-cards.ts'
import { expectBooks } from './support/tenders.ts'

const onHold = 'This gift card is on hold. Please call (212) 555-0100.'

/** A disputed payment freezes the gift cards it bought, until the dispute is won. */
describe.for(databases)('gift cards on hold [$name]', (engine) => {
  let larder: StripeLarder
  let member: SignedIn
  /** Makes the provider's answer an outdated one. */
  let early: ((payment: ProviderPayment) => ProviderPayment) | undefined
  beforeAll(async () => {
    larder = await startStripeLarder(engine, {
      payments: (made) => ({
        ...made,
        async findPayment(...asked) {
          const payment = await made.findPayment(...asked)
          return payment && (early?.(payment) ?? payment)
        },
      }),
    })
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    member = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const cardOf = async (id: string, who: Guest = member): Promise<Card> => {
    const { body } = await who.send<{ card: Card } & ProblemBody>('GET', `/location/:loc/card/${id}`)
    return body.card
  }
  const redeem = async (cardId: string, who: Guest = member) => {
    const ticket = await completeOrder(who)
    return who.send<ProblemBody>('POST', ticketPath(ticket.id, '/redeemcard'), {
      card_id: cardId,
      amount: 17.42,
    })
  }
  const disputed = async () => {
    const { order, intentId } = await boughtCard(larder, member, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, order.id)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    return { order, card: card!, dispute }
  }

  // PGlite has one connection, so nothing waits for a lock.
  it.runIf(engine.name === 'PostgreSQL').each([
    ['go', 'active'],
    ['comes as the other goes', 'frozen'],
  ])(
    'have exactly the holds of their causes when two of these change at the same moment: one %s',
    async (what, status) => {
      const { order } = await boughtCard(larder, member, 'Purchase', 25, true)
      const [{ id } = { id: '' }] = await cardsOf(larder, order.id)
      const at = { locationId: tavola.location }
      const { database } = larder
      const hold = (tx: Transaction, cause: HoldCause) => freezeCards(tx, larder, at, [id], { cause })
      const release = (tx: Transaction, cause: HoldCause) =>
        unfreezeCards(tx, larder, at, cause, { cardId: id })
      await database.transaction(async (tx) => {
        await hold(tx, 'staff')
        if (what === 'go') await hold(tx, 'dispute:d1')
      })
      let commit = (): void => undefined
      const isHeld = new Promise<void>((held) => {
        commit = held
      })
      const first = database.transaction(async (tx) => {
        await (what === 'go' ? release(tx, 'dispute:d1') : hold(tx, 'dispute:d1'))
        await isHeld
      })
      const second = database.transaction((tx) => release(tx, 'staff'))
      const waits = vi.waitFor(async () => expect(await listLockWaits(database)).toHaveLength(1), {
        timeout: 30_000,
      })
      await Promise.race([second, waits])
      commit()
      await Promise.all([first, second])
      expect((await cardOf(id)).status).toBe(status)
    },
  )

  it('cannot pay, be passed on or be reloaded, and their holder is told whom to call', async () => {
    const { card } = await disputed()
    expect(await cardOf(card.id)).toMatchObject({ status: 'frozen', balance: 2500, card_is_expired: false })
    expect(await redeem(card.id)).toMatchObject({ status: 422, body: { message: onHold } })
    const ticket = await completeOrder(member)
    const byNumber = { card_number: card.card_number, amount: 17.42 }
    expect(
      await member.send<ProblemBody>('POST', ticketPath(ticket.id, '/importandredeemcard'), byNumber),
    ).toMatchObject({ status: 422, body: { message: onHold } })
    const pass = {
      type: 'SendEmail',
      recipient_first_name: 'Ada',
      recipient_last_name: 'Guest',
      recipient_email: 'ada@example.com',
    }
    expect(await member.send<ProblemBody>('POST', `/location/:loc/card/${card.id}/pass`, pass)).toMatchObject(
      {
        status: 422,
        body: { message: onHold },
      },
    )
    expect(
      await member.send<ProblemBody>('POST', '/location/:loc/card/order/start', {
        type: 'Reload',
        card_id: card.id,
      }),
    ).toMatchObject({ status: 422, body: { message: onHold } })
    await expect(start(member, 'Reload', { card_id: card.id })).rejects.toThrow('on hold')
  })

  it('during a bank’s inquiry, are good again when it ends', async () => {
    const { order, intentId } = await boughtCard(larder, member, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, order.id)
    const inquiry = dashboard().inquire(intentId)
    await deliverEvents(larder)
    expect((await cardOf(card!.id)).status).toBe('frozen')
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
    dashboard().closeDispute(inquiry, 'warning_closed')
    await deliverEvents(larder)
    expect((await cardOf(card!.id)).status).toBe('active')
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
  })

  it.each([
    [
      'a dispute that is won',
      (intentId: string) => dashboard().closeDispute(dashboard().dispute(intentId), 'won'),
    ],
    ['a refund that failed', (intentId: string) => dashboard().failRefund(dashboard().refund(intentId))],
  ])(
    'stay good when an outdated answer of the provider from before %s is recorded after it',
    async (_what, happen) => {
      const { order, intentId } = await boughtCard(larder, member, 'Purchase', 25, true)
      const [card] = await cardsOf(larder, order.id)
      happen(intentId)
      await deliverEvents(larder)
      // The answer of a slower request made earlier, while the payment was still in this state.
      early = (payment) => ({
        ...payment,
        refunds: payment.refunds.map((one) => ({ ...one, state: 'done' })),
        disputes: payment.disputes.map((one) => ({ ...one, state: 'open' })),
      })
      await larder.database.query(
        'UPDATE provider_events SET done_at = NULL, next_try_at = 0 WHERE intent_id = $1',
        [intentId],
      )
      await larder.minute()
      early = undefined
      expect((await cardOf(card!.id)).status).toBe('active')
      expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
    },
  )

  it('are in the ledger with the amount that the bank took, and good again when the dispute is won', async () => {
    const { order, card, dispute } = await disputed()
    expect(await bookedOf(larder, order.id)).toEqual({ disputes: -2500, 'card:': 2500 })
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
    expect((await redeem(card.id)).status).toBe(200)
  })

  it('stay on hold when it is lost, in whatever order the events arrive', async () => {
    const { order, card, dispute } = await disputed()
    dashboard().closeDispute(dispute, 'lost')
    larder.stripe.account('acct_tavola').events.reverse()
    await deliverEvents(larder)
    expect(await bookedOf(larder, order.id)).toEqual({ disputes: -2500, 'card:': 2500 })
    expect((await cardOf(card.id)).status).toBe('frozen')
  })

  it('have the bank’s decision among what happened to them, once, also when it turns', async () => {
    const { card, dispute } = await disputed()
    const manager = await SignedIn.as(larder, await addUser(larder, { role: 'manager' }))
    const happened = async () => {
      const { events } = await seen(manager, await referenceOf(larder, card.id))
      return events.flatMap(({ kind, cause }) => (kind === 'money' ? [] : [`${kind} ${cause}`]))
    }
    for (const decided of ['lost', 'won', 'lost'] as const) {
      larder.clock.advance(1000)
      dashboard().closeDispute(dispute, decided)
      await deliverEvents(larder)
      await deliverEvents(larder)
    }
    expect(await happened()).toEqual([
      'lost dispute',
      'held dispute',
      'released dispute',
      'lost dispute',
      'held dispute',
    ])
  })

  it('that an older version held for a lost dispute get the bank’s decision with the update, and others nothing', async () => {
    const [lost, open] = [await disputed(), await disputed()]
    dashboard().closeDispute(lost.dispute, 'lost')
    await deliverEvents(larder)
    const decisions = () =>
      larder.database.query<{ card_id: string; at: number; cause: string }>(
        `SELECT card_id, at, cause FROM card_acts WHERE kind = 'lost' AND (card_id = $1 OR card_id = $2)`,
        [lost.card.id, open.card.id],
      )
    const before = await decisions()
    expect(before).toHaveLength(1)
    await larder.database.query(`DELETE FROM card_acts WHERE kind = 'lost' RETURNING 1 AS gone`)
    await larder.database.transaction((tx) => tx.script(sql))
    expect(await decisions()).toEqual(before)
  })

  it('stay on hold while any other hold remains', async () => {
    const { card, dispute } = await disputed()
    const { locationId } = larder.directory.findByLabel('tavola')!
    await larder.database.transaction((tx) =>
      freezeCards(tx, larder, { locationId }, [card.id], { cause: 'staff' }),
    )
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect((await cardOf(card.id)).status).toBe('frozen')
    expect(
      await larder.database.transaction((tx) =>
        unfreezeCards(tx, larder, { locationId }, 'staff', { cardId: card.id }),
      ),
    ).toEqual([card.id])
    expect((await cardOf(card.id)).status).toBe('active')
  })

  it('include the cards to which the money was passed on; their links and codes say so', async () => {
    const { order, intentId } = await boughtCard(larder, member, 'Purchase', 40, true)
    const [first] = await cardsOf(larder, order.id)
    const pass = {
      type: 'SendEmail',
      recipient_first_name: 'Ada',
      recipient_last_name: 'Guest',
      recipient_email: 'ada@example.com',
    }
    const passed = await member.send<{ card_order: { id: string } }>(
      'POST',
      `/location/:loc/card/${first!.id}/pass`,
      pass,
    )
    await larder.minute()
    const [gift] = await cardsOf(larder, passed.body.card_order.id)
    const code = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/.exec(larder.emails.at(-1)!.text)![0]
    dashboard().dispute(intentId)
    await deliverEvents(larder)
    const opened = await new Guest(larder).send<{ error?: { message: string } }>(
      'GET',
      `/location/:loc/card/${gift!.id}/egift`,
    )
    expect(opened.body.error).toEqual({ message: onHold })
    const other = await SignedIn.as(larder, await addUser(larder))
    expect(
      await other.send<ProblemBody>('POST', '/location/:loc/card/import', { claim_code: code }),
    ).toMatchObject({ status: 422, body: { message: onHold } })
    const byNumber = await other.send<ProblemBody>('POST', '/location/:loc/card/import', {
      card_number: gift!.card_number,
    })
    expect(byNumber.body.message).toContain('We could not add that gift card.')
  })
})
