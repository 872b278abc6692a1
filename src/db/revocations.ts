import type { LarderDatabase } from './database.ts'
import { writeWithRoom } from './with-room.ts'

export type { RevocationRow } from './rows/revocations.ts'

/** The revocations that wait to be sent. */
export async function listRevocations(db: LarderDatabase): Promise<string[]> {
  return (await db.revocations.toArray())
    .map((row) => row.revocationId)
    .filter((id) => typeof id === 'string' && id !== '')
}

/** Keeps a revocation until it has been sent. */
export async function addRevocation(db: LarderDatabase, revocationId: string): Promise<void> {
  await writeWithRoom(db, [db.revocations], async () => await db.revocations.put({ revocationId }))
}

/** Deletes a revocation that was sent. */
export async function removeRevocation(db: LarderDatabase, revocationId: string): Promise<void> {
  await db.revocations.delete(revocationId)
}
