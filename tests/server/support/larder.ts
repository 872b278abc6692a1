import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { buildApp } from '#server/app.ts'
import type { AppOptions, RequestLimits } from '#server/app-options.ts'
import type { Database } from '#server/db/database.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { merchantDirectory, type LiveDirectory } from '#server/merchants/merchant.ts'
import { listStoredMerchants, type StoredMerchant } from '#server/merchants/repository.ts'
import type { IdentityProviders } from '#server/ports/identity/identity.ts'
import { defaultLimits, type LimitName } from '#server/modules/limits/default-limits.ts'
import type { LimitPorts } from '#server/modules/limits/limits.ts'
import type { LogLine } from '#server/ports/log.ts'
import type { KitchenSystem } from '#server/ports/kitchen/kitchen.ts'
import type { Mail, MailMessage } from '#server/ports/mail/mail.ts'
import type { Places } from '#server/ports/places/places.ts'
import type { Push, PushMessage } from '#server/ports/push/push.ts'
import type { TextMessage, TextMessages } from '#server/ports/text-messages/text-messages.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import { lightPasswords } from './passwords.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { makeVapidKeys } from '#server/ports/push/vapid.ts'
import { systemIds } from '#server/ports/system.ts'
import { embeddedVerification } from '#server/ports/verification/embedded.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import type { FirstScreen } from '#server/portal/first-screen.ts'
import type { PortalSource } from '#server/portal/source.ts'
import { testCipher } from './cipher.ts'
import type { Engine } from './databases.ts'
import { fixtureMerchants, importMerchants } from './import-merchants.ts'

export { fixtureMerchants }
export const tavola = { host: 'tavola.localhost', location: 'tavola-nyc' }
export const grill = { host: 'grill.localhost', location: 'grill-chi' }

/** Friday 20 November 2026, 18:00 in New York: the fixture's kitchen is open. */
export const dinnerTime = Date.parse('2026-11-20T23:00:00Z')

export type TestClock = Clock & {
  /** Moves it to an instant: ms since the epoch, or ISO text. */
  set(time: number | string): void
  advance(ms: number): void
}

export function testClock(startMs = dinnerTime): TestClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    set: (time) => void (nowMs = typeof time === 'number' ? time : Date.parse(time)),
    advance: (ms) => void (nowMs += ms),
  }
}

export type TestLarder = {
  app: FastifyInstance
  database: Database
  directory: LiveDirectory
  clock: TestClock
  log: LogLine[]
  /** Every email that was sent, the newest last. */
  emails: MailMessage[]
  /** Every text message that was sent, the newest last. */
  textMessages: TextMessage[]
  /** Every message that was pushed to a browser, the newest last. */
  pushes: PushMessage[]
  /** Changes a merchant's files under the running server, as an import and a restart would. */
  change(label: string, edit: (document: MerchantDocument) => MerchantDocument): void
  /** Runs the server's minutely work now; resolves when it is done. */
  minute(): Promise<void>
  /** How many passwords were hashed and compared. */
  passwordWork: { hashed: number; compared: number }
  close(): Promise<void>
}

export type LarderOptions = {
  portal?: PortalSource
  firstScreen?: FirstScreen
  payments?(made: Payments): Payments
  merchantsDir?: string
  verification?: Verification
  identity?: Partial<IdentityProviders>
  limits?: LimitPorts['limits']
  /** Uses the real limits on payments, declines, purchases and new orders. By default tests never reach them. */
  paymentLimits?: 'as served'
  requestLimits?: RequestLimits
  mail?: Mail
  texts?: TextMessages
  push?: Push
  kitchen?: KitchenSystem
  places?: Places
  /** The keys for wallet passes; without them no card can be added to a wallet. */
  wallet?: Pick<AppOptions, 'wallet' | 'walletSandbox'>
  trustProxy?: boolean
  passwords?(made: Passwords): Passwords
  browserLog?: { url: string; token: string }
  googleMapsKey?: string
  /** Whether the server is reached by https only. */
  secure?: boolean
  /** Another process on a database that an earlier server has filled, with the same clock. */
  beside?: Pick<TestLarder, 'clock'>
}

/** An identity provider that is not set up accepts nobody. */
const nobody: IdentityProviders = { google: { verify: async () => undefined }, facebook: undefined }

/** A tenth of the usual work for a human check, so that tests are fast. */
const lightWork = { cost: 1000, tries: 100 }

/** A whole server on a new database with the fixture's merchants, with its clock at dinner time and the card sandbox. */
export async function startTestLarder(engine: Engine, options: LarderOptions = {}): Promise<TestLarder> {
  const database = await engine.open()
  const clock = options.beside?.clock ?? testClock()
  const log: LogLine[] = []
  const emails: MailMessage[] = []
  const textMessages: TextMessage[] = []
  const pushes: PushMessage[] = []
  const minutely: (() => Promise<void>)[] = []
  const passwordWork = { hashed: 0, compared: 0 }
  const merchantsDir = options.merchantsDir ?? fixtureMerchants
  if (!options.beside) await importMerchants(database, merchantsDir, { nowMs: clock.now() })
  const { directory, change } = changeableDirectory(await listStoredMerchants(database))
  const sandbox = stripePayments({
    provider: 'sandbox',
    keysOf: sandboxKeys,
    client: sandboxClient(database, { clock, ids: systemIds }),
  })
  const app = buildApp({
    database,
    directory,
    clock,
    ids: systemIds,
    cipher: testCipher,
    log: (line) => void log.push(line),
    payments: options.payments?.(sandbox) ?? sandbox,
    mail: options.mail ?? { send: async (message) => void emails.push(message) },
    texts: options.texts ?? { send: async (message) => void textMessages.push(message) },
    push: options.push ?? recordingPush(pushes),
    repeat: (_everyMs, work) => {
      minutely.push(work)
      return () => undefined
    },
    kitchen: options.kitchen,
    places: options.places,
    ...options.wallet,
    passwords: options.passwords?.(countedPasswords(passwordWork)) ?? countedPasswords(passwordWork),
    limits:
      options.paymentLimits === 'as served' ? options.limits : { ...noPaymentLimits, ...options.limits },
    requestLimits: options.requestLimits,
    trustProxy: options.trustProxy,
    browserLog: options.browserLog,
    googleMapsKey: options.googleMapsKey,
    verification:
      options.verification ??
      embeddedVerification({ database, clock, secret: 'a secret of the tests alone', work: lightWork }),
    identity: { ...nobody, ...options.identity },
    portal: options.portal ?? { kind: 'none' },
    firstScreen: options.firstScreen,
    merchantsDir,
    version: '0.1.414',
    defaultMerchant: 'tavola',
    secure: options.secure ?? false,
  })
  await app.ready()
  const close = async (): Promise<void> => {
    await app.close()
    await database.close()
  }
  const minute = async (): Promise<void> => void (await Promise.all(minutely.map((work) => work())))
  return {
    app,
    database,
    directory,
    clock,
    log,
    emails,
    textMessages,
    pushes,
    change,
    minute,
    passwordWork,
    close,
  }
}

/** Another server on the same database, with a clock of its own. The database stays open when it closes. */
export const startSecondServer = (engine: Engine, larder: TestLarder): Promise<TestLarder> =>
  startTestLarder({ ...engine, open: async () => ({ ...larder.database, close: async () => undefined }) })

/** A push service that accepts everything, for browsers at any address. */
const recordingPush = (pushes: PushMessage[]): Push => ({
  publicKey: makeVapidKeys().publicKey,
  accepts: () => true,
  async send(message) {
    pushes.push(message)
    return 'sent'
  },
})

function changeableDirectory(imported: StoredMerchant[]): {
  directory: LiveDirectory
  change: TestLarder['change']
} {
  let stored = imported
  const directory = merchantDirectory(stored)
  let changes = 0
  return {
    directory,
    change(label, edit) {
      stored = stored.map((one) =>
        one.document.label === label
          ? { document: edit(structuredClone(one.document)), revision: `changed-${++changes}` }
          : one,
      )
      directory.replace(stored)
    },
  }
}

/** All guests of a test share one network, one name and one card. */
const noPaymentLimits: LimitPorts['limits'] = Object.fromEntries(
  Object.keys(defaultLimits)
    .filter((name) => /^(paying|declined|giftCents|start|change)/.test(name))
    .map((name) => [name as LimitName, { max: 1_000_000_000, minutes: 1 }]),
)

const countedPasswords = (work: { hashed: number; compared: number }): Passwords => ({
  hash: (password) => {
    work.hashed++
    return lightPasswords.hash(password)
  },
  verify: (kept, password) => {
    work.compared++
    return lightPasswords.verify(kept, password)
  },
})

export type Reply<T> = { status: number; headers: LightMyRequestResponse['headers']; body: T }
export type ProblemBody = {
  code: string
  message: string
  errors: { message: string; field?: string }[]
  client_secret?: string
}
export type TicketBody = { ticket_order: TicketOrder }
export type SendOptions = { key?: string | undefined; headers?: Record<string, string> }

/** Sends calls to one merchant's host. A change gets a new idempotency key unless one is given; `key: ''` sends none. */
export class Guest {
  readonly #larder: TestLarder
  readonly #place: { host: string; location: string }
  /** The keys of the orders that this device began, by order id. */
  readonly #orderKeys = new Map<string, string>()

  constructor(larder: TestLarder, place = tavola) {
    this.#larder = larder
    this.#place = place
  }

  async send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    const key = options.key ?? randomUUID()
    const orderKey = this.#orderKeys.get(/\/ticketorder\/([^/]+)/.exec(path)?.[1] ?? '')
    const response = await this.#larder.app.inject({
      method,
      url: `/api${path.replace(':loc', this.#place.location)}`,
      headers: {
        host: this.#place.host,
        ...(key !== '' && { 'idempotency-key': key }),
        ...(orderKey !== undefined && { 'x-order-key': orderKey }),
        ...options.headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    const answer: unknown = response.body === '' ? undefined : response.json()
    this.#keep((answer as Partial<TicketBody> | undefined)?.ticket_order)
    return { status: response.statusCode, headers: response.headers, body: answer as T }
  }

  #keep(ticket: TicketOrder | undefined): void {
    if (ticket?.order_key !== undefined) this.#orderKeys.set(ticket.id, ticket.order_key)
  }

  /** A call that must be refused; returns the status, and what the first of its problems says. */
  async problem(
    ...call: Parameters<Guest['send']>
  ): Promise<{ status: number; code: string; message: string; field: string | undefined }> {
    const { status, body } = await this.send<ProblemBody>(...call)
    return { status, code: body.code, message: body.message, field: body.errors[0]?.field }
  }

  /** A call that must succeed; returns the ticket. */
  async ticket(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: SendOptions,
  ): Promise<TicketOrder> {
    const reply = await this.send<TicketBody & Partial<ProblemBody>>(method, path, body, options)
    if (reply.status !== 200)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.ticket_order
  }

  /** Creates a payment method in the sandbox, as its hosted field does. */
  async card(number: string): Promise<string> {
    const response = await this.#larder.app.inject({
      method: 'POST',
      url: '/sandbox/payments/v1/payment_methods',
      headers: {
        host: this.#place.host,
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'null',
      },
      payload: sandboxCard(number, this.#place.location).toString(),
    })
    const body = response.json<{ id?: string; error?: { message: string } }>()
    if (body.id === undefined) throw new Error(body.error?.message)
    return body.id
  }
}

/** The form that the sandbox's hosted field sends to create a payment method. */
export const sandboxCard = (number: string, location = tavola.location): URLSearchParams =>
  new URLSearchParams({
    key: `pk_sandbox_${location}`,
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
    'billing_details[name]': 'Ada Guest',
  })

export const ticketPath = (id: string, rest = ''): string => `/location/:loc/ticketorder/${id}${rest}`
export const submitPath = (id: string): string => `/v2.0/location/:loc/ticketorder/${id}/submit`
