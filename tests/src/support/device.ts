import type { QueueClass } from '#contract/endpoint.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { LarderDatabase } from '#db/database.ts'
import { listWaiting, type TicketChange, resetBackoff } from '#db/outbox.ts'
import { appendChanges, findActiveTicket } from '#db/tickets.ts'
import { type Api, type Auth, createApi } from '#lib/api/client.ts'
import type { AttemptPorts } from '#lib/payments/attempt.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain, type DrainResult } from '#lib/sync/drain.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { userSender } from '#lib/sync/user-sender.ts'
import { tavola, type TestLarder } from '../../server/support/larder.ts'
import { type FaultyNet, faultyNet } from './faulty-net.ts'

export const rules = { tax_rate: '0.08875', tax_rounding: 'half_up', delivery_charge: 450 } as const

/**
 * Locks with one holder at a time, shared by every device that gets the same instance. A process that dies releases nothing
 * here, so the next one gets a new instance.
 */
export function testLocks() {
  const tails = new Map<string, Promise<unknown>>()
  return function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = (tails.get(name) ?? Promise.resolve()).then(run)
    tails.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
}

let lastId = 0
/** UUIDs in sequence, so that a failing run reads the same every time. */
export const nextUuid = (): string => `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`

/**
 * Counted for the whole Vitest worker, because this module is loaded again after some files. Reusing a name that is still
 * being deleted would wait, or lose the new database.
 */
const worker = globalThis as { lastTestDatabase?: number }
export const newDatabaseName = (): string => {
  worker.lastTestDatabase = (worker.lastTestDatabase ?? 0) + 1
  return `larder-test-${worker.lastTestDatabase}`
}

export type DeviceOptions = {
  /** The database's name: the same name is the same phone, opened again. */
  name?: string
  net?: FaultyNet
  principal?: string
  /** The queue classes that may be sent from here; all by default. */
  classes?: readonly QueueClass[]
  withLock?: ReturnType<typeof testLocks>
  auth?: Auth
}

/** A phone with the portal open: its database, its network, its sender. */
export class Device {
  readonly name: string
  readonly db: LarderDatabase
  readonly net: FaultyNet
  readonly api: Api
  readonly attempts: AttemptPorts
  readonly drain: () => Promise<DrainResult>
  readonly #larder: TestLarder
  readonly #who: { locationId: string; principal: string }

  constructor(larder: TestLarder, options: DeviceOptions = {}) {
    const { name = newDatabaseName(), principal = 'guest', withLock = testLocks() } = options
    this.#larder = larder
    this.#who = { locationId: tavola.location, principal }
    this.name = name
    this.db = new LarderDatabase(name)
    this.net = options.net ?? faultyNet(larder.app, tavola.host)
    this.api = createApi({
      net: this.net,
      base: '/api',
      locationId: tavola.location,
      ...(options.auth && { auth: options.auth }),
    })
    const ports = { db: this.db, api: this.api, clock: larder.clock, principal: () => principal, withLock }
    this.attempts = ports
    this.drain = createDrain(
      { ...ports, random: () => 0 },
      {
        locationId: tavola.location,
        timeZone: () => 'America/New_York',
        principal: () => principal,
        classes: () => options.classes ?? ['replay', 'draft'],
        senders: [ticketSender, userSender, checkInSender],
      },
    )
  }

  /** Records changes as taps do. Returns the last change's id. */
  async record(...changes: TicketChange[]): Promise<string> {
    const sent = changes.map((change) => ({ opId: nextUuid(), change }))
    await appendChanges(
      this.db,
      this.#who,
      { draftId: nextUuid(), createOpId: nextUuid() },
      sent,
      this.#larder.clock.now(),
    )
    return sent.at(-1)!.opId
  }

  async active() {
    const active = await findActiveTicket(this.db, this.#who.locationId, this.#who.principal)
    if (!active) throw new Error('there is no active ticket')
    return active
  }

  async view(): Promise<TicketView> {
    const { row, pending } = await this.active()
    return viewTicket(row, pending, rules)
  }

  waiting() {
    return listWaiting(this.db, this.#who.locationId)
  }

  /** Sends every waiting change at once, without waiting for its backoff. */
  async drainNow(): Promise<DrainResult> {
    await resetBackoff(this.db, this.#who.locationId)
    return await this.drain()
  }

  /** The same phone after the portal was closed and opened again. */
  async reopen(): Promise<Device> {
    this.db.close()
    return new Device(this.#larder, { name: this.name, net: this.net, principal: this.#who.principal })
  }

  /** The server's version of the ticket. */
  async serverTicket(): Promise<TicketOrder> {
    const { ticketId } = (await this.active()).row
    const answer = await this.#larder.app.inject({
      url: `/api/location/${tavola.location}/ticketorder/${ticketId}`,
      headers: { host: tavola.host },
    })
    if (answer.statusCode !== 200) throw new Error(`the server answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<{ ticket_order: TicketOrder }>().ticket_order
  }
}

/** How many tickets the server has: more than expected means that a creation took effect twice. */
export async function countTickets(larder: TestLarder): Promise<number> {
  const [row] = await larder.database.query<{ count: number }>('SELECT count(*)::int AS count FROM tickets')
  return row!.count
}
