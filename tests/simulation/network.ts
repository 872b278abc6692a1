import { AppError } from '#lib/errors/app-error.ts'
import type { Net, NetAnswer, NetRequest } from '#lib/api/net.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'
import { type NetFault, netFaults, type SentCall } from './sent-call.ts'
import type { World } from './world.ts'

const html = '<!doctype html><title>Sign in to Wi-Fi</title>'
const offline = (): AppError => new AppError('offline', 'no answer')
const problem = (code: string): string => JSON.stringify({ errors: [], message: 'not now', code })
const json = { 'content-type': 'application/json' }

const answer = (status: number, text: string, headers: Record<string, string>): NetAnswer => ({
  status,
  text,
  header: (name) => headers[name] ?? null,
})

/** One device's network: it has a signal or not, and each call may meet a fault. */
export class Network {
  readonly #world: World
  readonly #random: Random
  hasSignal = true
  /** The share of calls that meet a fault. */
  faultShare = 0
  /** The faults of the next calls, in order. */
  next: (NetFault | undefined)[] = []

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
  }

  /** The network port for a tab or worker. */
  of(life: Life): Net {
    return { send: (request) => life.through(() => this.#send(life, request)) }
  }

  #draw(): NetFault | undefined {
    if (this.next.length > 0) return this.next.shift()
    return this.faultShare > 0 && this.#random.chance(this.faultShare)
      ? this.#random.pick(netFaults)
      : undefined
  }

  async #send(life: Life, request: NetRequest): Promise<NetAnswer> {
    const { scheduler } = this.#world
    const fault = this.#draw()
    const call: SentCall = {
      by: life.name,
      atMs: scheduler.nowMs,
      method: request.method,
      path: request.url,
      key: request.headers['idempotency-key'],
      token: request.headers['authorization']?.replace('Bearer ', ''),
      body: request.body,
      order: this.#world.nextOrder(),
      answers: [],
      fault,
    }
    this.#world.calls.push(call)
    if (fault) this.#world.count(`network: ${fault}`)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new AppError('timeout', `no answer within ${request.timeoutMs} ms`)),
        request.timeoutMs,
      )
    })
    try {
      const heard = await Promise.race([this.#travel(request, call, fault), late])
      this.#tell(call, `${heard.status}${call.answers.at(-1)?.replayed ? ' (as before)' : ''}`)
      return heard
    } catch (error) {
      this.#tell(call, error instanceof AppError ? error.kind : String(error))
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #tell(call: SentCall, heard: string): void {
    const key = call.key === undefined ? '' : ` key ${call.key.slice(0, 8)}`
    const fault = call.fault
      ? ` [${call.fault}${call.answers[0] ? `; the server said ${call.answers[0].status}` : ''}]`
      : ''
    this.#world.tell(
      call.by,
      `${call.method} ${call.path.replace(/^\/api\/(v2\.0\/)?(location\/[^/]+\/)?/, '')}${key} -> ${heard}${fault}`,
    )
  }

  async #travel(request: NetRequest, call: SentCall, fault: NetFault | undefined): Promise<NetAnswer> {
    const { scheduler } = this.#world
    if (!this.hasSignal) {
      await scheduler.wait(1)
      throw offline()
    }
    await scheduler.wait(this.#random.below(60))
    const instead = answerInstead(fault)
    if (instead) return instead
    if (fault === 'slow-there') await scheduler.wait(this.#random.below(request.timeoutMs * 1.5))
    if (fault === 'duplicate') void this.#again(request, call)
    const answered = await this.#world.deliver(request, call)
    await scheduler.wait(this.#random.below(60))
    if (fault === 'slow-back') await scheduler.wait(this.#random.below(request.timeoutMs * 1.5))
    if (!this.hasSignal) throw offline()
    return spoiled(answered, fault)
  }

  /** Delivers a second copy of the same call, as an uncertain proxy would. */
  async #again(request: NetRequest, call: SentCall): Promise<void> {
    await this.#world.scheduler.wait(this.#random.below(3000))
    await this.#world.deliver(request, call).catch(() => undefined)
  }
}

/** The answer to a call that never reached the server. Throws if there is none. */
function answerInstead(fault: NetFault | undefined): NetAnswer | undefined {
  switch (fault) {
    case 'cut-before':
      throw offline()
    case 'captive-portal':
      return answer(200, html, { 'content-type': 'text/html' })
    case 'maintenance':
      return answer(503, html, { 'content-type': 'text/html' })
    case 'failed-before':
      return answer(500, problem('internal'), json)
    case 'busy':
      return answer(429, problem('rate_limited'), { ...json, 'retry-after': '2' })
    default:
      return undefined
  }
}

/** What a fault does to the server's answer on its way back. */
function spoiled(given: NetAnswer, fault: NetFault | undefined): NetAnswer {
  switch (fault) {
    case 'cut-after':
    case 'mid-body':
      throw offline()
    case 'half-json':
      return { ...given, text: given.text.slice(0, given.text.length / 2) }
    case 'captive-after':
      return answer(200, html, { 'content-type': 'text/html' })
    case 'failed-after':
      return answer(502, html, { 'content-type': 'text/html' })
    default:
      return given
  }
}
