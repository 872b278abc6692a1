import type { UserUpdateBody } from '#contract/schemas/user.ts'
import { LarderDatabase } from '#db/database.ts'
import { moveToMemory } from '#db/memory-store.ts'
import { listWaiting, type TicketChange, resetBackoff } from '#db/outbox.ts'
import type { SessionRow } from '#db/sessions.ts'
import { appendOwnChanges, findActiveTicket } from '#db/tickets.ts'
import { appendUserChange } from '#db/users.ts'
import { fetchNet, type Net } from '#lib/api/net.ts'
import type { PersonalPorts } from '#lib/query/read-account.ts'
import { createMirror, type Entries, type Mirror } from '#lib/session/mirror.ts'
import { createSession, type Session } from '#lib/session/session.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain, type DrainResult } from '#lib/sync/drain.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { userSender } from '#lib/sync/user-sender.ts'
import { goodPassword, organization } from '../../server/support/members.ts'
import { tavola, type TestLarder } from '../../server/support/larder.ts'
import { newDatabaseName, nextUuid } from './device.ts'
import { type FaultyNet, faultyNet } from './faulty-net.ts'

/** A storage whose entries a test can read; `refuse` makes it throw, as where a browser forbids storage. */
export class FakeStorage implements Entries {
  readonly entries = new Map<string, string>()
  /** How often something was stored or removed. */
  changes = 0
  getItem = (name: string): string | null => this.entries.get(name) ?? null
  setItem = (name: string, value: string): void => {
    this.changes++
    this.entries.set(name, value)
  }
  removeItem = (name: string): void => {
    this.changes++
    this.entries.delete(name)
  }
}

/** One browser's locks, shared by its tabs and its worker. */
export function browserLocksOf() {
  const tails = new Map<string, Promise<unknown>>()
  const held = new Set<string>()
  return {
    withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
      const guarded = async (): Promise<T> => {
        held.add(name)
        try {
          return await run()
        } finally {
          held.delete(name)
        }
      }
      const turn = (tails.get(name) ?? Promise.resolve()).then(guarded)
      tails.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    },
    isHeld: async (name: string) => held.has(name),
  }
}

/** One browser on one phone: what its tabs and its worker share. */
export class Phone {
  readonly name = newDatabaseName()
  readonly localStorage = new FakeStorage()
  readonly notes: string[] = []
  locks = browserLocksOf()
  readonly net: FaultyNet
  readonly larder: TestLarder
  readonly place: typeof tavola
  readonly #listeners = new Set<{ listener: (note: string) => void }>()

  constructor(larder: TestLarder, place = tavola) {
    this.larder = larder
    this.place = place
    this.net = faultyNet(larder.app, place.host)
  }

  /** A tab's end of the broadcast channel: it receives messages of other tabs and not its own. */
  bus() {
    const mine = new Set<{ listener: (note: string) => void }>()
    return {
      post: (note: string): void => {
        this.notes.push(note)
        for (const one of Array.from(this.#listeners)) if (!mine.has(one)) one.listener(note)
      },
      listen: (listener: (note: string) => void) => {
        const one = { listener }
        mine.add(one)
        this.#listeners.add(one)
        return () => void this.#listeners.delete(one)
      },
    }
  }

  /** The calls of a path that left the phone. */
  callsOf(path: string) {
    return this.net.calls.filter((call) =>
      call.path
        .replace(/^\/api/, '')
        .split('?')[0]!
        .endsWith(path),
    )
  }
}

export type TabOptions = {
  sessionStorage?: FakeStorage
  mirror?: Mirror
  localStorage?: () => Entries
  storeIsMemory?: boolean
  /** As a page does where its disk is full. */
  leavesFull?: boolean
  net?: Net
  db?: LarderDatabase
  caches?: CacheStorage
}

/** One tab of a phone, with the portal open and its session started. */
export class Tab {
  readonly phone: Phone
  readonly db: LarderDatabase
  readonly sessionStorage: FakeStorage
  readonly session: Session
  readonly drain: () => Promise<DrainResult>
  /** The session states that the screens were given, in order: a principal, or `guest`. */
  readonly shown: string[] = []
  forgotten = 0
  askedToSignIn = 0
  reloads = 0
  wakes = 0
  addressesGivenUp = 0

  constructor(phone: Phone, options: TabOptions = {}) {
    const { larder } = phone
    this.phone = phone
    this.db = options.db ?? new LarderDatabase(phone.name)
    this.sessionStorage = options.sessionStorage ?? new FakeStorage()
    let isMemory = options.storeIsMemory ?? false
    const storeIsMemory = (): boolean => isMemory
    if (options.leavesFull)
      this.db.leaveFull = async () => {
        await moveToMemory(this.db)
        isMemory = true
        await this.session.look()
        return true
      }
    this.session = createSession({
      db: this.db,
      storeIsMemory,
      net: options.net ?? phone.net,
      base: '/api',
      clock: larder.clock,
      ids: { uuid: nextUuid, secret: nextUuid },
      locks: {
        withLock: (name, run) => phone.locks.withLock(name, run),
        isHeld: (name) => phone.locks.isHeld(name),
      },
      bus: phone.bus(),
      mirror: options.mirror ?? createMirror(() => this.sessionStorage, { storeIsMemory }),
      localStorage: options.localStorage ?? (() => phone.localStorage),
      caches: options.caches,
      organizationId: organization,
      locationId: phone.place.location,
      actions: {
        show: (row: SessionRow | undefined) => void this.shown.push(row?.principal ?? 'guest'),
        forget: () => void this.forgotten++,
        askToSignIn: () => void this.askedToSignIn++,
        giveUpAddress: () => void this.addressesGivenUp++,
        wakeLater: () => void this.wakes++,
        reload: () => void this.reloads++,
      },
    })
    const { api, principal } = this.session
    this.drain = createDrain(
      { db: this.db, api, clock: larder.clock, random: () => 0, withLock: phone.locks.withLock },
      {
        locationId: phone.place.location,
        timeZone: () => 'America/New_York',
        principal,
        classes: () => ['replay', 'draft'],
        senders: [ticketSender, userSender, checkInSender],
      },
    )
  }

  /** Opens a tab and starts its session. */
  static async open(phone: Phone, options: TabOptions = {}): Promise<Tab> {
    const tab = new Tab(phone, options)
    await tab.session.start()
    return tab
  }

  get who() {
    return { locationId: this.phone.place.location, principal: this.session.principal() }
  }

  /** The ports for reading personal data in this tab. */
  get reads(): PersonalPorts {
    return { db: this.db, api: this.session.api, clock: this.phone.larder.clock, ...this.who }
  }

  signIn(email: string, password = goodPassword): Promise<void> {
    return this.session.signIn({ kind: 'password', email, password })
  }

  /** Records changes as taps do. */
  async record(...changes: TicketChange[]): Promise<void> {
    const sent = changes.map((change) => ({ opId: nextUuid(), change }))
    await appendOwnChanges(
      this.db,
      this.who,
      { draftId: nextUuid(), createOpId: nextUuid() },
      sent,
      this.phone.larder.clock.now(),
    )
  }

  /** Records an edit of the account. */
  async edit(body: UserUpdateBody, editedFrom?: string): Promise<string> {
    const opId = nextUuid()
    await appendUserChange(this.db, this.who, { opId, body, editedFrom }, this.phone.larder.clock.now())
    return opId
  }

  async drainNow(): Promise<DrainResult> {
    await resetBackoff(this.db, this.who.locationId)
    return await this.drain()
  }

  waiting() {
    return listWaiting(this.db, this.who.locationId)
  }

  active() {
    return findActiveTicket(this.db, this.who.locationId, this.session.principal())
  }
}

/** No network at all. */
export const deadNet: Net = fetchNet(async () => {
  throw new TypeError('fetch failed')
})

/** A valid edit of the account. */
export const editOf = (changes: Partial<UserUpdateBody> = {}): UserUpdateBody => ({
  first_name: 'Ada',
  last_name: 'Guest',
  dob: '02/29/1980',
  phone: '2125550147',
  address: '1 Main Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10011',
  ...changes,
})

/** Every row of a database, by table. */
export async function dump(db: LarderDatabase): Promise<Record<string, unknown[]>> {
  return Object.fromEntries(
    await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const)),
  )
}

/** The rows in a database that belong to a person. */
export async function personalRows(db: LarderDatabase): Promise<unknown[]> {
  const notPersonal = ['meta', 'locations', 'menuBooks', 'revocations']
  return Object.entries(await dump(db)).flatMap(([table, rows]) => (notPersonal.includes(table) ? [] : rows))
}
