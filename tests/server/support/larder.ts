import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { importMerchants } from '#server/import/import-merchants.ts'
import { merchantDirectory, type MerchantDirectory } from '#server/merchants/merchant.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import type { LogLine } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { systemIds } from '#server/ports/system.ts'
import { sandboxFetch, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import type { PortalSource } from '#server/portal/source.ts'
import type { Engine } from './databases.ts'

export const fixtureMerchants = resolve('tests/server/fixtures/merchants')
export const tavola = { host: 'tavola.localhost', location: 'tavola-nyc' }
export const grill = { host: 'grill.localhost', location: 'grill-chi' }

/** Friday 20 November 2026, 18:00 in New York: the fixture's kitchen is open. */
export const dinnerTime = Date.parse('2026-11-20T23:00:00Z')

export type TestClock = Clock & { set(iso: string): void; advance(ms: number): void }

export function testClock(startMs = dinnerTime): TestClock {
  let nowMs = startMs
  return { now: () => nowMs, set: (iso) => void (nowMs = Date.parse(iso)), advance: (ms) => void (nowMs += ms) }
}

export type TestLarder = {
  app: FastifyInstance
  database: Database
  directory: MerchantDirectory
  clock: TestClock
  log: LogLine[]
  close(): Promise<void>
}

export type LarderOptions = { portal?: PortalSource; payments?(made: Payments): Payments; merchantsDir?: string }

/** A whole server over a new database with the fixture merchants, its clock at dinner time, the card sandbox behind it. */
export async function startTestLarder(engine: Engine, options: LarderOptions = {}): Promise<TestLarder> {
  const database = await engine.open()
  const clock = testClock()
  const log: LogLine[] = []
  const merchantsDir = options.merchantsDir ?? fixtureMerchants
  await importMerchants(database, merchantsDir, { nowMs: clock.now() })
  const directory = merchantDirectory(await listStoredMerchants(database))
  const sandbox = stripePayments({ provider: 'sandbox', keysOf: sandboxKeys, fetch: sandboxFetch(database, { clock, ids: systemIds }) })
  const app = buildApp({
    database,
    directory,
    clock,
    ids: systemIds,
    log: (line) => void log.push(line),
    payments: options.payments?.(sandbox) ?? sandbox,
    portal: options.portal ?? { kind: 'none' },
    merchantsDir,
    version: '0.1.414',
    defaultMerchant: 'tavola',
    secure: false,
  })
  await app.ready()
  const close = async (): Promise<void> => {
    await app.close()
    await database.close()
  }
  return { app, database, directory, clock, log, close }
}

export type Reply<T> = { status: number; headers: LightMyRequestResponse['headers']; body: T }
export type ProblemBody = { code: string; message: string; errors: { message: string; field?: string }[]; client_secret?: string }
export type TicketBody = { ticket_order: TicketOrder }
export type SendOptions = { key?: string | undefined; headers?: Record<string, string> }

/** Sends calls to one merchant's host. A change gets a new idempotency key unless one is given; `key: ''` sends none. */
export class Guest {
  readonly #larder: TestLarder
  readonly #place: { host: string; location: string }

  constructor(larder: TestLarder, place = tavola) {
    this.#larder = larder
    this.#place = place
  }

  async send<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options: SendOptions = {}): Promise<Reply<T>> {
    const key = options.key ?? randomUUID()
    const response = await this.#larder.app.inject({
      method,
      url: `/api${path.replace(':loc', this.#place.location)}`,
      headers: { host: this.#place.host, ...(key !== '' && { 'idempotency-key': key }), ...options.headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, headers: response.headers, body: (response.body === '' ? undefined : response.json()) as T }
  }

  /** A call that must succeed with a ticket. */
  async ticket(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options?: SendOptions): Promise<TicketOrder> {
    const reply = await this.send<TicketBody & Partial<ProblemBody>>(method, path, body, options)
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.ticket_order
  }

  /** A payment method made in the sandbox, as its hosted field makes it. */
  async card(number: string): Promise<string> {
    const response = await this.#larder.app.inject({
      method: 'POST',
      url: '/sandbox/payments/v1/payment_methods',
      headers: { host: this.#place.host, 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      payload: new URLSearchParams({
        key: `pk_sandbox_${this.#place.location}`,
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '34',
        'card[cvc]': '123',
        'billing_details[name]': 'Ada Guest',
      }).toString(),
    })
    const body = response.json<{ id?: string; error?: { message: string } }>()
    if (body.id === undefined) throw new Error(body.error?.message)
    return body.id
  }
}

export const ticketPath = (id: string, rest = ''): string => `/location/:loc/ticketorder/${id}${rest}`
export const submitPath = (id: string): string => `/v2.0/location/:loc/ticketorder/${id}/submit`
