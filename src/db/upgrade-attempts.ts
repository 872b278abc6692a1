import type { Dexie, Transaction } from 'dexie'
import type { AttemptRow } from './rows/attempts.ts'

/**
 * Version 5: the two tables of attempts become one under a new name. Unfinished attempts are moved. An open old tab closes the store and can no longer write to
 * it (database.ts, `versionchange`). An old build that is loaded again recreates its own tables (Dexie 4 does so automatically), so each opening also looks for
 * what such a build has left.
 */
export async function upgradeAttempts(tx: Transaction): Promise<void> {
  for (const name of oldTables) {
    const rows = await tx.table<OldAttempt>(name).toArray()
    await tx.table('paymentAttempts').bulkPut(rows.map(carriedOver))
  }
}

/** Moves the attempts that an old build has written into the new store. Rejects when the store fails. */
export async function adoptOldAttempts(db: Dexie): Promise<void> {
  const store = db.backendDB()
  const left = oldTables.filter((name) => store.objectStoreNames.contains(name))
  if (left.length === 0) return
  await new Promise<void>((resolve, reject) => {
    const tx = store.transaction([...left, 'paymentAttempts'], 'readwrite')
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('the attempts of an older build could not be taken over'))
    for (const name of left) {
      const rows: IDBRequest<OldAttempt[]> = tx.objectStore(name).getAll()
      rows.onsuccess = () => {
        for (const row of rows.result) tx.objectStore('paymentAttempts').put(carriedOver(row))
        tx.objectStore(name).clear()
      }
    }
  })
}

const oldTables = ['attempts', 'cardAttempts'] as const

type OldTicketAttempt = { draftId: string; ticketId: string; kind: string }
type OldCardAttempt = { orderId: string; kind: 'card' | 'physical' }
type OldAttempt = OldTicketAttempt | OldCardAttempt

function carriedOver(row: OldAttempt): AttemptRow {
  if ('draftId' in row) {
    const { draftId: payableId, ticketId: serverId, ...rest } = row
    // Adds the fields that are new; the rest was checked by the build that wrote it.
    return { ...rest, payable: 'ticket', payableId, serverId } as AttemptRow
  }
  const { orderId, kind, ...rest } = row
  const payable = kind === 'card' ? 'card-order' : 'posted-order'
  // Older builds did not record it: the attempt may have been sent.
  return {
    ...rest,
    payable,
    kind: 'checkout',
    payableId: orderId,
    serverId: orderId,
    sent: true,
  } as unknown as AttemptRow
}
