import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { AddressRefusedError, type MailMessage } from '#server/ports/mail/mail.ts'
import type { TextMessage } from '#server/ports/text-messages/text-messages.ts'
import {
  buyer,
  cardOrder,
  cardsOf,
  orderPath,
  guestPayment,
  home,
  readyOrder,
  submit,
  visa,
} from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

type DeliveryRow = {
  state: string
  tries: number
  sent_to: string
  claim_code: string | null
  channel: string
}

describe.for(databases)('sending cards [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let broken = false
  /** The mail server rejects the recipient's address. */
  let refused = false
  /** Delays the mail server's answer. */
  let hold: (() => Promise<void>) | undefined
  const emails: MailMessage[] = []
  const texts: TextMessage[] = []
  const toGivers: MailMessage[] = []
  const into =
    <M>(box: M[]) =>
    async (message: M): Promise<void> => {
      if (broken) throw new Error('the line to ada@example.com is down')
      box.push(message)
    }
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      mail: {
        send: async (message) => {
          // These tests are about the cards' emails, not about the messages to their buyers.
          if (message.kind !== 'gift-card') return void toGivers.push(message)
          await hold?.()
          if (refused) throw new AddressRefusedError('550')
          await into(emails)(message)
        },
      },
      texts: { send: into(texts) },
    })
    guest = new Guest(larder)
  })
  afterEach(() => {
    broken = false
    refused = false
    toGivers.length = 0
    emails.length = 0
    texts.length = 0
  })
  afterAll(() => larder.close())

  const sent = async (
    type: 'SendEmail' | 'SendText' | 'Purchase',
    changes: object = {},
  ): Promise<{ orderId: string; cardId: string }> => {
    const order = await readyOrder(guest, type, 50)
    const reply = await submit(guest, order.id, {
      ...guestPayment(order, await guest.card(visa)),
      ...changes,
    })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return { orderId: order.id, cardId: (await cardsOf(larder, order.id))[0]!.id }
  }
  const deliveryOf = async (orderId: string): Promise<DeliveryRow | undefined> =>
    (
      await larder.database.query<DeliveryRow>(
        'SELECT state, tries, sent_to, claim_code, channel FROM card_deliveries WHERE order_id = $1',
        [orderId],
      )
    )[0]

  it('emails the link to the card on the portal’s own host, and a claim code @GC-20', async () => {
    const { orderId, cardId } = await sent('SendEmail')
    await larder.minute()
    expect(emails).toHaveLength(1)
    expect(emails[0]).toMatchObject({
      kind: 'gift-card',
      to: 'ada@example.com',
      fromName: 'Tavola',
      subject: 'Rosa Diaz sent you a $50.00 gift card for Tavola',
    })
    const link = new URL(emails[0]!.text.split('\n').find((line) => line.startsWith('http'))!)
    expect([link.hostname, link.pathname]).toEqual(['tavola.localhost', `/gift/${cardId}`])
    expect(await deliveryOf(orderId)).toEqual({
      state: 'sent',
      tries: 1,
      sent_to: 'ada@example.com',
      claim_code: null,
      channel: 'email',
    })

    const code = /Existing Gift Card": (\S+)/.exec(emails[0]!.text)![1]!
    const ada = await SignedIn.as(larder, await addUser(larder))
    const imported = await ada.send('POST', '/location/:loc/card/import', { claim_code: code })
    expect(imported).toMatchObject({ status: 200, body: { card: { id: cardId } } })
  })

  it('texts ten digits the same link @GC-19', async () => {
    const { orderId, cardId } = await sent('SendText')
    await larder.minute()
    expect(texts).toMatchObject([{ to: '2125550147', fromName: 'Tavola', kind: 'gift-card' }])
    expect(texts[0]!.text).toMatch(/^Rosa Diaz sent you a \$50\.00 gift card for Tavola: http/)
    expect(texts[0]!.text).toContain(`/gift/${cardId}`)
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'sent', channel: 'text' })
  })

  /** Delays the mail server's answer to the next email: `arrived` resolves when it is there, `answer` releases it. */
  const hang = () => {
    let answer = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      hold = () => {
        resolve()
        return new Promise((done) => (answer = done))
      }
    })
    return {
      arrived,
      answer: () => {
        hold = undefined
        answer()
      },
    }
  }

  it('goes by text message while the mail server hangs', async () => {
    const { arrived, answer } = hang()
    await sent('SendEmail')
    await arrived
    await sent('SendText')
    await expect.poll(() => texts).toHaveLength(1)
    answer()
    await larder.minute()
    expect(emails).toHaveLength(1)
  })

  it('is made for the post while the mail server hangs', async () => {
    const { arrived, answer } = hang()
    await sent('SendEmail')
    await arrived
    const posted = '/location/:loc/physicalcard'
    const items = [{ item: 'posted-card', price: 25, quantity: 2 }]
    const started = await guest.send<{ physical_order: PhysicalOrder }>('POST', `${posted}/start`, { items })
    const { id } = started.body.physical_order
    const reply = await guest.send('PUT', `${posted}/${id}`, {
      status: 'Submit',
      items,
      ...home,
      ...buyer,
      amount: 54.95,
      payment_token: await guest.card(visa),
    })
    expect(reply.status).toBe(200)
    await expect.poll(() => cardsOf(larder, id)).toHaveLength(2)
    answer()
    await larder.minute()
  })

  it('is sent once, however often the server looks', async () => {
    await sent('SendEmail')
    await Promise.all([larder.minute(), larder.minute(), larder.minute()])
    larder.clock.advance(24 * 60 * 60 * 1000)
    await larder.minute()
    expect(emails).toHaveLength(1)
  })

  it('is kept while it cannot be sent, and sent when it can: never lost', async () => {
    broken = true
    const { orderId, cardId } = await sent('SendText')
    await larder.minute()
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'failed', tries: 1 })
    expect((await deliveryOf(orderId))!.claim_code).toMatch(/^v1\.[\w-]{60}/)
    // Not before the next try is due; the intervals grow.
    await larder.minute()
    expect((await deliveryOf(orderId))!.tries).toBe(1)
    larder.clock.advance(60_000)
    await larder.minute()
    expect((await deliveryOf(orderId))!.tries).toBe(2)
    broken = false
    larder.clock.advance(60_000)
    await larder.minute()
    expect(texts).toEqual([])
    larder.clock.advance(60_000)
    await larder.minute()
    expect(texts).toHaveLength(1)
    expect(texts[0]!.text).toContain(cardId)
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'sent', tries: 3, claim_code: null })
    const failures = larder.log.filter((line) => line.event === 'delivery_failed')
    expect(failures.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(failures)).not.toMatch(/ada@|2125550147|gift\//)
  })

  /** Runs the server's rounds until the delivery has been tried this often, and skips the hours between. */
  const tryUntil = async (orderId: string, tries: number): Promise<void> => {
    for (let at = 0; at < tries; at++) {
      await larder.minute()
      const [row] = await larder.database.query<{ next_try_at: number }>(
        'SELECT next_try_at FROM card_deliveries WHERE order_id = $1',
        [orderId],
      )
      larder.clock.set(Math.max(larder.clock.now(), row!.next_try_at))
    }
  }
  const giftOf = async (orderId: string) => (await cardOrder(guest, 'GET', orderPath(orderId))).gift

  it('ends when the address is refused: its giver is notified, and the gift goes to the corrected address', async () => {
    const begun = larder.clock.now()
    refused = true
    const { orderId } = await sent('SendEmail')
    await tryUntil(orderId, 5)
    expect(await giftOf(orderId)).toMatchObject({ state: 'sending' })
    await tryUntil(orderId, 3)
    expect(larder.clock.now() - begun).toBeLessThan(3 * 60 * 60_000)
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'undeliverable', tries: 6 })
    expect(await giftOf(orderId)).toEqual({ state: 'undeliverable', can_change: true })
    const told = () => toGivers.filter(({ kind }) => kind === 'order-cards-undelivered')
    expect(told()).toMatchObject([
      { to: buyer.buyer_email, subject: 'Your gift for Ada Guest could not be delivered' },
    ])
    expect(told()[0]!.text).not.toMatch(/ada@|gift\//)
    // A guest has no list of gifts.
    expect(told()[0]!.text).toMatch(/Please call us at \(?\d{3}/)
    const [givenUp] = larder.log.filter(({ event }) => event === 'delivery_given_up')
    expect(givenUp!.detail).toBe(`email ${orderId.slice(-6).toUpperCase()}`)
    // The server does not try again by itself.
    larder.clock.advance(7 * 24 * 60 * 60_000)
    await larder.minute()
    expect((await deliveryOf(orderId))!.tries).toBe(6)

    refused = false
    const again = await guest.send('POST', orderPath(orderId, '/gift/resend'))
    expect(again).toMatchObject({ status: 200, body: { card_order: { gift: { state: 'sending' } } } })
    await larder.minute()
    const changed = await guest.send('PUT', orderPath(orderId, '/gift'), {
      recipient_email: 'right@example.com',
    })
    expect(changed.status).toBe(200)
    await larder.minute()
    expect(emails.map(({ to }) => to)).toEqual(['ada@example.com', 'right@example.com'])
    expect(await giftOf(orderId)).toMatchObject({ state: 'sent' })
    expect(told()).toHaveLength(1)
  })

  it('is given up after three days of failed tries, and not before', async () => {
    const begun = larder.clock.now()
    broken = true
    const { orderId } = await sent('SendText')
    await tryUntil(orderId, 19)
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'failed', tries: 19 })
    expect(larder.clock.now() - begun).toBeGreaterThan(2.5 * 24 * 60 * 60_000)
    await tryUntil(orderId, 4)
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'undeliverable', tries: 20 })
    expect(toGivers.at(-1)!.text).toContain('the text message did not get through')
  })

  it('is taken up after a stop between the commit and the sending', async () => {
    const { orderId } = await sent('SendEmail')
    await larder.minute()
    emails.length = 0
    // The state after a server stopped between taking the delivery and recording that it was sent.
    await larder.database.query(
      `UPDATE card_deliveries SET state = 'pending', locked_until = $2 WHERE order_id = $1`,
      [orderId, larder.clock.now() + 60_000],
    )
    await larder.minute()
    expect(emails).toEqual([])
    larder.clock.advance(60_001)
    await larder.minute()
    expect(emails).toMatchObject([{ to: 'ada@example.com' }])
  })

  it('is sent by the next start', async () => {
    broken = true
    const { orderId } = await sent('SendEmail')
    await larder.minute()
    await larder.database.query('UPDATE card_deliveries SET next_try_at = 0 WHERE order_id = $1', [orderId])
    const shared = { ...larder.database, close: async () => undefined }
    const next = await startTestLarder({ name: engine.name, open: async () => shared })
    await expect.poll(() => next.emails.map((email) => email.to)).toEqual(['ada@example.com'])
    await next.close()
    expect(await deliveryOf(orderId)).toMatchObject({ state: 'sent' })
  })

  it('sends the person named as the buyer no words that a stranger typed as the recipient’s name', async () => {
    const order = await readyOrder(guest, 'SendEmail', 50)
    const named = await cardOrder(guest, 'PUT', orderPath(order.id), {
      recipient_first_name: 'x\n\nYour account is locked: https://evil.example/a',
      recipient_last_name: 'Lund',
      recipient_email: 'ada@example.com',
    })
    await submit(guest, order.id, guestPayment(named, await guest.card(visa)))
    await larder.minute()
    const placed = toGivers.find(({ kind }) => kind === 'order-cards-placed')!
    expect(`${placed.subject}\n${placed.text}`).not.toMatch(/evil\.example|locked:/)
  })

  it('contains none of the giver’s words but their name, and no link in it', async () => {
    await sent('SendEmail', {
      ...buyer,
      buyer_first_name: 'Win at https://evil.example/x',
      buyer_last_name: '<b>Diaz</b>',
    })
    await larder.minute()
    const text = `${emails[0]!.subject}\n${emails[0]!.text}`
    expect(text).not.toMatch(/evil\.example|https:\/\/evil|<b>/)
    expect(text).toContain('Win at https evil example x b Diaz b sent you')
  })
})
