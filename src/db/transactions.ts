import * as z from 'zod/mini'
import { Transaction } from '#contract/schemas/user.ts'
import type { LarderDatabase } from './database.ts'
import { putUnlessOlder } from './newest.ts'
import { requirePrincipal } from './sessions.ts'
import type { TransactionsRow } from './rows/transactions.ts'

export type { TransactionsRow } from './rows/transactions.ts'

const Row = z.object({ transactions: z.array(Transaction), savedAt: z.number() })

/** A person's transactions, or undefined. A row that no longer fits its schema counts as none. */
export async function findTransactions(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<TransactionsRow | undefined> {
  const row = z.safeParse(Row, await db.transactions.get([locationId, principal]))
  return row.success ? { locationId, principal, ...row.data } : undefined
}

/** Replaces a person's transactions, unless newer ones are stored. Throws SessionChangedError when the person is no longer signed in. */
export async function saveTransactions(
  db: LarderDatabase,
  row: TransactionsRow,
  now?: number,
): Promise<void> {
  await db.transaction('rw', db.sessions, db.transactions, async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await putUnlessOlder(db.transactions, [row.locationId, row.principal], row, now)
  })
}
