import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import type { LogLine } from '#server/ports/log.ts'
import type { ChargeOutcome, Payments, RefundOutcome } from '#server/ports/payments/payments.ts'
import { Limits } from '#server/modules/limits/limits.ts'
import { voidTicket } from '#server/modules/tickets/void.ts'
import { hangingRound, refundRound, settleRound } from '#server/settle-round.ts'
import { getAnyonesTicket } from '#server/modules/tickets/service.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'
import { SoldOutDishes } from '#server/modules/tickets/sold-out.ts'
import { SlotTables } from '#server/modules/tickets/slots.ts'
import { systemIds } from '#server/ports/system.ts'
import { addCard, addProgram } from './support/cards.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paidOrder, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { addReward, balanceOf, dueOf, earnedOf, expectBooks, redeem, useReward } from './support/tenders.ts'

const portsOf = ({ clock }: TestLarder): TicketPorts => ({
  clock,
  ids: systemIds,
  slots: new SlotTables(),
  soldOut: new SoldOutDishes(),
  kitchen: { takesAtOnce: true, wake: () => undefined },
})

describe.for(databases)('orders that are paid and not placed [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  let payments: Payments
  let refuse:
    | ((made: Payments, ...call: Parameters<Payments['refund']>) => Promise<RefundOutcome>)
    | undefined
  let cut: ((made: Payments, ...call: Parameters<Payments['charge']>) => Promise<ChargeOutcome>) | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => {
        payments = {
          ...made,
          refund: (refund) => (refuse ? refuse(made, refund) : made.refund(refund)),
          charge: (charge) => (cut ? cut(made, charge) : made.charge(charge)),
        }
        return payments
      },
    })
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterEach(() => {
    refuse = undefined
    cut = undefined
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const refundsOf = async (ticketId: string): Promise<number[]> =>
    (
      await larder.database.query<{ amount: number }>(
        `SELECT (r.body->>'amount')::int AS amount FROM sandbox_objects r JOIN sandbox_objects i ON i.id = r.body->>'payment_intent'
         WHERE r.kind = 'refund' AND i.body->'metadata'->>'ticket' = $1`,
        [ticketId],
      )
    ).map(({ amount }) => amount)
  /** A settle round by five servers on one database, all at the same moment. */
  const settleOnFiveServers = () =>
    Promise.all(
      Array.from({ length: 5 }, async () => {
        const ports = {
          ...larder,
          ...portsOf(larder),
          cipher: testCipher,
          limits: new Limits({ ...larder, ids: systemIds }),
          payments,
          log: (line: LogLine) => void larder.log.push(line),
        }
        for (const round of [settleRound, hangingRound, refundRound]) await round(ports)
      }),
    )
  /** Makes an order impossible to place: it has no contact, which is checked only when it is placed. */
  const spoil = (ticketId: string) =>
    larder.database.query(`UPDATE tickets SET contact = '{}' WHERE id = $1`, [ticketId])
  const cancel = (ticketId: string) =>
    larder.database.transaction(async (tx) => {
      const merchant = larder.directory.findByLabel('tavola')!
      return voidTicket(
        tx,
        merchant,
        await getAnyonesTicket(tx, merchant, ticketId),
        { because: 'The kitchen had to cancel it.' },
        portsOf(larder),
      )
    })

  it('are placed by the server within two minutes, once, by however many servers (I7, B17)', async () => {
    const ticket = await paidOrder(guest)
    larder.clock.advance(59_000)
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('PaymentComplete')
    larder.clock.advance(21_000)
    await settleOnFiveServers()
    const placed = await guest.ticket('GET', ticketPath(ticket.id))
    expect(placed).toMatchObject({ status: 'Submitted', success_message: { header: 'Thank you!' } })
    const late = await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(late.name).toBe(placed.name)
    expect(
      await larder.database.query('SELECT name FROM submissions WHERE ticket_id = $1', [ticket.id]),
    ).toEqual([{ name: placed.name }])
  })

  it('are placed when another cannot be, and the log names that one’s restaurant', async () => {
    const [other, stuck] = [await paidOrder(guest), await paidOrder(guest)]
    await larder.database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON tickets FOR EACH ROW WHEN (old.id = '${stuck.id}') EXECUTE FUNCTION refuse();`)
    larder.clock.advance(80_000)
    await larder.minute()
    await larder.database.script('DROP TRIGGER refuse ON tickets; DROP FUNCTION refuse;')
    expect((await guest.ticket('GET', ticketPath(other.id))).status).toBe('Submitted')
    expect(larder.log.filter(({ event }) => event === 'settling_failed')).toEqual([
      { level: 'error', event: 'settling_failed', detail: 'tavola', error: 'DatabaseError' },
    ])
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(stuck.id))).status).toBe('Submitted')
  })

  it('become one order from fifty simultaneous submits (N2, N12)', async () => {
    const ticket = await paidOrder(guest)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })),
    )
    expect(new Set(replies.map(({ name }) => name)).size).toBe(1)
    expect(
      await larder.database.query('SELECT name FROM submissions WHERE ticket_id = $1', [ticket.id]),
    ).toHaveLength(1)
  })

  it('are cancelled when they can never be placed: every tender is refunded, once, and the order says so (I7, B17)', async () => {
    const card = await addCard(larder, { userId: ada.userId, amountCents: 600 })
    const rewardId = await addReward(larder, ada.userId)
    const ticket = await completeOrder(ada)
    await useReward(ada, ticket.id, rewardId)
    await redeem(ada, ticket.id, { card_id: card.id, amount: 6 })
    larder.clock.advance(1000)
    const rest = await ada.ticket('GET', ticketPath(ticket.id))
    await ada.ticket(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(rest, await guest.card('4242424242424242')),
    )
    await spoil(ticket.id)
    larder.clock.advance(80_000)
    await settleOnFiveServers()
    expect(await refundsOf(ticket.id)).toEqual([598])
    expect(await balanceOf(larder, card.id)).toBe(600)
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    const voided = await ada.ticket('GET', ticketPath(ticket.id))
    expect(voided).toMatchObject({
      status: 'Cancelled',
      totals: { due: '$0.00' },
      success_message: { header: 'Your order was canceled' },
    })
    expect(voided.success_message?.message).toBe(
      `We could not place your order, so it was not made. $6.00 is back on gift card •••• ${card.cardNumber.slice(-4)}. ` +
        '$5.98 goes back to Visa ending in 4242; allow 5–10 business days. Your reward is yours again.',
    )
    expect((await completeOrder(ada)).reward_can_be_used).toBe(true)
    expect(await ada.send('POST', submitPath(ticket.id), { phone_number: '' })).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
  })

  it('are never charged later than their guest expects: the provider is only asked about the charge (N1, P2)', async () => {
    for (const [reached, amounts] of [
      [true, [1742]],
      [false, []],
    ] as const) {
      larder.clock.set(dinnerTime)
      const ticket = await completeOrder(guest)
      let asked = 0
      cut = async (made, charge) => {
        asked++
        if (reached) await made.charge(charge)
        return { kind: 'unknown', reason: 'cut' }
      }
      const body = paymentOf(ticket, await guest.card('4242424242424242'))
      expect((await guest.send('POST', ticketPath(ticket.id, '/payment'), body)).status).toBe(503)
      // The server was away for most of a day, until the provider forgot its idempotency keys.
      larder.clock.advance(23 * 60 * minuteMs)
      await larder.minute()
      await larder.minute()
      expect(asked).toBe(1)
      const [attempt] = await larder.database.query<{ state: string }>(
        'SELECT state FROM payment_attempts WHERE ticket_id = $1',
        [ticket.id],
      )
      expect(attempt!.state).toBe(reached ? 'succeeded' : 'abandoned')
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe(reached ? 'Cancelled' : 'Open')
      expect(await refundsOf(ticket.id)).toEqual(amounts)
      expect(await earnedOf(larder, ticket.id)).toEqual({})
    }
  })

  it('are refunded however often the provider fails before (I7)', async () => {
    const ticket = await paidOrder(guest)
    await spoil(ticket.id)
    larder.clock.advance(80_000)
    refuse = async () => ({ kind: 'unknown', reason: 'no answer' })
    await larder.minute()
    // A payment stays on the order until its refund is done.
    expect(await guest.ticket('GET', ticketPath(ticket.id))).toMatchObject({
      status: 'Cancelled',
      payments: [{ display_amount: '$17.42' }],
    })
    expect(larder.log.some(({ event }) => event === 'refund_unknown')).toBe(true)
    // The refund succeeded, but the answer was lost: it is requested again with the same key.
    refuse = async (made, refund) => {
      await made.refund(refund)
      return { kind: 'unknown', reason: 'cut' }
    }
    larder.clock.advance(minuteMs)
    await larder.minute()
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    refuse = undefined
    larder.clock.advance(minuteMs)
    await larder.minute()
    expect(await refundsOf(ticket.id)).toEqual([1742])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('ask a hanging provider for the refund once a round (I7)', async () => {
    const ticket = await paidOrder(guest)
    await spoil(ticket.id)
    larder.clock.advance(80_000)
    let asked = 0
    refuse = async () => {
      asked++
      // Longer than the lease; a round that repeated the request would not end before the provider is back.
      if (asked < 5) larder.clock.advance(61_000)
      return { kind: 'unknown', reason: 'no answer' }
    }
    await larder.minute()
    expect(asked).toBe(1)
    refuse = undefined
    await larder.minute()
    expect(await refundsOf(ticket.id)).toEqual([1742])
  })

  it('are cancelled rather than placed late when the server was away for long (I7)', async () => {
    const ticket = await paidOrder(guest)
    larder.clock.advance(31 * minuteMs)
    await larder.minute()
    expect(await guest.ticket('GET', ticketPath(ticket.id))).toMatchObject({ status: 'Cancelled' })
    expect(await refundsOf(ticket.id)).toEqual([1742])
  })

  it('that gift cards alone have paid are held until the guest’s tap; then the money is returned, and the guest is told', async () => {
    const [ticket, card] = [await completeOrder(ada), await addCard(larder, { userId: ada.userId })]
    const paid = await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })
    expect(paid.body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      held_until: new Date(larder.clock.now() + 15 * minuteMs).toISOString(),
    })
    larder.clock.advance(14 * minuteMs)
    await settleOnFiveServers()
    expect((await ada.ticket('GET', ticketPath(ticket.id))).status).toBe('PaymentComplete')
    larder.clock.advance(minuteMs)
    await settleOnFiveServers()
    const released = await ada.ticket('GET', ticketPath(ticket.id))
    expect(released).toMatchObject({ status: 'Open', payments: [], totals: { due: ticket.totals.due } })
    expect(released.held_until).toBeUndefined()
    expect(released.success_message).toEqual({
      header: 'Your order was not placed',
      message: `It was not placed in time, so nothing was taken. $17.42 is back on gift card •••• ${card.cardNumber.slice(-4)}.`,
    })
    expect(await balanceOf(larder, card.id)).toBe(2500)
    expect(
      await larder.database.query('SELECT name FROM submissions WHERE ticket_id = $1', [ticket.id]),
    ).toEqual([])
    const changed = await ada.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1 })
    expect(changed.success_message).toBeUndefined()
  })

  it('are placed in time when gift cards have paid and their guest taps (B17)', async () => {
    const [ticket, card] = [await completeOrder(ada), await addCard(larder, { userId: ada.userId })]
    await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })
    larder.clock.advance(14 * minuteMs)
    await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    larder.clock.advance(20 * minuteMs)
    await larder.minute()
    const placed = await ada.ticket('GET', ticketPath(ticket.id))
    expect(placed).toMatchObject({ status: 'Submitted' })
    expect(placed.held_until).toBeUndefined()
    expect(await balanceOf(larder, card.id)).toBe(758)
  })

  it('are settled when the guest left in the middle of paying, and charged once (P2, N2)', async () => {
    for (const [passedMs, status] of [
      [61_000, 'PaymentComplete'],
      [31 * minuteMs, 'Cancelled'],
    ] as const) {
      larder.clock.set(dinnerTime)
      const ticket = await completeOrder(guest)
      const body = paymentOf(ticket, await guest.card('4242424242424242'))
      // The provider charges, but its answer is lost.
      cut = async (made, charge) => {
        await made.charge(charge)
        return { kind: 'unknown', reason: 'cut' }
      }
      expect((await guest.send('POST', ticketPath(ticket.id, '/payment'), body)).status).toBe(503)
      cut = undefined
      await larder.minute()
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('Open')
      larder.clock.advance(passedMs)
      await settleOnFiveServers()
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe(status)
      larder.clock.advance(61_000)
      await larder.minute()
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe(
        status === 'Cancelled' ? 'Cancelled' : 'Submitted',
      )
      expect(await refundsOf(ticket.id)).toEqual(status === 'Cancelled' ? [1742] : [])
      expect(await earnedOf(larder, ticket.id)).toEqual(
        status === 'Cancelled' ? {} : { card_provider: -1742, orders: 1742 },
      )
    }
  })

  it('are cancelled by a kitchen after they were placed: money, reward and points as before', async () => {
    const rewardId = await addReward(larder, ada.userId)
    const ticket = await completeOrder(ada)
    await useReward(ada, ticket.id, rewardId)
    const rest = await ada.ticket('GET', ticketPath(ticket.id))
    await ada.ticket(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(rest, await guest.card('4242424242424242')),
    )
    await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    await Promise.all([cancel(ticket.id), cancel(ticket.id)])
    await larder.minute()
    expect(await refundsOf(ticket.id)).toEqual([1198])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    expect(
      await larder.database.query('SELECT points FROM reward_points WHERE ticket_id = $1', [ticket.id]),
    ).toEqual([])
    expect((await completeOrder(ada)).reward_can_be_used).toBe(true)
  })
})
