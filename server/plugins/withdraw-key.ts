import { dayMs } from '#contract/durations.ts'
import type { Transaction } from '#server/db/database.ts'

/** Longer than any request can be under way. */
const withdrawnForMs = 30 * dayMs
/** No request has this method, so none matches the withdrawn one: a late request gets 422 idempotency_mismatch. */
const withdrawn = 'WITHDRAWN'

type Begun = {
  state: 'begun'
  /** Makes sure that what was started under the key has no effect anymore. */
  withdraw(): 'withdrawn'
}

/**
 * Withdraws for good a key that no request has claimed. Where one has, returns how far it got: `answered`, `running` while it is processed, or `begun` and
 * abandoned, which the caller withdraws when nothing depends on it.
 */
export async function withdrawKey(
  tx: Transaction,
  { locationId, caller, key, nowMs }: { locationId: string; caller: string; key: string; nowMs: number },
): Promise<{ state: 'withdrawn' | 'answered' | 'running' } | Begun> {
  const rows = await tx.query(
    `INSERT INTO idempotency_keys (location_id, caller, key, method, path, fingerprint, state, status, body, locked_until, created_at, expires_at)
     VALUES ($1, $2, $3, '${withdrawn}', '', '', 'done', 409, '', 0, $4, $5) ON CONFLICT (location_id, caller, key) DO NOTHING RETURNING 1 AS made`,
    [locationId, caller, key, nowMs, nowMs + withdrawnForMs],
  )
  if (rows.length > 0) return { state: 'withdrawn' }
  const found = await tx.query<{ method: string; state: 'running' | 'done'; locked_until: number }>(
    'SELECT method, state, locked_until FROM idempotency_keys WHERE location_id = $1 AND caller = $2 AND key = $3 FOR UPDATE',
    [locationId, caller, key],
  )
  const row = found[0]
  // Rolled back between our two statements: the next try is the first.
  if (!row) return { state: 'running' }
  if (row.method === withdrawn) return { state: 'withdrawn' }
  if (row.state === 'done') return { state: 'answered' }
  if (row.locked_until > nowMs) return { state: 'running' }
  return {
    state: 'begun',
    withdraw() {
      tx.later(
        `UPDATE idempotency_keys SET method = '${withdrawn}', state = 'done', status = 409, body = '', locked_until = 0, locked_by = NULL, expires_at = $4
         WHERE location_id = $1 AND caller = $2 AND key = $3`,
        [locationId, caller, key, nowMs + withdrawnForMs],
      )
      return 'withdrawn'
    },
  }
}
