import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PushPayload } from '#contract/schemas/push.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { cardOrder, guestPayment, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases, type Engine } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type Reply,
  type SendOptions,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import {
  emailsTo,
  everybody,
  goodPassword,
  newAddress,
  organization,
  place as placeOfForm,
  signUp,
  signUpForm,
  tokenFor,
  trySignIn,
} from './support/members.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'
import { paidOrder } from './support/orders.ts'
import { browser } from './support/push-browser.ts'
import { subscribe } from './support/push.ts'

/** A guest whose calls name the language of their pages, as the portal's do. */
class Reader extends Guest {
  readonly #language: string

  constructor(larder: TestLarder, language: string) {
    super(larder)
    this.#language = language
  }

  override send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    return super.send(method, path, body, {
      ...options,
      headers: { 'accept-language': this.#language, ...options.headers },
    })
  }
}

/** Messages to a guest are in the language of their pages (docs/decisions/056). */
describe.for(databases)('in the guest’s language [$name]', (engine) => {
  let larder: TestLarder
  let reader: Reader
  let guest: Guest
  let admin: SignedIn
  let broken = false
  const emails: MailMessage[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      verification: everybody,
      mail: {
        async send(message) {
          if (broken) throw new Error('no answer from the mail server')
          emails.push(message)
          larder.emails.push(message)
        },
      },
    })
    reader = new Reader(larder, 'es')
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    broken = false
    emails.length = 0
    larder.pushes.length = 0
    larder.textMessages.length = 0
  })
  afterAll(() => larder.close())

  const moved = async ({ id }: TicketOrder, status: string): Promise<void> => {
    expect((await move(admin, id, status)).status).toBe(200)
    await larder.minute()
  }
  const pushed = (): PushPayload[] =>
    larder.pushes.map(({ payload }) => PushPayload.parse(JSON.parse(payload)))
  const last = (): MailMessage => emails.at(-1)!
  /** A cancelled order has two emails from two queues, sent in no particular order. */
  const ofKind = (kind: string): MailMessage | undefined => emails.find((email) => email.kind === kind)

  it('an order is placed, ready, cancelled and refunded', async () => {
    const order = await placedOrder(reader)
    await larder.minute()
    expect(last()).toMatchObject({
      kind: 'order-placed',
      language: 'es',
      subject: `Tavola recibió tu pedido ${order.name}`,
    })
    for (const words of [
      `¡Gracias! Recibimos tu pedido ${order.name}.`,
      'Cuando llegues, abre tu pedido y toca YA LLEGUÉ.',
      'Recogida en la acera: Lo antes posible, en unos 30 minutos',
      'Recibido: 20 de noviembre de 2026',
      '6:00 p.m.\n',
      `Visa terminada en 4242: ${order.totals.total}`,
      `Impuesto: ${order.totals.tax}`,
      `Total: ${order.totals.total}`,
      'El equipo de Tavola',
    ])
      expect(last().text).toContain(words)
    expect(last().html).toContain('<html lang="es" dir="ltr">')
    await moved(order, 'Ready')
    expect(last()).toMatchObject({ kind: 'order-ready', subject: `Tu pedido ${order.name} está listo` })
    await moved(order, 'Preparing')
    await moved(order, 'Cancelled')
    await larder.minute()
    const [cancelled, refunded] = ['order-cancelled', 'order-refunded'].map(ofKind)
    expect(cancelled).toMatchObject({
      kind: 'order-cancelled',
      subject: `Tu pedido ${order.name} se canceló`,
    })
    const { total } = order.totals
    expect(cancelled!.text).toContain(
      `Te devolvemos ${total} a Visa terminada en 4242; tarda entre 5 y 10 días hábiles.`,
    )
    expect(cancelled!.text).not.toMatch(/\b(your|order|restaurant|goes back)\b/i)
    expect(refunded).toMatchObject({
      kind: 'order-refunded',
      subject: `Tu reembolso de ${total} por el pedido ${order.name}`,
    })
    expect(refunded!.text).not.toMatch(/\b(your|order|refund|bank)\b/i)
  })

  it('a push message is in the language of each browser', async () => {
    const order = await placedOrder(reader)
    await subscribe(reader, order.id, browser())
    await subscribe(guest, order.id, browser())
    await moved(order, 'Ready')
    expect(
      pushed()
        .map(({ text, language }) => [language, text])
        .toSorted(),
    ).toEqual([
      ['en', `Order ${order.name} is ready.`],
      ['es', `Pedido ${order.name} está listo.`],
    ])
    await moved(order, 'Cancelled')
    expect(pushed().map(({ text }) => text)).toContain(`Pedido ${order.name} se canceló.`)
    // The push notification's language does not affect the email's.
    expect(ofKind('order-cancelled')).toMatchObject({ language: 'es' })
  })

  it('is English without one, and for one that the server does not speak', async () => {
    for (const who of [guest, new Reader(larder, 'ja, fr;q=0.8')]) {
      const order = await placedOrder(who)
      await larder.minute()
      const email = emails.find(({ kind, text }) => kind === 'order-placed' && text.includes(order.id))!
      expect(email).toMatchObject({ language: 'en', subject: `Tavola has your order ${order.name}` })
      expect(email.html).toContain('<html lang="en"')
    }
    expect(
      await larder.database.query('SELECT 1 FROM tickets WHERE language IS NOT NULL AND language <> $1', [
        'es',
      ]),
    ).toEqual([])
  })

  it('is that of the last change before an order is placed, and does not change after it', async () => {
    const paid = await paidOrder(guest)
    await reader.ticket('POST', `/v2.0/location/:loc/ticketorder/${paid.id}/submit`, { phone_number: '' })
    await larder.minute()
    expect(last()).toMatchObject({ kind: 'order-placed', language: 'es' })
    await guest.send('POST', `/v2.0/location/:loc/ticketorder/${paid.id}/submit`, { phone_number: '' })
    await moved(paid, 'Ready')
    expect(last()).toMatchObject({ kind: 'order-ready', language: 'es' })
  })

  it('comes from the database: another server sends it after a restart', async () => {
    broken = true
    const order = await placedOrder(reader)
    const gift = await readyOrder(reader, 'SendEmail', 50)
    await submit(reader, gift.id, guestPayment(gift, await reader.card(visa)))
    await larder.minute()
    larder.clock.advance(60 * 60_000)
    const next = await restarted(larder, engine)
    next.clock.advance(60 * 60_000)
    await next.minute()
    expect(next.emails.map(({ kind, language }) => `${kind} ${language}`).toSorted()).toEqual([
      'gift-card es',
      'order-cards-placed es',
      'order-placed es',
    ])
    expect(next.emails.find(({ kind }) => kind === 'order-placed')!.text).toContain(
      `Recibimos tu pedido ${order.name}.`,
    )
    await next.close()
  })

  it('is the giver’s for a gift, also for one that is sent later; by text, too', async () => {
    const gift = await readyOrder(reader, 'SendEmail', 50)
    const timed = await cardOrder(reader, 'PUT', orderPath(gift.id), {
      send_at_local: '2026-12-24T18:30',
      send_time_zone: 'America/New_York',
    })
    await submit(reader, gift.id, guestPayment(timed, await reader.card(visa)))
    await larder.minute()
    expect(emails.map(({ kind, language }) => `${kind} ${language}`)).toEqual(['order-cards-placed es'])
    expect(last().text).toContain('saldrá el 24 dic 2026')
    larder.clock.set('2026-12-24T23:30:00Z')
    await larder.minute()
    expect(last()).toMatchObject({
      kind: 'gift-card',
      language: 'es',
      subject: 'Rosa Diaz te envió una tarjeta de regalo de $50.00 para Tavola',
    })
    expect(last().html).toContain('<html lang="es" dir="ltr">')
    expect(last().html).toContain('Abrir tu tarjeta de regalo')
    const texted = await readyOrder(reader, 'SendText', 25)
    await submit(reader, texted.id, guestPayment(texted, await reader.card(visa)))
    await larder.minute()
    expect(larder.textMessages.at(-1)!.text).toMatch(
      /^Rosa Diaz te envió una tarjeta de regalo de \$25\.00 para Tavola: http.+ Código de canje: /,
    )
  })

  it('names a gift card that is no longer sold; one that is, as the restaurant wrote it', async () => {
    const { id, ...order } = await readyOrder(reader)
    await submit(reader, id, guestPayment({ id, ...order }, await reader.card(visa)))
    const named = async (): Promise<string[]> => {
      const { items, receipt } = await cardOrder(reader, 'GET', orderPath(id))
      const { body } = await reader.send<ReceiptAnswer>('GET', `/location/:loc${receipt!}`)
      return [items[0]!.cards![0]!.display_name, body.receipt.items[0]!.name]
    }
    expect(await named()).toEqual(['Tavola gift card', 'Tavola gift card'])
    const { cardPrograms } = larder.directory.list().find(({ label }) => label === 'tavola')!
    larder.change('tavola', (document) => ({ ...document, cardPrograms: [] }))
    const own = 'Tarjeta de regalo de Tavola'
    expect(await named()).toEqual([own, own])
    larder.change('tavola', (document) => ({ ...document, cardPrograms: [...cardPrograms] }))
  })

  it('is replaced by the restaurant’s own words, where it has some', async () => {
    larder.change('tavola', (document) => ({
      ...document,
      host: { ...document.host, words: { es: { 'Your {0} team': 'Con cariño, {0}' } } },
    }))
    await placedOrder(reader)
    await larder.minute()
    expect(last().text).toMatch(/Con cariño, Tavola$/)
    larder.change('tavola', (document) => ({ ...document, host: { ...document.host, words: {} } }))
  })

  describe('for an account', () => {
    const forgot = (who: Guest, email: string) =>
      who.send('POST', '/user/sendpasswordreset', { email, destination: '', organization_id: organization })

    it('an email that answers a page is in the language of that page', async () => {
      const email = newAddress()
      await reader.send('POST', '/auth/register', signUpForm(email))
      expect(last()).toMatchObject({
        kind: 'confirm',
        language: 'es',
        subject: 'Te damos la bienvenida a Tavola: confirma tu correo electrónico',
      })
      await reader.send('POST', '/auth/unlock', { token: tokenFor(larder, email) })
      await forgot(reader, email)
      expect(last()).toMatchObject({ kind: 'reset', subject: 'Elige una contraseña nueva para Tavola' })
      await forgot(guest, email)
      expect(last()).toMatchObject({
        kind: 'reset',
        language: 'en',
        subject: 'Choose a new password for Tavola',
      })
      await reader.send('POST', '/user/resetpassword', {
        key: tokenFor(larder, email),
        password: 'nine green lanterns',
        password_confirmation: 'nine green lanterns',
      })
      expect(last()).toMatchObject({ kind: 'changed', subject: 'Se cambió tu contraseña en Tavola' })
    })

    it('an email that a stranger can trigger is in the language of the last sign-in', async () => {
      const email = newAddress()
      await signUp(larder, email)
      const tokens = await trySignIn(reader, email)
      expect(tokens.status).toBe(200)
      for (let tries = 0; tries < 5; tries++) await trySignIn(guest, email, 'a wrong guess')
      expect(last()).toMatchObject({
        kind: 'unlock',
        language: 'es',
        subject: 'Desbloquea tu cuenta en Tavola',
      })
      await guest.send('POST', '/auth/register', signUpForm(email))
      expect(last()).toMatchObject({
        kind: 'known',
        language: 'es',
        subject: 'Ya tienes una cuenta en Tavola',
      })
      expect(emailsTo(larder, email).slice(-2)).toEqual(['unlock', 'known'])
      // The same holds for English.
      const back = newAddress()
      await signUp(larder, back)
      await trySignIn(reader, back)
      await trySignIn(guest, back, goodPassword)
      await guest.send('POST', '/auth/register', { ...signUpForm(back), ...placeOfForm })
      expect(last()).toMatchObject({ kind: 'known', language: 'en' })
    })
  })
})

/** Another server on the database of a server that has stopped. */
const restarted = (larder: TestLarder, { name }: Engine): Promise<TestLarder> => {
  const shared = { ...larder.database, close: async () => undefined }
  return startTestLarder({ name, open: async () => shared })
}
