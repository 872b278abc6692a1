import type { LarderDatabase } from './database.ts'
import type { AttemptRow } from './rows/attempts.ts'
import { writeWithRoom } from './with-room.ts'

export type { AttemptRow, AttemptBase, AttemptWhat, TicketAttempt } from './rows/attempts.ts'

/** The attempt on a payable whose outcome is unknown, or undefined. */
export async function findAttempt(db: LarderDatabase, payableId: string): Promise<AttemptRow | undefined> {
  return await db.paymentAttempts.where('payableId').equals(payableId).first()
}

/** A principal's attempts whose outcome is unknown, the oldest first. */
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

/** Saves an attempt. Throws when another one on the same payable is unresolved: only one at a time, across all tabs. */
export async function addAttempt(db: LarderDatabase, row: AttemptRow): Promise<void> {
  await writeWithRoom(db, [db.paymentAttempts], async () => {
    if (await findAttempt(db, row.payableId))
      throw new Error('an earlier attempt on this order is not resolved yet')
    await db.paymentAttempts.add(row)
  })
}

/** Marks an attempt as sent: from now on it may have taken effect. */
export async function markSent(db: LarderDatabase, key: string, now: number): Promise<void> {
  await writeWithRoom(
    db,
    [db.paymentAttempts],
    async () => await db.paymentAttempts.update(key, { sent: true, sentAt: now }),
  )
}

/** Deletes an attempt whose outcome is known. */
export async function removeAttempt(db: LarderDatabase, key: string): Promise<void> {
  await db.paymentAttempts.delete(key)
}

/** Deletes the attempts on a payable that no longer exists. For use inside a transaction over the table. */
export async function removeAttemptsOn(db: LarderDatabase, payableId: string): Promise<void> {
  await db.paymentAttempts.where('payableId').equals(payableId).delete()
}
