import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { KeptViewRow } from './rows/kept-views.ts'
import type { LocationRow } from './rows/locations.ts'
import type { MenuBookRow } from './rows/menu-books.ts'
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
import { adoptOldAttempts, upgradeAttempts } from './upgrade-attempts.ts'
import type { UserRow } from './rows/users.ts'

type MetaRow = { key: string; value: unknown }

/**
 * The device's own store. Every row bears its location; every personal row bears its principal (`guest`, or the user's: lib/session/principal.ts).
 * A version that has shipped is never edited: a change is a new version with its upgrade.
 */
export class LarderDatabase extends Dexie {
  declare meta: Table<MetaRow, string>
  declare locations: EntityTable<LocationRow, 'locationId'>
  declare menuBooks: Table<MenuBookRow, [string, string]>
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

/** Native versions are ten times Dexie's; an old build that adapts a newer store to itself adds less than ten. */
const nativeFactor = 10

/**
 * Goes on with a store that is this build's or older. Dexie opens a newer build's without a word and would write rows of an older form into it (reliability
 * D10): that one is closed again, and this build goes on in memory. Rejects then.
 */
async function admit(database: LarderDatabase): Promise<void> {
  if (Math.floor(database.backendDB().version / nativeFactor) > database.verno) {
    database.close()
    throw new Error('the device’s store belongs to a newer version of the portal')
  }
  await adoptOldAttempts(database)
}

/** How long a tab that holds an upgrade up is waited for (ms): it may never let go. */
const blockedLimitMs = 1500
/** How long a browser may take that says nothing (ms): a busy phone is slow, and an order in memory would go with its tab (decision 082). */
const openLimitMs = 6000
/** A browser that has not answered by then (ms) is asked once more: WebKit forgets the first question after a cold start now and then (reliability D7). */
const againAfterMs = 700

/**
 * Opens the device's store, by whichever of two questions the browser answers. Rejects when it has none or when it does not open in time; the caller then
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
  /** Rejects when the time is over. */
  over: Promise<never>
  /** Another tab holds an upgrade up: of two questions one alone is told so. */
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

/** Rejects when the time is over. */
async function openOnce(
  name: string,
  options: DexieOptions | undefined,
  limit: OpenLimit,
): Promise<LarderDatabase> {
  // Where the browser has no store of its own, Dexie watches nothing (liveQuery), though it was given another.
  if (options?.indexedDB) Dexie.dependencies.indexedDB ||= options.indexedDB as IDBFactory
  const database = new LarderDatabase(name, options)
  // Another tab brought a newer schema: this one lets go, or the other's upgrade would wait for ever. `false` keeps Dexie's own handler out,
  // which opens the store again at the next write: an old build would then write into the newer schema. One that another tab only deletes (the last
  // resort of signing out) is opened again, empty: `admit` looks whose it is by then.
  database.on('versionchange', ({ newVersion }) => {
    database.close({ disableAutoOpen: newVersion !== null })
    return false
  })
  database.on('blocked', limit.block)
  // At every opening: one whose connection the browser has cut is opened again by Dexie at the next action (reliability D8).
  database.on('ready', () => admit(database), true)
  return await Promise.race([database.open().then(() => database), limit.over])
}
