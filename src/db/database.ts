import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { KeptViewRow } from './rows/kept-views.ts'
import type { LocationRow } from './rows/locations.ts'
import type { StoredMenuBookRow } from './rows/menu-books.ts'
import type { AttemptRow } from './rows/attempts.ts'
import type { CardOrderRow } from './rows/card-orders.ts'
import type { CardsRow } from './rows/cards.ts'
import type { OutboxRow } from './rows/outbox.ts'
import type { PhysicalOrderRow } from './rows/physical-orders.ts'
import type { PlacedOrderRow } from './rows/placed-orders.ts'
import type { ReceiptRow } from './rows/receipts.ts'
import type { RevocationRow } from './rows/revocations.ts'
import type { SessionRow } from './rows/sessions.ts'
import type { TicketHistoryRow } from './rows/ticket-histories.ts'
import type { TicketRow } from './rows/tickets.ts'
import type { TransactionsRow } from './rows/transactions.ts'
import { newerStore } from './store-failure.ts'
import { adoptOldAttempts, upgradeAttempts } from './upgrade-attempts.ts'
import type { UserRow } from './rows/users.ts'

type MetaRow = { key: string; value: unknown }

/**
 * The device's own store. Every row has its location; every personal row has its principal (`guest`, or the user's: lib/session/principal.ts). A version that
 * has shipped is never edited: a change is a new version with its upgrade.
 */
export class LarderDatabase extends Dexie {
  declare meta: Table<MetaRow, string>
  declare locations: EntityTable<LocationRow, 'locationId'>
  declare menuBooks: Table<StoredMenuBookRow, [string, string]>
  declare tickets: Table<TicketRow, string>
  declare outbox: Table<OutboxRow, number>
  declare paymentAttempts: Table<AttemptRow, string>
  declare placedOrders: Table<PlacedOrderRow, string>
  declare sessions: Table<SessionRow, string>
  declare users: Table<UserRow, [string, string]>
  declare transactions: Table<TransactionsRow, [string, string]>
  declare cards: Table<CardsRow, [string, string]>
  declare revocations: Table<RevocationRow, string>
  declare cardOrders: Table<CardOrderRow, string>
  declare physicalOrders: Table<PhysicalOrderRow, string>
  declare receipts: Table<ReceiptRow, [string, string, string, string]>
  declare ticketHistories: Table<TicketHistoryRow, [string, string]>
  declare keptViews: Table<KeptViewRow, [string, string]>
  /**
   * Called when a write has no room: continues in memory, and resolves to whether it could. Only a page has it: the worker's data has to outlive the worker.
   */
  declare leaveFull?: () => Promise<boolean>

  constructor(name: string, options?: DexieOptions) {
    super(name, options)
    this.version(1).stores({
      meta: 'key',
      locations: 'locationId',
      menuBooks: '[locationId+mode]',
      tickets: 'draftId, [locationId+principal]',
      outbox: '++seq, &opId, draftId, locationId',
      attempts: 'key, draftId',
      placedOrders: 'ticketId, [locationId+principal], placedAt',
    })
    this.version(2).stores({
      sessions: 'locationId',
      users: '[locationId+principal]',
      transactions: '[locationId+principal]',
      cards: '[locationId+principal]',
      revocations: 'revocationId',
    })
    this.version(3).stores({
      cardOrders: 'orderId, [locationId+principal]',
      physicalOrders: 'orderId, [locationId+principal]',
      cardAttempts: 'key, orderId',
    })
    this.version(4).stores({
      receipts: '[locationId+principal+type+objectId], [locationId+principal]',
      ticketHistories: '[locationId+principal]',
    })
    this.version(5)
      .stores({
        paymentAttempts: 'key, payableId, [locationId+principal]',
        attempts: null,
        cardAttempts: null,
      })
      .upgrade(upgradeAttempts)
    this.version(6).stores({
      keptViews: '[locationId+address], address, [locationId+principal], savedAt',
    })
  }
}

/** Dexie multiplies versions by ten for the browser; an old build that adapts a newer store to itself adds less than ten. */
const nativeFactor = 10

/**
 * Accepts a store of this build's version or older. Dexie opens a newer one silently and would write rows of an older shape into it (reliability D10): such a
 * store is closed again and this rejects, so that the build goes on in memory.
 */
async function admit(database: LarderDatabase): Promise<void> {
  if (Math.floor(database.backendDB().version / nativeFactor) > database.verno) {
    database.close()
    throw new Error(newerStore)
  }
  await adoptOldAttempts(database)
}

/** How long to wait for a tab that blocks an upgrade (ms): it may never close the store. */
const blockedLimitMs = 1500
/**
 * How long a browser may take to answer at all (ms). A busy phone is slow, and giving up early puts the order into memory, where it is lost with
 * its tab (decision 082).
 */
const openLimitMs = 6000
/** A browser that has not answered by then (ms) is asked once more: WebKit sometimes drops the first request after a cold start (reliability D7). */
const againAfterMs = 700

/**
 * Opens the device's store with up to two requests, whichever is answered first. Rejects when there is none or when it does not open in time; the caller then
 * goes on with a store in memory, so that everything still works while there is a network.
 */
export async function openDatabase(name: string, options?: DexieOptions): Promise<LarderDatabase> {
  const limit = startLimit()
  try {
    const first = openOnce(name, options, limit)
    const noAnswer = new Promise<false>((resolve) => limit.after(againAfterMs, () => resolve(false)))
    if (await Promise.race([first.then(() => true), noAnswer])) return await first
    const tries = [first, openOnce(name, options, limit)]
    const opened = await Promise.any(tries).catch(() => first)
    for (const one of tries)
      one.then(
        (other) => other !== opened && other.close(),
        () => undefined,
      )
    return opened
  } finally {
    limit.end()
  }
}

type OpenLimit = {
  /** Rejects when the time is up. */
  over: Promise<never>
  /** Another tab blocks an upgrade: the browser tells only one of the two requests so. */
  block: () => void
  after: (ms: number, run: () => void) => void
  end: () => void
}

function startLimit(): OpenLimit {
  const timers: ReturnType<typeof setTimeout>[] = []
  const after = (ms: number, run: () => void): void => void timers.push(setTimeout(run, ms))
  let block = (): void => undefined
  const over = new Promise<never>((_, reject) => {
    const rejectAfter = (ms: number): void =>
      after(ms, () => reject(new Error(`the device's store did not open within ${ms} ms`)))
    rejectAfter(openLimitMs)
    block = () => rejectAfter(blockedLimitMs)
  })
  return { over, block, after, end: () => timers.forEach(clearTimeout) }
}

/** Rejects when the time is up. */
async function openOnce(
  name: string,
  options: DexieOptions | undefined,
  limit: OpenLimit,
): Promise<LarderDatabase> {
  // Where the browser has no store of its own, Dexie's liveQuery watches nothing, even on the store that it was given.
  if (options?.indexedDB) Dexie.dependencies.indexedDB ||= options.indexedDB as IDBFactory
  const database = new LarderDatabase(name, options)
  // Another tab has a newer schema: this one closes the store, or the other's upgrade would wait forever. `false` replaces Dexie's own handler, which reopens
  // the store at the next write: an old build would then write into the newer schema. A store that another tab only deletes (the last resort of signing out) is
  // opened again, empty; `admit` then checks whose it is.
  database.on('versionchange', ({ newVersion }) => {
    database.close({ disableAutoOpen: newVersion !== null })
    return false
  })
  database.on('blocked', limit.block)
  // At every opening: Dexie reopens a connection that the browser has cut at the next action (reliability D8).
  database.on('ready', () => admit(database), true)
  return await Promise.race([database.open().then(() => database), limit.over])
}
