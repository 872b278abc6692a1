import type { Table } from 'dexie'
import type { LarderDatabase } from './database.ts'

/** The tables with personal rows. Signing out empties these, so a new table with personal rows is added here. */
export const personalTables = (db: LarderDatabase): Table[] => [...tablesByPrincipal(db), db.sessions]

/** Those whose rows name their principal. The session is what decides who that is. */
export const tablesByPrincipal = (db: LarderDatabase): Table<{ locationId: string; principal: string }>[] => [
  db.tickets,
  db.outbox,
  db.paymentAttempts,
  db.placedOrders,
  db.users,
  db.transactions,
  db.cards,
  db.cardOrders,
  db.physicalOrders,
  db.receipts,
  db.ticketHistories,
  db.keptViews,
]

/** Removes the rows of everybody at a location except these. For use inside a transaction over the tables above. */
export async function removePrincipals(
  db: LarderDatabase,
  locationId: string,
  except: readonly (string | undefined)[],
): Promise<void> {
  for (const table of tablesByPrincipal(db)) {
    await table.filter((row) => row.locationId === locationId && !except.includes(row.principal)).delete()
  }
}

/** Removes the copies of what the server knows about a person, and keeps what it does not know yet. For use inside a transaction over them. */
export async function removeCopiesOf(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<void> {
  for (const table of [db.receipts as Table, db.keptViews as Table])
    await table.where('[locationId+principal]').equals([locationId, principal]).delete()
  for (const table of [db.users, db.transactions, db.cards, db.ticketHistories])
    await (table as Table).delete([locationId, principal])
}
