import type { NetAnswer, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Database, Row } from '#server/db/database.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import { authenticateIntent } from '#server/sandbox/payment-intents.ts'
import { Bank } from './disputes.ts'
import { EngineConnection, type Engine } from './engine.ts'
import type { SentCall } from './sent-call.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { ProviderFault } from './provider.ts'
import { dinnerTime, type Message, place, type ServerProcess } from './server.ts'

/** A server that has died is restarted after this long (ms). */
const supervisorMs = 1500

/** What surrounds the devices of a session: one restaurant's server, the time, and a record of everything that was sent. */
export class World {
  readonly scheduler: Scheduler
  readonly engine: Engine
  readonly random: Random
  readonly bank: Bank
  readonly calls: SentCall[] = []
  readonly story: string[] = []
  /** How often each situation occurred: a session in which nothing happens proves nothing. */
  readonly met = new Map<string, number>()
  /** Faults for the server's next calls to the card provider. */
  providerFaults: ProviderFault[] = []
  /** Told about rejections that nobody awaited. */
  onUnhandledRejection: (error: unknown) => void = () => undefined
  /** Texts that no device may store, and the writes that did. */
  secrets: readonly string[] = []
  readonly leaks = new Set<string>()
  /** Every email and text message that left the server, and when by its own clock. */
  readonly mails: (Message & { atMs: number })[] = []
  /** How far the server's clock is off (ms), and whether it ever was. */
  skewMs = 0
  clockJumped = false
  /** The farthest that it was ahead (ms): what was held then is held for so much longer. */
  aheadMs = 0
  /** The links of gifts whose recipient has seen the card. */
  readonly opened = new Set<string>()
  /** A server died in this session. */
  wasKilled = false
  /** The number of calls that the server is working on. */
  underWay = 0
  /** The server is to be killed at a later trip to the database. */
  killIsSet = false
  #order = 0
  /** Reads and changes of the server's database that are not this session's own calls. */
  readonly #outside: Database
  readonly #servers: ServerProcess[]
  readonly #choice: Random
  readonly #start: () => Promise<ServerProcess>

  constructor(parts: {
    scheduler: Scheduler
    engine: Engine
    random: Random
    server: ServerProcess
    start: () => Promise<ServerProcess>
  }) {
    this.scheduler = parts.scheduler
    this.engine = parts.engine
    this.#outside = new EngineConnection(parts.engine, async () => undefined).database
    this.random = parts.random
    this.bank = new Bank(this)
    this.#servers = [parts.server]
    this.#choice = parts.random.fork('servers')
    this.#start = parts.start
  }

  /** The process that gets the next call: one that runs, if any does. */
  get server(): ServerProcess {
    const alive = this.#servers.filter(({ door }) => !door.isDead)
    const [first = this.#servers[0]!] = alive
    return alive.length > 1 ? this.#choice.pick(alive) : first
  }

  get isDown(): boolean {
    return this.#servers.some(({ door }) => door.isDead)
  }

  /** Starts another process of the server beside the first. */
  async addServer(): Promise<void> {
    this.#servers.push(await this.#start())
    this.count('server: two at once')
  }

  /** The next number in the order of everything sent and answered. */
  nextOrder(): number {
    return this.#order++
  }

  tell(who: string, what: string): void {
    const ms = this.scheduler.nowMs - dinnerTime
    this.story.push(`${(ms / 1000).toFixed(3).padStart(9)} s  ${who.padEnd(10)} ${what}`)
  }

  /** Counts an occurrence. */
  count(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1)
  }

  /** Rows straight from the server's database, without going through the API. */
  async rows<R extends Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return (await this.engine.send([{ sql, params }]))[0] as R[]
  }

  /** The same in the midst of a session: only what is committed. */
  async committed<R extends Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return await this.#outside.query<R>(sql, params)
  }

  /** Delivers a call that has reached the server. Throws AppError if the process dies during it, or none is running. */
  async deliver(request: NetRequest, call: SentCall): Promise<NetAnswer> {
    const { door, app } = this.server
    if (door.isDead) throw new AppError('offline', 'nobody answers')
    const work = app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: { host: place.host, ...request.headers },
      ...(request.body !== undefined && { payload: request.body }),
    })
    this.underWay++
    const heard = await door.life.before(work).finally(() => this.underWay--)
    if (!heard) throw new AppError('offline', 'the connection was reset')
    const { statusCode: status, body: text, headers } = heard.value
    const replayed = headers['idempotent-replayed'] !== undefined
    call.answers.push({ status, text, replayed, order: this.nextOrder() })
    return {
      status,
      text: [204, 304].includes(status) ? '' : text,
      header: (name) => (headers[name] === undefined ? null : String(headers[name])),
    }
  }

  /** Kills the server's process at its `trips`-th trip to the database from now. */
  killServer(trips: number): void {
    this.tell('server', trips === 0 ? 'is killed' : `will be killed at its trip ${trips} to the database`)
    const { door } = this.server
    door.life.onEnd(() => {
      this.wasKilled = true
      this.count('server: killed')
    })
    this.killIsSet ||= trips > 0
    door.life.onEnd(() => void this.scheduler.later(() => void this.#replace(door), supervisorMs))
    door.kill(trips)
  }

  /** Starts other processes in place of those that were killed, or in place of all. */
  async restartServers(which: 'dead' | 'all'): Promise<void> {
    if (which === 'all') this.killIsSet = false
    for (const { door } of this.#servers.slice())
      if (which === 'all' || door.isDead) {
        this.wasKilled = true
        if (!door.isDead) door.kill()
        await this.#replace(door)
      }
  }

  /** Starts another process in place of this one, unless somebody else has. */
  async #replace(door: ServerProcess['door']): Promise<void> {
    if (!this.#servers.some((one) => one.door === door)) return
    const next = await this.#start()
    const at = this.#servers.findIndex((one) => one.door === door)
    if (at < 0) return next.door.kill()
    this.#servers[at] = next
    this.tell('server', 'starts again')
  }

  /** A card's owner answers their bank, which tells the provider: the restaurant is not involved. */
  async answerBank(clientSecret: string, isSure: boolean): Promise<void> {
    const { random } = this
    const ports = {
      clock: { now: () => this.scheduler.nowMs },
      ids: { uuid: () => random.uuid(), secret: () => random.uuid() },
    }
    const form = { client_secret: clientSecret, outcome: isSure ? 'success' : 'failure' }
    const [id = ''] = clientSecret.split('_secret_')
    await this.#outside.transaction((tx) => authenticateIntent(tx, place.location, id, form, ports))
  }

  /** A member has changed their password elsewhere: whoever is signed in as them is asked to sign in again. */
  async endSessionsOf(userId: string): Promise<void> {
    await this.#outside.transaction(async (tx) =>
      revokeSessionsOf(
        tx,
        { locationId: place.location, userId },
        { because: 'password', nowMs: this.scheduler.nowMs },
      ),
    )
  }

  /** The provider's report of something arrives. Gives the answer's status; undefined where nobody answers. */
  async report(payload: string, signature: string): Promise<number | undefined> {
    const { app, door } = this.server
    if (door.isDead) return undefined
    const heard = await door.life.before(
      app.inject({
        method: 'POST',
        url: `/api/location/${place.location}/payments/events`,
        headers: {
          host: place.host,
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        payload,
      }),
    )
    return heard?.value.statusCode
  }

  /** The server's clock jumps. */
  jumpClock(byMs: number): void {
    this.skewMs += byMs
    this.clockJumped = true
    this.aheadMs = Math.max(this.aheadMs, this.skewMs)
    this.tell('server', `its clock jumps by ${byMs / 1000} s`)
    this.count(`server: clock ${byMs > 0 ? 'forward' : 'back'}`)
  }

  /** The staff show again that it is them, as they are asked to before they give money back. */
  async proveStaff(userId: string): Promise<void> {
    await this.#outside.query('UPDATE sessions SET proved_at = $3 WHERE location_id = $1 AND user_id = $2', [
      place.location,
      userId,
      this.scheduler.nowMs + this.skewMs,
    ])
  }

  /** Runs what the server does by itself every few seconds, in all of its processes at once. */
  async round(): Promise<void> {
    const alive = this.#servers.filter(({ door }) => !door.isDead)
    this.underWay += alive.length
    await Promise.all(alive.map((server) => server.round().finally(() => this.underWay--)))
  }
}
