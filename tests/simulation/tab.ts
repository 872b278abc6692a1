import { IDBKeyRange } from 'fake-indexeddb'
import { LarderDatabase } from '#db/database.ts'
import type { UserUpdateBody } from '#contract/schemas/user.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { createMirror } from '#lib/session/mirror.ts'
import { createSession, type Session } from '#lib/session/session.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { userSender } from '#lib/sync/user-sender.ts'
import type { Services } from '#lib/query/services.ts'
import { personalServices, sessionServices } from '#app/account-services.ts'
import { orderServices } from '#app/order-services.ts'
import { refreshTicket } from '#app/refresh-ticket.ts'
import { createFlush, wakeOutbox } from '#app/sender.ts'
import { ticketServices } from '#app/ticket-services.ts'
import { replayWaiting } from '../../src/sw/replay.ts'
import type { Browser } from './browser.ts'
import { Entries, Life, tie } from './life.ts'
import { place } from './server.ts'

export const rules = { tax_rate: '0.08875', tax_rounding: 'half_up', delivery_charge: 450 } as const
const base = '/api'

/** The next build of the portal, with another version of the device's store. */
class NextBuild extends LarderDatabase {
  constructor(...of: ConstructorParameters<typeof LarderDatabase>) {
    super(...of)
    this.version(7).stores({ later: 'id' })
  }
}

/** Opens a device's store as database.ts does, but without its time limit: a store hangs here only if it is meant to. */
async function openStore(phone: Browser, life: Life): Promise<LarderDatabase> {
  const Build = phone.build === 'next' ? NextBuild : LarderDatabase
  const db = new Build(phone.storeName, { indexedDB: diskOf(phone, life), IDBKeyRange })
  tie(db, life, phone.watch(life))
  db.on('versionchange', () => {
    db.close()
    return false
  })
  await db.open()
  return db
}

/** A device's disk as seen by one life: its connections end with the life. */
function diskOf({ disk }: Browser, life: Life): IDBFactory {
  return {
    open(name: string, version?: number) {
      const request = disk.open(name, version)
      const tieTo = (): void => {
        const connection = request.result
        if (life.isOver) connection.close()
        else life.onEnd(() => connection.close())
      }
      request.addEventListener('success', tieTo)
      return request
    },
    deleteDatabase: (name: string) => disk.deleteDatabase(name),
    cmp: (one: unknown, other: unknown) => disk.cmp(one, other),
    databases: () => disk.databases(),
  } as IDBFactory
}

/** One tab of a phone with the portal open in it, assembled from the product's own parts as in src/launch/services.ts. */
export class Tab {
  readonly phone: Browser
  readonly life: Life
  readonly db: LarderDatabase
  readonly session: Session
  readonly services: Services
  /** How many times somebody was asked to sign in again. */
  askedToSignIn = 0
  /** Who the screen says is signed in: an email address, or `guest`. */
  maker = 'guest'

  private constructor(phone: Browser, life: Life, db: LarderDatabase) {
    this.phone = phone
    this.life = life
    this.db = db
    const { ids, clock } = phone
    const locks = phone.locks.of(life)
    const session = createSession({
      db,
      storeIsMemory: () => false,
      net: phone.network.of(life),
      base,
      clock,
      ids,
      locks,
      bus: phone.notes.of(life),
      mirror: createMirror(() => new Entries()),
      localStorage: () => phone.localStorage,
      organizationId: place.organization,
      locationId: place.location,
      actions: {
        show: (row) => {
          this.maker = row?.email ?? 'guest'
          phone.world.tell(life.name, `shows ${this.maker}`)
        },
        forget: () => undefined,
        askToSignIn: () => void this.askedToSignIn++,
        giveUpAddress: () => undefined,
        wakeLater: () => void (phone.wakesWorker = true),
        reload: () => undefined,
      },
    })
    this.session = session
    const { api, principal } = session
    const settings = {
      locationId: place.location,
      timeZone: () => 'America/New_York',
      principal,
      classes: () => ['replay', 'draft'] as const,
      senders: [ticketSender, userSender, checkInSender],
    }
    const drain = createDrain(
      { db, api, clock, random: () => phone.random.next(), withLock: locks.withLock },
      settings,
    )
    const flush = createFlush(drain, clock)
    const ports = { db, clock, ids, locationId: place.location, flush }
    const attempts = { db, api, clock, principal, withLock: locks.withLock }
    this.services = {
      ...ports,
      api,
      principal,
      attempts,
      session: sessionServices(session, { ...ports, attempts, push: { drop: async () => undefined } }),
      ...personalServices({ db, api, clock, ids, locationId: place.location }, session, flush),
      ...ticketServices({ ...ports, session }),
      ...orderServices({ ...ports, principal, base }),
      whilePaying: session.whilePaying,
      noteFailure: () => undefined,
    } as Partial<Services> as Services
  }

  /** Opens the portal in a new tab. `ends`: the tab ends at that many waits from here; 0 means not. */
  static async open(phone: Browser, name: string, ends = 0): Promise<Tab> {
    const life = new Life(name)
    if (ends > 0) life.end(ends)
    const tab = new Tab(phone, life, await openStore(phone, life))
    await tab.session.start()
    void tab.session.check()
    void refreshTicket(tab.services).then(tab.services.flush, () => undefined)
    return tab
  }

  /** The order as the screen shows it, or undefined where there is none. */
  async look(): Promise<TicketView | undefined> {
    const active = await findActiveTicket(this.db, place.location, this.session.principal())
    return active && viewTicket(active.row, active.pending, rules)
  }

  /** The network is back, or the portal came to the foreground. */
  async wake(): Promise<void> {
    await Promise.all([this.session.check(), wakeOutbox(this.services)])
  }

  async saveUser(body: UserUpdateBody): Promise<string> {
    return await this.services.saveUser(body)
  }
}

/** The browser wakes the worker, with or without an open window: it sends what may be sent without the person. */
export async function wakeWorker(phone: Browser, name: string, ends = 0): Promise<void> {
  const life = new Life(name)
  if (ends > 0) life.end(ends)
  const db = await openStore(phone, life)
  try {
    await replayWaiting({
      db,
      net: phone.network.of(life),
      base,
      clock: phone.clock,
      ids: phone.ids,
      locks: phone.locks.of(life),
      bus: phone.notes.of(life),
      random: () => phone.random.next(),
    })
  } finally {
    life.end()
  }
}
