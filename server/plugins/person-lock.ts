import type { Transaction } from '#server/db/database.ts'
import { unauthorized } from './auth.ts'

/**
 * What a person changes and the end of their account come one after the other: whose session was good a moment ago may be gone by the time that their change
 * is written, and would leave their id on it. Taken before any other lock of a transaction.
 */

type Person = { locationId: string; userId: string }

const keyOf = ({ locationId, userId }: Person): string[] => [locationId, `person ${userId}`]

/** Keeps a person's account until the transaction ends. Throws 401 unauthorized where it has gone. */
export async function lockPersonShared(tx: Transaction, person: Person): Promise<void> {
  tx.later('SELECT pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))', keyOf(person))
  // A statement of its own: it is to see what was committed while the lock was waited for.
  const rows = await tx.query('SELECT 1 AS there FROM users WHERE location_id = $1 AND id = $2', [
    person.locationId,
    person.userId,
  ])
  if (rows.length === 0) throw unauthorized()
}

/** Waits for what a person is changing, and keeps them from changing anything until the transaction ends. */
export const lockPerson = (tx: Transaction, person: Person): void =>
  tx.later('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', keyOf(person))
