import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { listStoredMerchants, type StoredMerchant } from '#server/merchants/repository.ts'
import { type LimitName, defaultLimits } from '#server/modules/limits/default-limits.ts'
import type { LogLine } from '#server/ports/log.ts'
import { dataCipher } from '#server/ports/data-cipher.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import { importMerchants } from '../server/support/import-merchants.ts'
import { EngineConnection, type Engine } from './engine.ts'
import { withScarceOffers } from './offers.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

const merchantsDir = resolve('tests/server/fixtures/merchants')
export const place = { host: 'tavola.localhost', location: 'tavola-nyc', organization: 'org-tavola' }
/** Friday 20 November 2026, 18:00 in New York: the fixture's kitchen is open. */
export const dinnerTime = Date.parse('2026-11-20T23:00:00Z')
export const cipher = dataCipher(new Uint8Array(32).fill(7))

/** Cheap hashes: what real password hashing costs is not tested here. */
const plainPasswords: Passwords = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  verify: async (kept, password) => kept === createHash('sha256').update(password).digest('hex'),
}

/** Limits raised: the simulation plays many evenings from one address. */
const limits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name as LimitName, { max: 1_000_000_000, minutes: 1 }]),
)

/** Creates the merchants' rows. */
export async function importFixtures(engine: Engine): Promise<StoredMerchant[]> {
  const door = new EngineConnection(engine, async () => undefined)
  await importMerchants(door.database, merchantsDir, { nowMs: dinnerTime })
  return withScarceOffers(await listStoredMerchants(door.database))
}

/** What may go wrong between the server and the card provider. */
export type ProviderFault = 'lost-before' | 'lost-after' | undefined

/** One process of the server, which may be killed and replaced by another on the same database. */
export class ServerProcess {
  readonly door: EngineConnection
  readonly app: FastifyInstance
  readonly log: LogLine[] = []
  readonly #rounds: (() => Promise<void>)[] = []

  private constructor(engine: Engine, merchants: StoredMerchant[], ports: WorldPorts) {
    const { scheduler, random } = ports
    const clock = { now: () => scheduler.nowMs }
    const ids = { uuid: () => random().uuid(), secret: () => random().uuid().replaceAll('-', '') }
    this.door = new EngineConnection(engine, () => new Promise((done) => void scheduler.soon(done)))
    const { database } = this.door
    const provider = new EngineConnection(engine, async () => undefined)
    const sandbox = stripePayments({
      provider: 'sandbox',
      keysOf: sandboxKeys,
      client: sandboxClient(provider.database, { clock, ids }),
    })
    this.app = buildApp({
      database,
      directory: merchantDirectory(merchants),
      clock,
      ids,
      cipher,
      log: (line) => void this.log.push(line),
      payments: throughFaults(sandbox, ports),
      passwords: plainPasswords,
      mail: { send: async (message) => ports.mailed(message) },
      texts: { send: async () => undefined },
      push: { publicKey: 'BNobody', accepts: () => true, send: async () => 'sent' },
      repeat: (_everyMs, work) => {
        this.#rounds.push(work)
        return () => undefined
      },
      verification: { provider: 'embedded', siteKey: undefined, verify: async () => true },
      identity: { google: { verify: async () => undefined }, facebook: undefined },
      portal: { kind: 'none' },
      limits,
      merchantsDir,
      version: '0.0.0',
      defaultMerchant: 'tavola',
      secure: false,
    })
  }

  static async start(engine: Engine, merchants: StoredMerchant[], ports: WorldPorts): Promise<ServerProcess> {
    const process = new ServerProcess(engine, merchants, ports)
    await process.app.ready()
    return process
  }

  /** Runs the server's periodic work once. */
  async round(): Promise<void> {
    for (const work of this.#rounds) await this.door.life.before(work())
  }
}

export type WorldPorts = {
  scheduler: Scheduler
  random: () => Random
  /** Told about each email. */
  mailed: (message: MailMessage) => void
  /** Asked at each call to the card provider. */
  providerFault: (what: string) => ProviderFault
}

/** A provider that takes its time, and whose calls and answers may be lost. */
function throughFaults(payments: Payments, { scheduler, random, providerFault }: WorldPorts): Payments {
  const lossy =
    <A extends unknown[], R>(what: string, call: (...args: A) => Promise<R>, lost: () => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const fault = providerFault(what)
      await scheduler.wait(20 + random().below(200))
      if (fault === 'lost-before') return await lost()
      const answer = await call(...args)
      return fault === 'lost-after' ? await lost() : answer
    }
  const unknown = async () => ({ kind: 'unknown', reason: 'the provider gave no answer' }) as const
  return {
    ...payments,
    charge: lossy('charge', payments.charge, unknown),
    resume: lossy('resume', payments.resume, unknown),
    find: lossy('find', payments.find, unknown),
    refund: lossy('refund', payments.refund, unknown),
  }
}
