import type { Table } from 'dexie'
import type { LarderDatabase } from './database.ts'

/**
 * Writes what the server said of a row that was as of `seenAt` (its `updatedAt`, ms) when it was asked; does nothing when anything was written since, for
 * that is newer than the answer. Looked at and written in one transaction. `key` is the row's id.
 */
export async function writeIfUnchanged(
  db: LarderDatabase,
  table: Table<{ updatedAt: number }, string>,
  { key, seenAt }: { key: string; seenAt: number | undefined },
  write: () => Promise<void>,
): Promise<void> {
  await db.transaction('rw', table, async () => {
    if ((await table.get(key))?.updatedAt === seenAt) await write()
  })
}
