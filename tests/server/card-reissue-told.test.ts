import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { exportBuyersMessages } from '#server/modules/order-messages/forget.ts'
import { AddressRefusedError, type MailMessage } from '#server/ports/mail/mail.ts'
import {
  cardOrder,
  cardsOf,
  guestPayment,
  orderPath,
  readyOrder,
  submit,
  visa,
} from './support/card-orders.ts'
import { addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { administratorOf } from './support/placed.ts'
import { act, buy, referenceOf } from './support/staff-cards.ts'

describe.for(databases)('who is told that a gift card was re-issued [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const emails: MailMessage[] = []
  /** Addresses that the mail server rejects. */
  const refused = new Set<string>()
  beforeAll(async () => {
    const mail = {
      send: async (message: MailMessage) => {
        if (refused.has(message.to)) throw new AddressRefusedError('550')
        emails.push(message)
      },
    }
    larder = await startTestLarder(engine, { mail })
    await addProgram(larder)
    guest = new Guest(larder)
  })
  afterEach(() => {
    emails.length = 0
    refused.clear()
  })
  afterAll(() => larder.close())

  /** Lets this much time pass, an hour at a time, so that everything waiting is sent or given up. */
  const letPass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += hourMs) {
      larder.clock.advance(hourMs)
      await larder.minute()
    }
  }
  const reissue = async (cardId: string, email: string): Promise<void> => {
    const manager = await administratorOf(larder)
    const body = { amount_cents: 2500, email }
    const reply = await act(manager, await referenceOf(larder, cardId), 'reissue', body)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    await larder.minute()
  }
  const lastOrder = async (): Promise<string> =>
    (
      await larder.database.query<{ id: string }>(
        "SELECT id FROM card_orders WHERE type = 'SendPhysical' ORDER BY created_at DESC LIMIT 1",
      )
    )[0]!.id
  const toBuyer = { to: 'rosa@example.com', subject: 'The gift card for Ada Guest was replaced' }
  const told = () => emails.filter(({ kind }) => kind === 'order-cards-replaced')

  it.each(['SendEmail', 'SendText'] as const)(
    'its buyer, when the gift waits for its day: %s',
    async (type) => {
      const order = await readyOrder(guest, type)
      const later = new Date(larder.clock.now() + 30 * dayMs).toISOString().slice(0, 16)
      const timed = await cardOrder(guest, 'PUT', orderPath(order.id), {
        send_at_local: later,
        send_time_zone: 'UTC',
      })
      await submit(guest, order.id, guestPayment(timed, await guest.card(visa)))
      await reissue((await cardsOf(larder, order.id))[0]!.id, 'right@example.com')
      expect(emails.find(({ kind }) => kind === 'gift-card')).toMatchObject({ to: 'right@example.com' })
      expect(told()).toMatchObject([toBuyer])
    },
  )

  it('its buyer, when no mail server accepted the gift', async () => {
    refused.add('ada@example.com')
    const { cards } = await buy(larder, guest, 'SendEmail')
    await letPass(12 * hourMs)
    expect(emails.map(({ kind }) => kind)).toContain('order-cards-undelivered')
    await reissue(cards[0]!.id, 'right@example.com')
    refused.clear()
    await letPass(12 * hourMs)
    expect(told()).toMatchObject([toBuyer])
  })

  it('the giver, on the gift’s page, which tells a hold and a new card apart', async () => {
    const { order, cards } = await buy(larder, guest, 'SendEmail')
    await larder.minute()
    const seen = async () => (await cardOrder(guest, 'GET', orderPath(order.id))).gift
    expect(await seen()).toMatchObject({ state: 'sent' })
    const manager = await administratorOf(larder)
    const reference = await referenceOf(larder, cards[0]!.id)
    expect((await act(manager, reference, 'hold')).status).toBe(200)
    expect(await seen()).toMatchObject({ state: 'stopped', stopped_by: 'hold', can_change: false })
    expect((await act(manager, reference, 'release')).status).toBe(200)
    const after = await seen()
    expect(after).toMatchObject({ state: 'sent', can_change: true })
    expect(after).not.toHaveProperty('stopped_by')
    await reissue(cards[0]!.id, 'right@example.com')
    expect(await seen()).toMatchObject({ state: 'stopped', stopped_by: 'replaced' })
  })

  it.each(['SendText', 'SendPhysical'] as const)(
    'its buyer, when nobody knows the recipient’s address: %s',
    async (type) => {
      const { cards } = await buy(larder, guest, type)
      await larder.minute()
      const made = cards[0] ?? (await cardsOf(larder, await lastOrder()))[0]
      await reissue(made!.id, 'right@example.com')
      expect(told()).toMatchObject([toBuyer])
      expect(told()[0]!.text).toContain('Call us if you did not ask for that.')
    },
  )

  it('the holder of the new card does not learn where the old one was: the export of their data leaves that out', async () => {
    const { cards } = await buy(larder, guest, 'SendEmail')
    await larder.minute()
    await reissue(cards[0]!.id, 'right@example.com')
    const ids = await larder.database.query<{ order_id: string }>(
      "SELECT order_id FROM order_messages WHERE event = 'cards-replaced' ORDER BY created_at DESC LIMIT 1",
    )
    const [message] = await exportBuyersMessages(larder.database, tavola.location, [ids[0]!.order_id])
    expect(message).toMatchObject({ event: 'cards-replaced' })
    expect(message).not.toHaveProperty('sent_to')
  })

  it('nobody, when its buyer has the new card', async () => {
    const { cards } = await buy(larder, guest, 'SendText')
    await larder.minute()
    await reissue(cards[0]!.id, 'Rosa@example.com')
    expect(told()).toEqual([])
  })

  it('an address that is refused by now for half an hour, and no longer', async () => {
    const { cards } = await buy(larder, guest, 'SendEmail')
    await larder.minute()
    refused.add('ada@example.com')
    await reissue(cards[0]!.id, 'right@example.com')
    await letPass(12 * hourMs)
    expect(larder.log.filter(({ event }) => event === 'order_message_dropped')).toMatchObject([
      { detail: 'cards-replaced' },
    ])
    refused.clear()
    await letPass(12 * hourMs)
    expect(told()).toEqual([])
  })
})
