import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { es } from '#contract/languages/es.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { DeliveryWorker, type DeliveryWorkerPorts } from '#server/modules/card-orders/delivery-worker.ts'
import { systemIds } from '#server/ports/system.ts'
import { takeDeliveries } from '#server/modules/card-orders/deliveries.ts'
import {
  call,
  cardOrder,
  guestPayment,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'

const zone = 'America/New_York'

/** A gift is sent at the time that its giver chose (extension `gift_schedule`, decision 052). */
describe.for(databases)('gifts that are sent later [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const emails: MailMessage[] = []
  const mail = {
    send: async (message: MailMessage) => void (message.kind === 'gift-card' && emails.push(message)),
  }
  beforeAll(async () => {
    larder = await startTestLarder(engine, { mail })
    guest = new Guest(larder)
  })
  afterEach(() => void (emails.length = 0))
  afterAll(() => larder.close())

  const bought = async (local: string): Promise<string> => {
    const order = await readyOrder(guest, 'SendEmail', 50)
    const timed = await cardOrder(guest, 'PUT', orderPath(order.id), {
      send_at_local: local,
      send_time_zone: zone,
    })
    const reply = await submit(guest, order.id, guestPayment(timed, await guest.card(visa)))
    expect(reply.status).toBe(200)
    return order.id
  }
  const workerPorts = (): DeliveryWorkerPorts => ({
    ...larder,
    ids: systemIds,
    cipher: testCipher,
    mail,
    texts: { send: async () => undefined },
    log: () => undefined,
    reached: () => ({ production: false, port: undefined }),
    first: async () => false,
  })
  const now = (): Date => new Date(larder.clock.now())
  const minuteAt = async (iso: string): Promise<number> => {
    larder.clock.set(iso)
    await larder.minute()
    return emails.length
  }

  it('wait for their time, also across the end of winter, and go once', async () => {
    larder.clock.set('2027-03-13T22:00:00Z')
    // Clocks go from 2:00 to 3:00 that night: half past seven is 11:30 UTC instead of 12:30.
    const id = await bought('2027-03-14T07:30')
    expect((await cardOrder(guest, 'GET', orderPath(id))).success_message?.message).toBe(
      'We will send your gift card to Ada by email on 03/14/2027 at 7:30am (Eastern Daylight Time).',
    )
    await larder.database.query("UPDATE card_orders SET language = 'es' WHERE id = $1", [id])
    const { success_message: said } = await cardOrder(guest, 'GET', orderPath(id))
    expect(es.translateAnswer(said?.message ?? '')).toBe(
      'Enviaremos tu tarjeta de regalo a Ada por correo electrónico el 14 mar 2027, 7:30am (hora de verano oriental).',
    )
    expect(await minuteAt('2027-03-14T11:29:00Z')).toBe(0)
    expect(await minuteAt('2027-03-14T11:30:00Z')).toBe(1)
    expect(await minuteAt('2027-03-15T11:30:00Z')).toBe(1)
  })

  it('a time that the clocks skip is moved forward, and for one that they show twice the first is meant', async () => {
    const order = await readyOrder(guest, 'SendEmail', 25)
    larder.clock.set('2027-03-13T22:00:00Z')
    const skipped = { send_at_local: '2027-03-14T02:30', send_time_zone: zone }
    expect(await cardOrder(guest, 'PUT', orderPath(order.id), skipped)).toMatchObject({
      send_at_local: '2027-03-14T03:30',
      send_time_zone: zone,
    })
    larder.clock.set('2027-11-06T22:00:00Z')
    await bought('2027-11-07T01:30')
    expect(await minuteAt('2027-11-07T05:29:00Z')).toBe(0)
    expect(await minuteAt('2027-11-07T05:30:00Z')).toBe(1)
  })

  it('are sent right away when their time has passed while the order was open, or was removed', async () => {
    const order = await readyOrder(guest, 'SendEmail', 25)
    const soon = new Date(larder.clock.now() + 2 * 60 * 60_000).toISOString().slice(0, 16)
    await cardOrder(guest, 'PUT', orderPath(order.id), { send_at_local: soon, send_time_zone: 'UTC' })
    larder.clock.advance(3 * 60 * 60_000)
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    expect((await cardOrder(guest, 'GET', orderPath(order.id))).success_message?.message).toBe(
      'We are sending your gift card to Ada by email.',
    )
    await larder.minute()
    expect(emails).toHaveLength(1)
    const other = await readyOrder(guest, 'SendEmail', 25)
    const later = new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16)
    await cardOrder(guest, 'PUT', orderPath(other.id), { send_at_local: later, send_time_zone: 'UTC' })
    const off = await cardOrder(guest, 'PUT', orderPath(other.id), { send_at_local: '' })
    expect(off).not.toHaveProperty('send_at_local')
  })

  it('refuse a time that is over, too far, in no zone, or of a card that nobody sends', async () => {
    const { id } = await start(guest, 'SendEmail')
    const year = now().getUTCFullYear()
    for (const [local, of] of [
      [`${year - 1}-01-01T10:00`, zone],
      [`${year + 2}-01-01T10:00`, zone],
      [`${year + 1}-01-01T10:00`, 'Mars/Olympus'],
      // JavaScript engines accept this abbreviation, the IANA list does not have it.
      [new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16), 'PST'],
      ['tomorrow', zone],
    ])
      expect(
        await call(guest, 'PUT', orderPath(id), { send_at_local: local, send_time_zone: of }),
      ).toMatchObject({ status: 422, body: { errors: [{ field: 'send_at_local' }] } })
    const own = await start(guest, 'Purchase')
    const later = new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16)
    expect(
      (await call(guest, 'PUT', orderPath(own.id), { send_at_local: later, send_time_zone: 'UTC' })).status,
    ).toBe(422)
  })

  it('a worker that is killed with one in its hands is followed by another, and two at work send it once', async () => {
    const later = new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16)
    const order = await readyOrder(guest, 'SendEmail', 50)
    const timed = await cardOrder(guest, 'PUT', orderPath(order.id), {
      send_at_local: later,
      send_time_zone: 'UTC',
    })
    await submit(guest, order.id, guestPayment(timed, await guest.card(visa)))
    // The server looks for deliveries once more after each order: let it finish before any is due.
    await larder.minute()
    larder.clock.advance(dayMs)
    // The first worker takes it and is never heard of again.
    expect(await takeDeliveries(workerPorts(), ['tavola-nyc'], larder.clock.now(), 'email')).toHaveLength(1)
    await larder.minute()
    expect(emails).toEqual([])
    larder.clock.advance(5 * 60_000 + 1)
    const another = new DeliveryWorker(workerPorts())
    await Promise.all([larder.minute(), another.wake(), larder.minute()])
    expect(emails).toHaveLength(1)
  })

  it('a card that is no longer good is sent to nobody', async () => {
    const later = new Date(larder.clock.now() + dayMs).toISOString().slice(0, 16)
    const order = await readyOrder(guest, 'SendEmail', 50)
    const timed = await cardOrder(guest, 'PUT', orderPath(order.id), {
      send_at_local: later,
      send_time_zone: 'UTC',
    })
    await submit(guest, order.id, guestPayment(timed, await guest.card(visa)))
    // The state of a card whose payment was taken back.
    await larder.database.query(
      `UPDATE cards SET status = 'disabled' WHERE id IN (SELECT card_id FROM card_order_cards WHERE order_id = $1)`,
      [order.id],
    )
    larder.clock.advance(2 * dayMs)
    await larder.minute()
    expect(emails).toEqual([])
  })
})
