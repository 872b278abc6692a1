import type { LarderDatabase } from './database.ts'

export type { RevocationRow } from './rows/revocations.ts'

/** The revocations that wait for a network. */
export async function listRevocations(db: LarderDatabase): Promise<string[]> {
  return (await db.revocations.toArray())
    .map((row) => row.revocationId)
    .filter((id) => typeof id === 'string' && id !== '')
}

/** Keeps a revocation until it is sent. */
export async function addRevocation(db: LarderDatabase, revocationId: string): Promise<void> {
  await db.revocations.put({ revocationId })
}

/** Forgets a revocation that is done. */
export async function removeRevocation(db: LarderDatabase, revocationId: string): Promise<void> {
  await db.revocations.delete(revocationId)
}
