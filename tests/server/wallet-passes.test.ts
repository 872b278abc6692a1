import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contrast, minimumContrast } from '#contract/contrast.ts'
import type { WalletPassAnswer, WalletsAnswer } from '#contract/schemas/wallet.ts'
import { passColours } from '#server/modules/wallet/pass-of-card.ts'
import { passLinkMs } from '#server/modules/wallet/pass-link.ts'
import type { SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { call, guestPayment, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  tavola,
  type TestLarder,
} from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { askOpenssl, hasOpenssl, isSigned, openPass, type OpenedPass } from './support/pkpass.ts'
import { offerPasses, sandboxWallet } from './support/wallet.ts'

type Answer = WalletPassAnswer & ProblemBody

describe.for(databases)('a gift card in a phone’s wallet [$name]', (engine) => {
  let larder: TestLarder
  let keys: SandboxKeys
  let ada: SignedIn
  let bob: SignedIn
  let guest: Guest
  beforeAll(async () => {
    const made = await sandboxWallet()
    keys = made.keys
    larder = await startTestLarder(engine, { wallet: made.wallet, trustProxy: true })
    await addProgram(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
    bob = await SignedIn.as(larder, await addUser(larder))
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    offerPasses(larder)
    larder.clock.set(dinnerTime)
    await larder.database.query('DELETE FROM limits')
  })
  afterAll(() => larder.close())

  const ask = (who: Guest, cardId: string, wallet = 'apple'): Promise<Reply<Answer>> =>
    who.send<Answer>('GET', `/location/:loc/card/${cardId}/pass?wallet=${wallet}`)
  const fetchFile = (url: string, host = tavola.host) =>
    larder.app.inject({ method: 'GET', url, headers: { host } })
  async function passFor(who: Guest, cardId: string): Promise<OpenedPass> {
    const { body } = await ask(who, cardId)
    return openPass((await fetchFile(body.url)).rawPayload)
  }

  it('is a signed file for its owner, of the right kind and kept by nobody', async () => {
    const { id, cardNumber } = await addCard(larder, {
      userId: ada.userId,
      amountCents: 123_456,
      expiresOn: '2027-12-31',
    })
    const answer = await ask(ada, id)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(Date.parse(answer.body.expires_at)).toBe(dinnerTime + passLinkMs)
    // The address reveals nothing about the card.
    expect(answer.body.url).not.toContain(id)
    const file = await fetchFile(answer.body.url)
    expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.pkpass',
      'no-store',
    ])
    expect(file.headers['content-disposition']).toBe('attachment; filename="tavola-gift-card.pkpass"')
    const opened = openPass(file.rawPayload)
    expect(isSigned(opened, keys.root)).toBe(true)
    const { pass, text } = opened
    expect(pass.barcodes[0]).toMatchObject({ format: 'PKBarcodeFormatCode128', message: cardNumber })
    expect(pass.storeCard.primaryFields[0]!.value).toBe('$1,234.56')
    expect(pass.storeCard.secondaryFields[0]!.value).toBe('2026-11-20T23:00:00Z')
    // The pass ends with the last day in the restaurant's time zone, New York.
    expect(pass.expirationDate).toBe('2028-01-01T05:00:00Z')
    // The id is a gift's link.
    expect(text).not.toContain(id)
  })

  it('is in the language of the page that asked for it, although the phone that fetches it names none', async () => {
    const { id } = await addCard(larder, { userId: ada.userId, expiresOn: '2027-12-31' })
    const { body } = await ada.send<Answer>('GET', `/location/:loc/card/${id}/pass?wallet=apple`, undefined, {
      headers: { 'accept-language': 'es-MX' },
    })
    const { pass } = openPass((await fetchFile(body.url)).rawPayload)
    expect(pass.description).toBe('Tarjeta de regalo de Tavola')
    const { primaryFields, secondaryFields, backFields } = pass.storeCard
    expect([...primaryFields, ...secondaryFields].map(({ label }) => label)).toEqual([
      'SALDO',
      'SALDO A FECHA DE',
      'VENCE',
    ])
    expect(secondaryFields[1]!.value).toBe('31 dic 2027')
    expect(backFields.map(({ label }) => label)).toContain('Número de tarjeta')
    expect((await passFor(ada, id)).pass.description).toBe('Tavola gift card')
  })

  it.skipIf(!hasOpenssl)('verifies with openssl by the certificate that the sandbox gives', async () => {
    const { id } = await addCard(larder, { userId: ada.userId })
    const root = (await fetchFile('/sandbox/wallet/root.pem')).body
    expect(askOpenssl(await passFor(ada, id), root)).toMatchObject({ status: 0 })
  })

  it('has one serial for ever and another than any other card, and the balance of now', async () => {
    const one = await addCard(larder, { userId: ada.userId })
    const first = await passFor(ada, one.id)
    await larder.database.query('UPDATE cards SET balance_cents = 100 WHERE id = $1', [one.id])
    larder.clock.advance(3_600_000)
    const later = await passFor(ada, one.id)
    expect(later.pass.serialNumber).toBe(first.pass.serialNumber)
    expect(later.pass.storeCard.primaryFields[0]!.value).toBe('$1.00')
    const other = await addCard(larder, { userId: ada.userId })
    expect((await passFor(ada, other.id)).pass.serialNumber).not.toBe(first.pass.serialNumber)
  })

  it('is for anybody with a gift’s link, until the gift belongs to somebody', async () => {
    const { id } = await addCard(larder)
    const { body } = await ask(guest, id)
    expect((await passFor(guest, id)).pass.organizationName).toBe('Tavola')
    expect((await ask(bob, id)).status).toBe(200)
    await larder.database.query('UPDATE cards SET user_id = $2 WHERE id = $1', [id, ada.userId])
    expect((await ask(guest, id)).status).toBe(404)
    expect((await ask(bob, id)).status).toBe(404)
    // An address that was requested before no longer works for the earlier owner.
    expect((await fetchFile(body.url)).statusCode).toBe(404)
    expect((await ask(ada, id)).status).toBe(200)
  })

  it('by a gift’s link opens the gift: its giver can no longer change it or take it back', async () => {
    const linkOf = (text: string): string => /\/gift\/([\w-]+)/.exec(text)![1]!
    const bought = await readyOrder(guest, 'SendEmail', 50)
    await submit(guest, bought.id, guestPayment(bought, await guest.card(visa)))
    await larder.minute()
    expect((await ask(guest, linkOf(larder.emails.at(-1)!.text))).status).toBe(200)
    const changed = await call(guest, 'PUT', orderPath(bought.id, '/gift'), { personal_message: 'Late' })
    expect(changed).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has opened this gift') as string },
    })

    const { id } = await addCard(larder, { userId: ada.userId, amountCents: 5000 })
    const passed = await call(ada, 'POST', `/location/:loc/card/${id}/pass`, {
      type: 'SendEmail',
      recipient_first_name: 'Bob',
      recipient_last_name: 'Guest',
      recipient_email: 'bob@example.com',
    })
    await larder.minute()
    expect((await ask(guest, linkOf(larder.emails.at(-1)!.text), 'google')).status).toBe(200)
    const takenBack = await call(ada, 'POST', orderPath(passed.body.card_order.id, '/gift/takeback'))
    expect(takenBack).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has opened this gift') as string },
    })
  })

  it('gives one answer for another person’s card and for a card that does not exist (X6)', async () => {
    const { id } = await addCard(larder, { userId: ada.userId })
    const pending = await addCard(larder, { status: 'pending' })
    const answers = [
      await ask(bob, id),
      await ask(guest, id),
      await ask(guest, pending.id),
      await ask(guest, 'no-such-card'),
      await ask(bob, id, 'google'),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    offerPasses(larder, 'grill')
    expect((await ask(new Guest(larder, grill), id)).status).toBe(404)
  })

  it('is fetched within minutes, at its own restaurant, by an address that nobody makes up', async () => {
    const { id } = await addCard(larder, { userId: ada.userId })
    const { url } = (await ask(ada, id)).body
    const changed = url.at(-9) === 'x' ? 'y' : 'x'
    expect((await fetchFile(`${url.slice(0, -9)}${changed}${url.slice(-8)}`)).statusCode).toBe(404)
    expect((await fetchFile(url.replace(/[^/]+$/, 'v1.x'))).statusCode).toBe(404)
    offerPasses(larder, 'grill')
    expect((await fetchFile(url.replace(tavola.location, grill.location), grill.host)).statusCode).toBe(404)
    larder.clock.advance(passLinkMs - 1)
    expect((await fetchFile(url)).statusCode).toBe(200)
    larder.clock.advance(1)
    const over = await fetchFile(url)
    expect([over.statusCode, over.json<ProblemBody>().message]).toEqual([
      404,
      'This link has expired. Go back to your gift card and add it again.',
    ])
  })

  it('is not made of a card that has expired, or is void, and says so', async () => {
    const over = await addCard(larder, { userId: ada.userId, expiresOn: '2026-11-19' })
    const off = await addCard(larder, { userId: ada.userId, status: 'disabled' })
    for (const wallet of ['apple', 'google']) {
      expect(await ask(ada, over.id, wallet)).toMatchObject({
        status: 422,
        body: { message: 'This gift card has expired.' },
      })
      expect(await ask(ada, off.id, wallet)).toMatchObject({
        status: 422,
        body: { message: 'This gift card is no longer valid. Please call (212) 555-0100.' },
      })
    }
    const good = await addCard(larder, { userId: ada.userId })
    const { url } = (await ask(ada, good.id)).body
    await larder.database.query(`UPDATE cards SET status = 'disabled' WHERE id = $1`, [good.id])
    expect((await fetchFile(url)).statusCode).toBe(422)
  })

  it('is counted by network: asked for and fetched together, and nobody else’s', async () => {
    const { id } = await addCard(larder)
    const from = (address: string) =>
      guest.send<Answer>('GET', `/location/:loc/card/${id}/pass?wallet=apple`, undefined, {
        headers: { 'x-forwarded-for': address },
      })
    const { url } = (await from('203.0.113.5')).body
    const headers = { host: tavola.host, 'x-forwarded-for': '203.0.113.5' }
    for (let count = 1; count < 120; count++)
      expect((await larder.app.inject({ url, headers })).statusCode).toBe(200)
    expect((await from('203.0.113.5')).status).toBe(429)
    expect((await larder.app.inject({ url, headers })).statusCode).toBe(429)
    expect((await from('198.51.100.7')).status).toBe(200)
  }, 120_000)

  it('of an address that is over says so on a page to people, with the way to another one and without the card’s link', async () => {
    const open = async (who: Guest, cardId: string, locale = 'en', change?: () => Promise<unknown>) => {
      const { url } = (
        await who.send<Answer>('GET', `/location/:loc/card/${cardId}/pass?wallet=apple`, undefined, {
          headers: { 'accept-language': locale },
        })
      ).body
      await (change?.() ?? larder.clock.advance(passLinkMs))
      const headers = { host: tavola.host, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
      const page = await larder.app.inject({ method: 'GET', url, headers })
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(page.body).not.toContain(cardId)
      // A program gets the API's answer, as before.
      expect((await fetchFile(url)).headers['content-type']).toMatch(/^application\/json/)
      return page
    }
    const own = await addCard(larder, { userId: ada.userId })
    const owned = await open(ada, own.id)
    expect(owned.statusCode).toBe(404)
    expect(owned.body).toContain('This link has expired. Go back to your gift card and add it again.')
    expect(owned.body).toContain('<a href="/mycards">My gift cards</a>')

    const { id } = await addCard(larder)
    const gift = await open(guest, id)
    expect(gift.body).toContain('Open your gift again from the email or text message that it came in.')
    expect(gift.body).not.toContain('/mycards')
    const spanish = await open(guest, id, 'es-MX')
    expect(spanish.body).toContain('<html lang="es">')
    expect(spanish.body).toContain('La tarjeta de regalo no se agregó a tu billetera digital')

    const held = await open(ada, own.id, 'en', () =>
      larder.database.query(`UPDATE cards SET status = 'disabled' WHERE id = $1 RETURNING 1 AS done`, [
        own.id,
      ]),
    )
    expect(held.statusCode).toBe(422)
    expect(held.body).toContain('gift card')
  })

  it('is saved into Google Wallet by a link, which the sandbox opens and checks', async () => {
    const { id, cardNumber } = await addCard(larder, { userId: ada.userId })
    const { url } = (await ask(ada, id, 'google')).body
    const page = await fetchFile(url)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.body).toContain(cardNumber.replace(/(.{4})(?=.)/g, '$1 '))
    expect(page.body).toContain('$25.00')
    expect((await fetchFile(`${url.slice(0, -4)}AAAA`)).statusCode).toBe(404)
    expect((await fetchFile('/sandbox/wallet/save')).statusCode).toBe(404)
  })

  it('is offered where the restaurant has it on, and by whom the signature would be known', async () => {
    const list = async () => (await guest.send<WalletsAnswer>('GET', '/location/:loc/wallets')).body
    expect(await list()).toEqual({ wallets: ['apple', 'google'], sandbox: ['apple', 'google'] })
    const { id } = await addCard(larder, { userId: ada.userId })
    const { url } = (await ask(ada, id)).body
    offerPasses(larder, 'tavola', false)
    expect(await ask(ada, id)).toMatchObject({ status: 403, body: { code: 'not_offered' } })
    expect((await fetchFile(url)).statusCode).toBe(403)
  })
})

describe('the colours of a pass', () => {
  it('can be read whatever a restaurant’s are', () => {
    for (const [brand, brandInk] of [
      ['#7a1f2b', '#ffffff'],
      ['#ffee88', '#ffffff'],
      ['#777777', '#777777'],
      ['#000000', '#101010'],
    ] as const) {
      const { background, ink, label } = passColours({ brand, brandInk })
      expect(background).toBe(brand)
      for (const words of [ink, label])
        expect(contrast(words, background)).toBeGreaterThanOrEqual(minimumContrast)
    }
  })
})
