import * as z from 'zod/mini'
import { Receipt } from '#contract/schemas/receipt.ts'
import type { LarderDatabase } from './database.ts'
import { putUnlessOlder } from './newest.ts'
import { requirePrincipal } from './sessions.ts'
import type { ReceiptRow } from './rows/receipts.ts'

export type { ReceiptRow } from './rows/receipts.ts'

type Key = Pick<ReceiptRow, 'locationId' | 'principal' | 'type' | 'objectId'>

/** How many receipts of a principal are kept. */
const keptReceipts = 20

const Row = z.object({ receipt: Receipt, savedAt: z.number() })

/** A principal's receipt, or undefined. A row that no longer fits its schema counts as none. */
export async function findReceipt(db: LarderDatabase, key: Key): Promise<ReceiptRow | undefined> {
  const row = z.safeParse(Row, await db.receipts.get([key.locationId, key.principal, key.type, key.objectId]))
  return row.success ? { ...key, ...row.data } : undefined
}

/** Saves a receipt; those viewed longest ago are deleted. Throws SessionChangedError when its person is no longer signed in here. */
export async function saveReceipt(db: LarderDatabase, row: ReceiptRow, now?: number): Promise<void> {
  await db.transaction('rw', db.sessions, db.receipts, async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await putUnlessOlder(db.receipts, [row.locationId, row.principal, row.type, row.objectId], row, now)
    const rows = await db.receipts
      .where('[locationId+principal]')
      .equals([row.locationId, row.principal])
      .sortBy('savedAt')
    const old = rows.slice(0, -keptReceipts)
    await db.receipts.bulkDelete(
      old.map((one): [string, string, string, string] => [
        one.locationId,
        one.principal,
        one.type,
        one.objectId,
      ]),
    )
  })
}
