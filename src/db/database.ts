import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { LocationRow } from './locations.ts'
import type { MenuBookRow } from './menu-books.ts'
import type { AttemptRow } from './attempts.ts'
import type { OutboxRow } from './outbox.ts'
import type { PlacedOrderRow } from './placed-orders.ts'
import type { TicketRow } from './tickets.ts'

export type MetaRow = { key: string; value: unknown }

/**
 * The device's own store. Every row bears its location; every personal row bears its principal (`guest`, or the user's id).
 * A version that has shipped is never edited: a change is a new version with its upgrade.
 */
export class LarderDatabase extends Dexie {
  declare meta: Table<MetaRow, string>
  declare locations: EntityTable<LocationRow, 'locationId'>
  declare menuBooks: Table<MenuBookRow, [string, string]>
  declare tickets: Table<TicketRow, string>
  declare outbox: Table<OutboxRow, number>
  declare attempts: Table<AttemptRow, string>
  declare placedOrders: Table<PlacedOrderRow, string>

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
  }
}

/** How long opening may take before the portal goes on without it: an upgrade held up by another tab never settles by itself. */
const openLimitMs = 1500

/**
 * Opens the device's store. Rejects when the browser has none or when it does not open in time; the caller then goes on with a
 * store in memory, so that everything still works while there is a network.
 */
export async function openDatabase(name: string, options?: DexieOptions): Promise<LarderDatabase> {
  const database = new LarderDatabase(name, options)
  // Another tab brought a newer schema: this one lets go, or the other's upgrade would wait for ever. `false` keeps Dexie's own handler out,
  // which opens the store again at the next write: an old build would then write into the newer schema.
  database.on('versionchange', () => {
    database.close()
    return false
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the device's store did not open within ${openLimitMs} ms`)), openLimitMs)
  })
  try {
    await Promise.race([database.open(), late])
    return database
  } finally {
    clearTimeout(timer)
  }
}
