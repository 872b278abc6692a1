import { listAttempts } from '#db/attempts.ts'
import { listWaiting } from '#db/outbox.ts'
import { quarantineMs } from '#db/sessions.ts'
import { heldForMs } from '#server/modules/tickets/ticket.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { actAt, signIn } from './acts.ts'
import { Book, type Stage } from './book.ts'
import { findBroken } from './checks.ts'
import { openGift } from './gift-acts.ts'
import { settleAll } from './money-acts.ts'
import { password, type People } from './people.ts'
import { Phone } from './phone.ts'
import type { Plan, Step } from './plan.ts'
import { refundCards } from './card-refund-acts.ts'
import { askAsStaff, kitchenPath, listOrders, refundPart } from './refund-acts.ts'
import { place } from './server.ts'
import { type Tab, wakeWorker } from './tab.ts'
import { hasWords, isRefusal } from './words.ts'
import type { World } from './world.ts'

/** How long (ms) somebody waits for a tap to take effect before they do the next thing. */
const maxWaitMs = 6000

/** A refund that the provider refused because of a dispute, and a report that could not be looked into, are tried again by then (ms). */
const refusedAgainMs = 62 * 60_000

export type Ended = { broken: string[]; story: string[]; met: ReadonlyMap<string, number> }

/** Plays one session in a world, from its first tap to the checks. */
export async function playSession(world: World, people: People, plan: Plan): Promise<Ended> {
  world.secrets = [password, ...people.handed.map(({ number }) => number)]
  const stage: Stage = { book: new Book(), people, used: new Set() }
  const phones = Array.from({ length: plan.phones }, (_, at) => new Phone(world, `phone${at + 1}`))
  const play = new Play(world, stage, phones)
  if (plan.servers === 2) await world.addServer()
  await play.begin(plan.people)
  const queues = [undefined, ...phones.keys()].map((phone) =>
    plan.steps.filter((step) => step.phone === phone),
  )
  await Promise.all(queues.map((steps) => play.queue(steps)))
  await play.calm()
  await (plan.comesBack ? play.comeBack() : play.stayAway())
  await play.settleDisputes()
  return { broken: await findBroken(world, stage, phones), story: world.story, met: world.met }
}

class Play {
  readonly #world: World
  readonly #stage: Stage
  readonly #phones: Phone[]

  constructor(world: World, stage: Stage, phones: Phone[]) {
    this.#world = world
    this.#stage = stage
    this.#phones = phones
    world.onUnhandledRejection = (error) => this.#note('nobody waited', error)
  }

  /** Opens the portal on every phone, and signs in the members. */
  async begin(people: Plan['people']): Promise<void> {
    for (const [at, phone] of this.#phones.entries()) {
      const tab = await phone.open()
      const who = people[at]
      if (who) await signIn(this.#stage, tab, who)
    }
  }

  async queue(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#world.scheduler.wait(step.afterMs)
      const done = this.#heard(step)
      if (!step.atOnce) await Promise.race([done, this.#world.scheduler.wait(maxWaitMs)])
    }
  }

  /** Plays a step, and notes whatever it rejects with. */
  async #heard(step: Step): Promise<void> {
    this.#world.count(`step: ${step.do}`)
    try {
      if (step.phone === undefined) await this.#atTheHouse(step)
      else await this.#onPhone(step, this.#phones[step.phone]!)
    } catch (error) {
      this.#note(step.do, error)
    }
  }

  #note(what: string, error: unknown): void {
    const { name = 'unknown', message = String(error) } = error as Partial<Error>
    this.#world.tell(
      'screen',
      `${what}: ${error instanceof AppError ? error.kind : name}: ${message.split('\n')[0]}`,
    )
    if (error instanceof AppError && error.cause !== undefined && !isRefusal(error))
      return this.#note(`${what}, because of`, error.cause)
    if (!hasWords(error))
      this.#stage.book.unexpected.push(`${what}: ${error instanceof Error ? error.stack : message}`)
  }

  async #onPhone(step: Step, phone: Phone): Promise<void> {
    switch (step.do) {
      case 'signal':
        phone.network.hasSignal = step.on
        this.#world.tell(phone.name, step.on ? 'has a signal' : 'has no signal')
        return step.on ? void (await Promise.all(phone.tabs.map((tab) => tab.wake()))) : undefined
      case 'faults':
        phone.network.next.push(...step.faults.map((one) => one ?? undefined))
        return
      case 'clock':
        phone.skewMs += step.byMs
        if (step.byMs >= quarantineMs) this.#stage.book.overdue.add(phone.name)
        return this.#world.tell(phone.name, `its clock jumps by ${step.byMs / 1000} s`)
      case 'full':
        phone.fullWrites += step.writes
        return
      case 'die':
        return phone.die()
      case 'evict':
        this.#stage.book.wipe(phone.name)
        return phone.evict()
      case 'new-build':
        phone.build = 'next'
        this.#world.tell(phone.name, 'the next tab gets a newer build of the portal')
        return void (await phone.open())
      case 'worker':
        return await wakeWorker(phone, phone.nextName('worker'), step.ends)
      case 'open-tab':
        return void (await phone.open())
      case 'close-tab':
        if (phone.tabs.length > 1) phone.close(phone.tabs.at(-1)!, 'is closed')
        return
      case 'switch-tab':
        phone.tabs.push(...phone.tabs.splice(0, 1))
        return
      case 'end-at': {
        const tab = phone.tabs.at(-1)
        tab?.life.end(step.waits)
        return this.#world.tell(tab?.life.name ?? phone.name, `will be killed at its wait ${step.waits}`)
      }
      default: {
        phone.tabs = phone.tabs.filter((tab) => !tab.life.isOver)
        const tab = phone.tabs.at(-1) ?? (await phone.open())
        return await actAt(this.#stage, tab, step)
      }
    }
  }

  async #atTheHouse(step: Step): Promise<void> {
    switch (step.do) {
      case 'server-dies':
        return this.#world.killServer(step.trips)
      case 'server-starts':
        return await this.#world.restartServers('dead')
      case 'server-clock':
        return this.#world.jumpClock(step.byMs)
      case 'server-round':
        return await this.#world.round()
      case 'sessions-end': {
        const { userId, email } = this.#stage.people.members[step.of]
        this.#stage.book.signedOut.add(email)
        this.#world.tell('server', `ends every session of ${email}`)
        return await this.#world.endSessionsOf(userId)
      }
      case 'provider':
        this.#world.providerFaults.push(...step.faults.map((one) => one ?? undefined))
        return
      case 'kitchen':
        return await this.#kitchen(step)
      case 'open-gift':
        return await openGift(this.#world, step.which)
      case 'refund':
        return await refundPart(this.#world, this.#stage, step)
      case 'refund-cards':
        return await refundCards(this.#world, this.#stage, step)
      case 'dispute':
        return void (await this.#world.bank.open(step))
      case 'decide':
        return void (await this.#world.bank.decide(step))
      default:
        throw new Error(`the house does not do ${step.do}`)
    }
  }

  /** The staff move an order that they see to a status. */
  async #kitchen({ which, status }: { which: number; status: string }): Promise<void> {
    const orders = await listOrders(this.#world, this.#stage)
    const id = orders[which % Math.max(1, orders.length)]?.id
    if (id === undefined) return
    this.#stage.book.moved.add(id)
    const key = this.#world.random.uuid()
    const call = { method: 'PUT' as const, path: `${kitchenPath}/orders/${id}`, key, body: { status } }
    const moved = await askAsStaff(this.#world, this.#stage, call)
    this.#world.count(`kitchen: ${status} ${moved && moved.status < 300 ? 'done' : 'not done'}`)
    this.#world.tell('kitchen', `moves ${id.slice(0, 8)} to ${status}: ${moved?.status ?? 'no answer'}`)
  }

  /** All faults end: there is a network, the server runs, and everybody opens the portal again. Whatever hangs after this hangs forever. */
  async calm(): Promise<void> {
    const { scheduler } = this.#world
    this.#world.tell('', 'calm: a signal everywhere, nothing breaks any more')
    this.#world.providerFaults = []
    this.#world.skewMs = 0
    if (this.#world.isDown || this.#world.killIsSet) await this.#world.restartServers('all')
    for (const phone of this.#phones) {
      phone.network.next = []
      phone.network.hasSignal = true
      phone.fullWrites = 0
      for (const tab of phone.tabs) tab.life.spare()
      phone.tabs = phone.tabs.filter((tab) => !tab.life.isOver)
    }
    // Calls in flight arrive, or their callers give up.
    await scheduler.wait(200_000)
    await this.#world.round()
    await this.#lookAgain()
    await scheduler.wait(70_000)
    await this.#world.round()
    await scheduler.wait(70_000)
    await this.#world.round()
    await this.#lookAgain()
  }

  /** I9: once faults are over, whoever comes back can pay for their order, or is told why not. */
  async comeBack(): Promise<void> {
    const { book } = this.#stage
    for (const phone of this.#phones) {
      const before = book.payTaps.length
      const tab = phone.tabs.at(-1)!
      await actAt(this.#stage, tab, { do: 'pay', with: 'good', owner: 'yes' }).catch((error: unknown) =>
        this.#note('pay at last', error),
      )
      for (const { said, serverId } of book.payTaps.slice(before))
        if (said !== 'placed' && said !== 'refused')
          book.unexpected.push(`I9: in calm weather ${serverId} was paid for, and the screen said ${said}`)
    }
    await this.#world.scheduler.wait(70_000)
    await this.#world.round()
  }

  /** Nobody comes back: money and rewards reserved for an unplaced order are released. */
  async stayAway(): Promise<void> {
    await this.#world.scheduler.wait(heldForMs + this.#world.aheadMs + 70_000)
    await this.#world.round()
    this.#stage.book.isLeft = true
  }

  /** Every bank decides, and whatever waited for that is done. */
  async settleDisputes(): Promise<void> {
    const { bank, random, scheduler } = this.#world
    if (bank.disputes.length === 0) return
    for (const [which, { state }] of bank.disputes.entries())
      if (state === 'open' || state === 'inquiry')
        await bank.decide({ which, how: random.pick(['won', 'lost']) })
    await scheduler.wait(refusedAgainMs)
    await this.#world.round()
    await scheduler.wait(70_000)
    await this.#world.round()
  }

  async #lookAgain(): Promise<void> {
    for (const phone of this.#phones) {
      const tab = await phone.open()
      await this.#world.scheduler.wait(1000)
      for (let at = 0; at < 3; at++) {
        await settleAll(this.#stage, tab).catch((error: unknown) => this.#note('settle', error))
        await tab.wake().catch((error: unknown) => this.#note('wake', error))
        if (await isAtRest(tab)) break
        await this.#world.scheduler.wait(31_000)
      }
    }
  }
}

/** Whether whoever is signed in has nothing waiting and no unresolved payment. */
async function isAtRest({ db, services }: Tab): Promise<boolean> {
  const principal = services.principal()
  const waiting = (await listWaiting(db, place.location)).filter((op) => op.principal === principal)
  return waiting.length === 0 && (await listAttempts(db, place.location, principal)).length === 0
}
