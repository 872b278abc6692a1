import type { LarderDatabase } from './database.ts'
import type { AttemptRow } from './rows/attempts.ts'
import { withRoom, writeWithRoom } from './with-room.ts'

export type { AttemptRow, AttemptBase, AttemptWhat, TicketAttempt } from './rows/attempts.ts'

/** The attempt on a payable whose outcome is not known, or undefined. */
export async function findAttempt(db: LarderDatabase, payableId: string): Promise<AttemptRow | undefined> {
  return await db.paymentAttempts.where('payableId').equals(payableId).first()
}

/** The attempts of a principal whose outcome is not known, the oldest first. */
export async function listAttempts(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<AttemptRow[]> {
  return await db.paymentAttempts
    .where('[locationId+principal]')
    .equals([locationId, principal])
    .sortBy('createdAt')
}

/** Writes an attempt down. Throws when another one on the same payable is unresolved: one at a time, in every tab. */
export async function addAttempt(db: LarderDatabase, row: AttemptRow): Promise<void> {
  await writeWithRoom(db, [db.paymentAttempts], async () => {
    if (await findAttempt(db, row.payableId))
      throw new Error('an earlier attempt on this order is not resolved yet')
    await db.paymentAttempts.add(row)
  })
}

/** Notes that an attempt goes out now: from here on it may have taken effect. */
export async function markSent(db: LarderDatabase, key: string, now: number): Promise<void> {
  await withRoom(() => db.paymentAttempts.update(key, { sent: true, sentAt: now }))
}

/** Forgets an attempt whose outcome is known. */
export async function removeAttempt(db: LarderDatabase, key: string): Promise<void> {
  await db.paymentAttempts.delete(key)
}

/** Forgets what was written down to pay a payable that is gone. For use inside a transaction over the table. */
export async function removeAttemptsOn(db: LarderDatabase, payableId: string): Promise<void> {
  await db.paymentAttempts.where('payableId').equals(payableId).delete()
}
