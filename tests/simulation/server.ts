import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { hourMs } from '#contract/durations.ts'
import { buildApp } from '#server/app.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { listStoredMerchants, type StoredMerchant } from '#server/merchants/repository.ts'
import { type LimitName, defaultLimits } from '#server/modules/limits/default-limits.ts'
import type { LogLine } from '#server/ports/log.ts'
import { dataCipher } from '#server/ports/data-cipher.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import { stripePayments } from '#server/ports/payments/stripe.ts'
import { sandboxClient, sandboxKeys } from '#server/sandbox/stripe-api.ts'
import { importMerchants } from '../server/support/import-merchants.ts'
import { webhookSecret } from './disputes.ts'
import { EngineConnection, type Engine } from './engine.ts'
import { withScarceOffers } from './offers.ts'
import { type ProviderPorts, throughFaults, withDisputes } from './provider.ts'

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

/** One process of the server, which may be killed and replaced by another on the same database. */
export class ServerProcess {
  readonly door: EngineConnection
  readonly app: FastifyInstance
  readonly log: LogLine[] = []
  readonly #rounds: Round[] = []
  readonly #clock: { now(): number }

  private constructor(engine: Engine, merchants: StoredMerchant[], ports: WorldPorts) {
    const { scheduler, random } = ports
    const clock = { now: () => scheduler.nowMs + ports.skewMs() }
    this.#clock = clock
    const ids = { uuid: () => random().uuid(), secret: () => random().uuid().replaceAll('-', '') }
    this.door = new EngineConnection(engine, () => new Promise((done) => void scheduler.soon(done)))
    const { database } = this.door
    const provider = new EngineConnection(engine, async () => undefined)
    const sandbox = stripePayments({
      provider: 'sandbox',
      keysOf: (locationId) => ({ ...sandboxKeys(locationId), webhookSecret }),
      client: withDisputes(sandboxClient(provider.database, { clock, ids }), ports),
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
      mail: { send: async (message) => ports.sent({ ...message, by: 'email' }) },
      texts: { send: async (message) => ports.sent({ ...message, by: 'text' }) },
      push: { publicKey: 'BNobody', accepts: () => true, send: async () => 'sent' },
      repeat: (everyMs, work) => {
        this.#rounds.push({ everyMs, work, ranAt: undefined })
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

  /** Runs the server's periodic work once: of what it does every hour, only what is due. */
  async round(): Promise<void> {
    const nowMs = this.#clock.now()
    for (const round of this.#rounds) {
      if (round.everyMs >= hourMs && round.ranAt !== undefined && nowMs < round.ranAt + round.everyMs)
        continue
      round.ranAt = nowMs
      await this.door.life.before(round.work())
    }
  }
}

/** Something that the server repeats, and when it did so last (ms). */
type Round = { everyMs: number; work: () => Promise<void>; ranAt: number | undefined }

export type WorldPorts = ProviderPorts & {
  /** Told about each email, and each text message. */
  sent: (message: Message) => void
  /** How far the server's clock is off (ms). */
  skewMs: () => number
}

/** A message that left the server. */
export type Message = Pick<MailMessage, 'id' | 'to' | 'text'> & { kind: string; by: 'email' | 'text' }
