import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { readSettings } from '#server/env.ts'
import {
  liveKeysWarning,
  noWebhookWarning,
  openStripeAccounts,
  readStripeAccounts,
} from '#server/stripe-accounts.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, type ProblemBody, tavola, ticketPath } from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import {
  chargesOf,
  methodAt,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
} from './support/stripe/larder.ts'

describe('whose money it is', () => {
  const merchants = [
    { label: 'bella', locationId: 'bella-nyc' },
    { label: 'smoke', locationId: 'smoke-atx' },
  ]
  const shared = {
    STRIPE_SECRET_KEY: 'sk_live_all',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_all',
    STRIPE_WEBHOOK_SECRET: 'whsec_all',
  }
  const own = { secret_key: 'sk_live_1', publishable_key: 'pk_live_1', webhook_secret: 'whsec_1' }
  const folderWith = (files: Record<string, unknown>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-stripe-'))
    for (const [label, content] of Object.entries(files))
      writeFileSync(join(folder, `${label}.json`), JSON.stringify(content))
    return folder
  }
  const read = (files: Record<string, unknown>, env: Record<string, string> = {}) =>
    readStripeAccounts(
      readSettings({ STRIPE_KEYS_DIR: folderWith(files), ...env }).stripe,
      env['ENVIRONMENT'] === 'prod' ? 'prod' : 'stage',
      merchants,
    )

  it('is said to be no JSON where a file is none', () => {
    const folder = folderWith({})
    writeFileSync(join(folder, 'bella.json'), '{ "secret_key": "sk_live_1", }')
    const { stripe } = readSettings({ STRIPE_KEYS_DIR: folder, ...shared })
    expect(() => readStripeAccounts(stripe, 'stage', merchants)).toThrow(
      /bella\.json cannot be used: it is no JSON/,
    )
  })

  it('is said by keys of their own, by a connected account, or by the keys of everybody', () => {
    const accounts = read({ bella: own }, shared)
    expect(accounts.get('bella-nyc')).toEqual({
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecret: 'whsec_1',
    })
    expect(accounts.get('smoke-atx')).toEqual({
      secretKey: 'sk_live_all',
      publishableKey: 'pk_live_all',
      webhookSecret: 'whsec_all',
    })
    expect(read({ bella: own, smoke: { account: 'acct_2' } }, shared).get('smoke-atx')).toEqual({
      secretKey: 'sk_live_all',
      publishableKey: 'pk_live_all',
      account: 'acct_2',
      webhookSecret: undefined,
    })
  })

  it.each([
    [
      'a merchant without keys',
      { bella: own },
      {},
      /^smoke has no account with Stripe: write .*smoke\.json, or set STRIPE_SECRET_KEY/,
    ],
    [
      'a file for nobody',
      { bella: own, gone: own },
      shared,
      /holds keys for "gone", but there is no merchants\/gone/,
    ],
    [
      'only one of the two keys',
      { bella: { secret_key: 'sk_live_1' } },
      shared,
      /bella\.json cannot be used: it must have secret_key and publishable_key, or account/,
    ],
    [
      'a live and a test key',
      { bella: { ...own, secret_key: 'sk_test_1' } },
      shared,
      /both must be of the same kind/,
    ],
    [
      'a secret key in place of the publishable one',
      { bella: { ...own, publishable_key: 'sk_live_1' } },
      shared,
      /publishable_key must be one of Stripe’s/,
    ],
    [
      'an invalid webhook secret',
      { bella: { ...own, webhook_secret: 'secret' } },
      shared,
      /webhook_secret must be what Stripe shows/,
    ],
    [
      'a connected account without a platform',
      { bella: { account: 'acct_1' }, smoke: own },
      {},
      /asked with the keys of its platform/,
    ],
    ['an invalid account', { bella: { account: 'bella' } }, shared, /account must be the id of one, acct_/],
    ['text that is not a JSON object', { bella: 'sk_live_1' }, shared, /it must have secret_key/],
  ])('is refused for %s, without a key in the message', (_what, files, env, message) => {
    let said = ''
    try {
      read(files, env)
    } catch (error) {
      said = String(error instanceof Error ? error.message : error)
    }
    expect(said).toMatch(message)
    expect(said).not.toMatch(/(?:sk|pk)_(?:test|live)_\d|whsec_\d/)
  })

  it.each([
    [
      'stage',
      /secret_key must be one of Stripe’s, sk_test_… or rk_test_…\.$/,
      /publishable_key .*, pk_test_…\.$/,
    ],
    [
      'prod',
      /secret_key must be one of Stripe’s, sk_live_… or rk_live_…\.$/,
      /publishable_key .*, pk_live_…\.$/,
    ],
  ] as const)(
    'names the kind of key that %s takes, where two stand in each other’s place',
    (environment, first, other) => {
      const readOne = (secret_key: string, publishable_key: string) => () =>
        readStripeAccounts(
          readSettings({ STRIPE_KEYS_DIR: folderWith({ bella: { secret_key, publishable_key } }) }).stripe,
          environment,
          merchants.slice(0, 1),
        )
      expect(readOne('pk_test_1', 'sk_test_1')).toThrow(first)
      expect(readOne('sk_test_1', 'sk_test_2')).toThrow(other)
    },
  )

  it.each(['keys', '/no/such/folder'])('is refused for a folder of keys that is none: %s', (folder) => {
    const { stripe } = readSettings({ STRIPE_KEYS_DIR: folder })
    expect(() => readStripeAccounts(stripe, 'stage', merchants)).toThrow(
      `STRIPE_KEYS_DIR must be the absolute path of a folder: "${folder}" is none.`,
    )
  })

  it('is said at the start to be told of by nobody where there is no signing secret', () => {
    const warningFor = (files: Record<string, unknown>, env: Record<string, string>): string | undefined => {
      const { stripe } = readSettings({ STRIPE_KEYS_DIR: folderWith(files), ...env })
      const accounts = openStripeAccounts(stripe, 'prod')
      accounts.accept(merchants)
      return noWebhookWarning(accounts, stripe, merchants)
    }
    const { STRIPE_WEBHOOK_SECRET: _, ...keys } = shared
    const { webhook_secret: _secret, ...silent } = own
    const connected = { account: 'acct_2' }
    expect(warningFor({}, keys)).toMatch(
      /^WARNING: no signing secret of a Stripe webhook is set for bella, smoke: /,
    )
    expect(warningFor({ smoke: silent }, shared)).toMatch(/ is set for smoke: /)
    expect(warningFor({ smoke: connected }, shared)).toMatch(/ is set for smoke: /)
    expect(
      warningFor({ smoke: connected }, { ...shared, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_c' }),
    ).toBeUndefined()
    // An account has one webhook endpoint, at any restaurant's address.
    expect(warningFor({ bella: own, smoke: silent }, {})).toBeUndefined()
    expect(warningFor({}, shared)).toBeUndefined()
  })

  it('is refused in production for test keys, and taken there from files alone', () => {
    const prod = {
      ENVIRONMENT: 'prod',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'hello@larder.example',
      CARD_KEY: `${'A'.repeat(43)}=`,
    }
    const test = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' }
    expect(() => read({ bella: own, smoke: test }, prod)).toThrow(
      /smoke\.json cannot be used: ENVIRONMENT=prod/,
    )
    expect(read({ bella: own, smoke: own }, prod).size).toBe(2)
    expect(() => readSettings(prod)).toThrow('or STRIPE_KEYS_DIR')
    expect(() => readSettings({ STRIPE_WEBHOOK_SECRET: 'secret' })).toThrow(
      'STRIPE_WEBHOOK_SECRET must be what Stripe shows',
    )
  })

  it('is one account’s where keys and connected account are the same', () => {
    const sharedBy = (files: Record<string, unknown>): readonly string[] => {
      const { stripe } = readSettings({ STRIPE_KEYS_DIR: folderWith(files), ...shared })
      const accounts = openStripeAccounts(stripe, 'stage')
      accounts.accept(merchants)
      return accounts.sharing('bella-nyc')
    }
    expect(sharedBy({})).toEqual(['bella-nyc', 'smoke-atx'])
    expect(sharedBy({ smoke: own })).toEqual(['bella-nyc'])
    expect(sharedBy({ smoke: { account: 'acct_2' } })).toEqual(['bella-nyc'])
    expect(sharedBy({ bella: { account: 'acct_2' }, smoke: { account: 'acct_2' } })).toHaveLength(2)
  })

  it('stays as it was where merchants are imported that have none', () => {
    const accounts = openStripeAccounts(
      readSettings({ STRIPE_KEYS_DIR: folderWith({ bella: own }) }).stripe,
      'stage',
    )
    accounts.accept(merchants.slice(0, 1))
    expect(accounts.sharing('bella-nyc')).toEqual(['bella-nyc'])
    expect(() => accounts.accept(merchants)).toThrow('smoke has no account')
    expect(accounts.keysOf('bella-nyc').secretKey).toBe('sk_live_1')
  })
})

describe('live keys outside of production', () => {
  const merchants = [
    { label: 'bella', locationId: 'bella-nyc' },
    { label: 'smoke', locationId: 'smoke-atx' },
  ]
  const keysOf = (locationId: string) => ({
    secretKey: locationId === 'bella-nyc' ? 'rk_live_1' : 'sk_test_1',
    publishableKey: '',
  })

  it('are named at the start, with the restaurants that charge real cards', () => {
    expect(liveKeysWarning({ keysOf }, 'stage', merchants)).toBe(
      'WARNING: ENVIRONMENT is not prod, and the keys of Stripe are live: real cards are charged at bella.',
    )
    expect(liveKeysWarning({ keysOf }, 'stage', merchants.slice(1))).toBeUndefined()
    expect(liveKeysWarning({ keysOf }, 'prod', merchants)).toBeUndefined()
  })
})

describe.for(databases)('charges by Stripe [$name]', (engine) => {
  let larder: StripeLarder
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  afterEach(() => {
    larder.stripe.fault = undefined
  })
  afterAll(() => larder.close())

  const pay = (guest: Guest, ticket: TicketOrder, method: string, key: string) =>
    guest.send<{ ticket_order: TicketOrder } & ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, method),
      { key },
    )

  it('land in each merchant’s own account: by its own keys, or by a platform’s in its name', async () => {
    const [here, there] = [await paidTicket(larder, tavola), await paidTicket(larder, grill)]
    expect(chargesOf(larder, tavola, here.ticket.id)).toHaveLength(1)
    expect(chargesOf(larder, grill, there.ticket.id)).toHaveLength(1)
    expect(chargesOf(larder, tavola, there.ticket.id)).toEqual([])
    expect(chargesOf(larder, grill, here.ticket.id)).toEqual([])
    expect(larder.stripe.account('acct_platform').objects.size).toBe(0)
  })

  it('are prepared in the browser with the restaurant’s own key, or with the platform’s and the connected account', () => {
    expect([tavola, grill].map(({ location }) => larder.payments.publishableKey(location))).toEqual([
      larder.keys[tavola.location]!.publishableKey,
      `${larder.keys[grill.location]!.publishableKey} acct_grill`,
    ])
  })

  it('go back from the account that they are in', async () => {
    const { ticket } = await paidTicket(larder, grill, false)
    await larder.database.query(`UPDATE tickets SET contact = '{}' WHERE id = $1`, [ticket.id])
    larder.clock.advance(80_000)
    await larder.minute()
    const refunds = (account: string) =>
      [...larder.stripe.account(account).objects.values()].filter(({ object }) => object === 'refund').length
    expect([refunds('acct_grill'), refunds('acct_tavola'), refunds('acct_platform')]).toEqual([1, 0, 0])
  })

  it.each([
    ['apple_pay', 'Apple Pay (Visa ending in 4242)'],
    ['google_pay', 'Google Pay (Visa ending in 4242)'],
    ['link', 'Link'],
  ] as const)('by %s whose answer was lost are one, with the same key (P1)', async (kind, name) => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const [method, key] = [methodAt(larder, tavola, kind), randomUUID()]
    larder.stripe.fault = ({ method: verb, path }) =>
      verb === 'POST' && path === '/v1/payment_intents' ? { kind: 'cut-after' } : undefined
    const lost = await pay(guest, ticket, method, key)
    expect(lost).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    larder.stripe.fault = undefined
    const answered = await pay(guest, ticket, method, key)
    expect(answered.body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      payments: [{ display_name: name }],
    })
    expect(chargesOf(larder, tavola, ticket.id)).toHaveLength(1)
  })

  it('that are asked for twice at once are one: Stripe says that the key is in use', async () => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const [method, key] = [methodAt(larder, tavola), randomUUID()]
    let release = (): void => undefined
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    let arrived = (): void => undefined
    const first = new Promise<void>((resolve) => {
      arrived = resolve
    })
    larder.stripe.fault = ({ path, method: verb }) => {
      if (verb !== 'POST' || path !== '/v1/payment_intents') return undefined
      arrived()
      return { kind: 'wait', until }
    }
    const slow = pay(guest, ticket, method, key)
    await first
    // The first charge's server is taken for dead.
    await larder.database.query('UPDATE payment_attempts SET locked_until = 0, locked_by = NULL')
    await larder.database.query('UPDATE idempotency_keys SET locked_until = 0, locked_by = NULL')
    const second = await pay(guest, ticket, method, key)
    expect(second.body.code).toBe('payment_unavailable')
    release()
    expect((await slow).status).toBe(200)
    expect(chargesOf(larder, tavola, ticket.id)).toHaveLength(1)
  })

  const unavailable =
    'Card payments are not available right now. Your card was not charged. Please call us to order.'
  const withKey = async (secretKey: string, act: () => Promise<void>): Promise<void> => {
    const right = larder.keys[tavola.location]!
    larder.keys[tavola.location] = { ...right, secretKey }
    try {
      await act()
    } finally {
      larder.keys[tavola.location] = right
    }
  }
  const logged = (event: string) => larder.log.filter((line) => line.event === event)

  it('with a key that Stripe refuses are over at once: their guests read so, and the operator', async () => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const [method, key] = [methodAt(larder, tavola), randomUUID()]
    await withKey('sk_test_rolled', async () => {
      for (const again of [key, key, randomUUID()])
        expect(await pay(guest, ticket, method, again)).toMatchObject({
          status: 402,
          body: { code: 'payment_declined', message: unavailable },
        })
    })
    expect(logged('payment_key_refused')[0]).toMatchObject({
      level: 'error',
      detail: expect.stringContaining(`${ticket.id.slice(-6).toUpperCase()} of ${tavola.location}`),
    })
    expect((await pay(guest, ticket, method, randomUUID())).status).toBe(200)
    expect(chargesOf(larder, tavola, ticket.id)).toHaveLength(1)
  })

  const unusable = 'This card could not be used. Please enter it again.'
  const refusedAs = (message: string) => ({ status: 402, body: { code: 'payment_declined', message } })

  it('with a card or a customer that nobody knows are their guest’s matter: no alarm, whatever they send', async () => {
    expect((await paidTicket(larder, tavola)).ticket.id).not.toBe('')
    for (let order = 1; order <= 3; order++) {
      const guest = new Guest(larder)
      const ticket = await completeOrder(guest)
      expect(await pay(guest, ticket, 'pm_made_up', randomUUID())).toMatchObject(refusedAs(unusable))
    }
    const error = {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: 'No such customer',
    }
    larder.stripe.fault = ({ method: verb, path }) =>
      verb === 'POST' && path === '/v1/payment_intents'
        ? { kind: 'answer', status: 400, body: { error } }
        : undefined
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    expect(await pay(guest, ticket, methodAt(larder, tavola), randomUUID())).toMatchObject(
      refusedAs(unusable),
    )
    expect(logged('payment_refused')).toEqual([])
  })

  it('with keys of two accounts are no fault of the card: from the third order on guests read so, and the operator', async () => {
    const other = await startStripeLarder(engine)
    try {
      const elsewhere = methodAt(other, grill)
      let about = ''
      for (const message of [unusable, unusable, unavailable]) {
        const guest = new Guest(other)
        const ticket = await completeOrder(guest)
        about = ticket.id.slice(-6).toUpperCase()
        expect(await pay(guest, ticket, elsewhere, randomUUID())).toMatchObject(refusedAs(message))
      }
      expect(other.log.filter(({ event }) => event === 'payment_refused')).toEqual([
        {
          level: 'error',
          event: 'payment_refused',
          detail: `order …${about} of ${tavola.location}: resource_missing payment_method`,
        },
      ])
    } finally {
      await other.close()
    }
  })

  /** The account may not charge cards (https://docs.stripe.com/error-codes). */
  const notAllowed = {
    kind: 'answer',
    status: 400,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'charge_not_allowed',
        message: 'Your account cannot currently make live charges.',
      },
    },
  } as const

  it('that may have succeeded before the key or account was refused stay open until it is right (P1)', async () => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const [method, key] = [methodAt(larder, tavola), randomUUID()]
    larder.stripe.fault = ({ method: verb, path }) =>
      verb === 'POST' && path === '/v1/payment_intents' ? { kind: 'cut-after' } : undefined
    expect((await pay(guest, ticket, method, key)).status).toBe(503)
    larder.stripe.fault = undefined
    expect(logged('payment_unknown').at(-1)?.detail).toContain(
      `${ticket.id.slice(-6).toUpperCase()} of ${tavola.location}: `,
    )
    larder.stripe.fault = ({ method: verb, path }) =>
      verb === 'POST' && path === '/v1/payment_intents' ? notAllowed : undefined
    expect((await pay(guest, ticket, method, key)).body.code).toBe('payment_unavailable')
    expect(logged('payment_refused').at(-1)?.detail).toContain('charge_not_allowed')
    larder.stripe.fault = undefined
    await withKey('sk_test_rolled', async () => {
      expect((await pay(guest, ticket, method, key)).status).toBe(503)
      larder.clock.advance(6 * 60_000)
      expect((await pay(guest, ticket, method, key)).status).toBe(503)
    })
    expect((await pay(guest, ticket, method, key)).status).toBe(200)
    expect(chargesOf(larder, tavola, ticket.id)).toHaveLength(1)
  })
})
