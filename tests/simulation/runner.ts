import { createHash } from 'node:crypto'
import { migrate } from '#server/db/migrate.ts'
import { EngineConnection, Engine } from './engine.ts'
import { makePeople, type People } from './people.ts'
import { drawPlan, type Plan } from './plan.ts'
import { type Random, randomFrom } from './random.ts'
import { installPlatform, Scheduler } from './scheduler.ts'
import { dinnerTime, importFixtures, ServerProcess, type WorldPorts } from './server.ts'
import { type Ended, playSession } from './session.ts'
import { World } from './world.ts'
import type { StoredMerchant } from '#server/merchants/repository.ts'

export type Result = Ended & { seed: number; plan: Plan }

/** Plays sessions one after the other on one engine. Each starts from the same world. */
export class Runner {
  readonly #engine: Engine
  readonly #merchants: StoredMerchant[]
  readonly #people: People
  readonly #scheduler: Scheduler
  #random: Random = randomFrom(0)
  #world: World | undefined
  played = 0
  /** A hash of all stories so far: it must be equal for equal seeds, or something is not deterministic. */
  digest = ''

  private constructor(parts: { engine: Engine; merchants: StoredMerchant[]; people: People }) {
    this.#engine = parts.engine
    this.#merchants = parts.merchants
    this.#people = parts.people
    this.#scheduler = new Scheduler(dinnerTime, this.#random)
    digestAtOnce()
    // Rejections that no screen waits for. A browser would only log them, so nothing may depend on them.
    process.on('unhandledRejection', (error) => this.#world?.onUnhandledRejection(error))
  }

  static async open(dumpFile: string): Promise<Runner> {
    const engine = await Engine.open(dumpFile)
    await engine.begin()
    const merchants = await importFixtures(engine)
    const people = await makePeople(engine)
    await engine.keep()
    return new Runner({ engine, merchants, people })
  }

  async play(seed: number, plan = drawPlan(randomFrom(seed).fork('plan'))): Promise<Result> {
    const restore = installPlatform(this.#scheduler, () => this.#random)
    await this.#engine.begin()
    this.#world = undefined
    try {
      this.#begin(randomFrom(0))
      // A new server for each session: what it remembers of other sessions could affect this one.
      const server = await this.#scheduler.run(this.#startAhead())
      const random = randomFrom(seed)
      this.#begin(random)
      this.#world = new World({
        scheduler: this.#scheduler,
        engine: this.#engine,
        random: random.fork('world'),
        server,
        start: () => this.#start(),
      })
      const ended = await this.#scheduler.run(playSession(this.#world, this.#people, plan))
      this.digest = createHash('sha256')
        .update(this.digest + ended.story.join('\n'))
        .digest('hex')
        .slice(0, 16)
      return { ...ended, seed, plan }
    } catch (error) {
      const broken = [
        `the session did not come to its end: ${error instanceof Error ? error.stack : String(error)}`,
      ]
      return { broken, story: this.#world?.story ?? [], met: new Map(), seed, plan }
    } finally {
      restore()
      await this.#engine.forget()
      this.played++
    }
  }

  /** Frees the space that rolled-back sessions still take in the engine's files. */
  async tidy(): Promise<void> {
    await this.#engine.exec('VACUUM')
  }

  #begin(random: Random): void {
    this.#random = random.fork('server')
    this.#scheduler.reset(dinnerTime, random.fork('order'))
  }

  /** Starts a server, and finishes what it does at its start before the session's time begins. */
  async #startAhead(): Promise<ServerProcess> {
    const server = await this.#start()
    await this.#scheduler.wait(60_000)
    return server
  }

  #start(): Promise<ServerProcess> {
    const ports: WorldPorts = {
      scheduler: this.#scheduler,
      random: () => this.#random,
      sent: (message) =>
        void this.#world?.mails.push({ ...message, atMs: this.#scheduler.nowMs + this.#world.skewMs }),
      skewMs: () => this.#world?.skewMs ?? 0,
      providerFault: () => this.#world?.providerFaults.shift(),
      bank: () => this.#world?.bank,
    }
    return ServerProcess.start(this.#engine, this.#merchants, ports)
  }
}

/** Makes an empty database with all migrations applied. */
export async function makeDump(file: string): Promise<void> {
  const engine = await Engine.create()
  await engine.begin()
  await migrate(new EngineConnection(engine, async () => undefined).database, () => 0)
  await engine.keep()
  await engine.dump(file)
}

/** The platform's digest is computed on another thread, with unpredictable timing: this one is synchronous. */
function digestAtOnce(): void {
  Object.defineProperty(crypto.subtle, 'digest', {
    configurable: true,
    value: async (algorithm: string, data: Uint8Array): Promise<ArrayBuffer> => {
      const hash = createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest()
      return hash.buffer.slice(hash.byteOffset, hash.byteOffset + hash.byteLength) as ArrayBuffer
    },
  })
}
