import type { Table } from 'dexie'
import type { LarderDatabase } from './database.ts'

/**
 * Writes the server's answer about a row, unless the row was written to after the request: `seenAt` is its `updatedAt` (ms) at that time. Compares and writes
 * in one transaction, over `also` as well. `key` is the row's id.
 */
export async function writeIfUnchanged(
  db: LarderDatabase,
  table: Table<{ updatedAt: number }, string>,
  { key, seenAt }: { key: string; seenAt: number | undefined },
  write: () => Promise<void>,
  also: readonly Table[] = [],
): Promise<void> {
  await db.transaction('rw', [table, ...also], async () => {
    if ((await table.get(key))?.updatedAt === seenAt) await write()
  })
}
