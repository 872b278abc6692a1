import type { Transaction } from '#server/db/database.ts'
import { unauthorized } from './auth.ts'

/**
 * Serializes a person's changes and the deletion of their account: otherwise a change with a session that was valid a moment ago could be written after the
 * deletion, with the deleted id. Taken before any other lock of a transaction.
 */

type Person = { locationId: string; userId: string }

const keyOf = ({ locationId, userId }: Person): string[] => [locationId, `person ${userId}`]

/** Keeps a person's account from being deleted until the transaction ends. Throws 401 unauthorized where it was deleted. */
export async function lockPersonShared(tx: Transaction, person: Person): Promise<void> {
  tx.later('SELECT pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))', keyOf(person))
  // A separate statement: it must see what was committed while waiting for the lock.
  const rows = await tx.query('SELECT 1 AS there FROM users WHERE location_id = $1 AND id = $2', [
    person.locationId,
    person.userId,
  ])
  if (rows.length === 0) throw unauthorized()
}

/** Waits for a person's running changes, and blocks new ones until the transaction ends. */
export const lockPerson = (tx: Transaction, person: Person): void =>
  tx.later('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', keyOf(person))
