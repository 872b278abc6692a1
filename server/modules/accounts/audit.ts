import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'

/** What the audit trail keeps of an event on an account: ids only, never a name, an address, a token or a location in the world. */
type AuditEntry = {
  action: AuditAction
  outcome: 'done' | 'refused'
  userId?: string | undefined
  sessionId?: string | undefined
  requestId: string
}

export type AuditAction =
  | 'sign_in'
  | 'sign_in_google'
  | 'sign_in_facebook'
  | 'second_step'
  | 'step_up'
  | 'refresh_reused'
  | 'session_revoked'
  | 'account_locked'
  | 'account_unlocked'
  | 'account_confirmed'
  | 'account_changed'
  | 'register'
  | 'reset_asked'
  | 'password_reset'
  | 'password_changed'
  | 'user_invited'
  | 'account_exported'
  | 'account_deleted'

type AuditPorts = { clock: Clock; ids: Ids }

const insert = `INSERT INTO audit_trail (location_id, id, at, action, outcome, user_id, session_id, request_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

const rowOf = ({ clock, ids }: AuditPorts, locationId: string, entry: AuditEntry): unknown[] => [
  locationId,
  ids.uuid(),
  clock.now(),
  entry.action,
  entry.outcome,
  entry.userId ?? null,
  entry.sessionId ?? null,
  entry.requestId,
]

/** Writes an entry in the transaction of the event itself. */
export const audit = (tx: Transaction, ports: AuditPorts, locationId: string, entry: AuditEntry): void =>
  tx.later(insert, rowOf(ports, locationId, entry))

/** Writes an entry on its own, for something that was refused. */
export async function auditAlone(
  database: Queryable,
  ports: AuditPorts,
  locationId: string,
  entry: AuditEntry,
): Promise<void> {
  await database.query(insert, rowOf(ports, locationId, entry))
}
