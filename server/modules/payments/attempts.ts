import type { Cents } from '#contract/money.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { Use } from '#server/modules/limits/limits.ts'
import { inProgress } from '#server/plugins/idempotency-store.ts'

/** What a payment is for: a ticket, or an order for gift cards. */
export type PayableRef = { kind: 'ticket' | 'order'; id: string }

/** The name of a gift card order: the end of its id is enough to find it by, and gives no access. */
export const orderNumber = (id: string): string => id.slice(-6).toUpperCase()

/** Its name in the provider's dashboard: the whole id of a gift card order would give access to its cards. */
export const aboutOf = ({ kind, id }: PayableRef): string => (kind === 'order' ? orderNumber(id) : id)

/**
 * An attempt to pay by card. It is stored before the provider is asked, so that after any interruption the outcome can be found by asking again with the same
 * provider key. A database constraint allows only one open attempt (`started`, `authenticating`) per payable.
 */
export type Attempt = {
  id: string
  payable: PayableRef
  idempotencyKey: string
  nonTipCents: Cents
  tipCents: Cents
  paymentSource: string
  /** The provider's customer whose saved card it is, or becomes; undefined: the card is used once. */
  customerId: string | undefined
  /** The payable's price when it was paid, in its own form. */
  priced: unknown
  state: 'started' | 'authenticating' | 'succeeded' | 'declined' | 'abandoned'
  intentId: string | undefined
  clientSecret: string | undefined
  message: string | undefined
  /** Until then (ms) it belongs to the process that runs it; after that, any may continue it. */
  lockedUntil: number
  createdAt: number
  /** Whether the limits have counted it, so that the provider may be asked. */
  admitted: boolean
  /** What it has taken of the limits (declines.ts). */
  counted: readonly Use[]
}

type AttemptRow = {
  id: string
  ticket_id: string | null
  order_id: string | null
  idempotency_key: string
  non_tip_cents: number
  tip_cents: number
  payment_source: string
  customer_id: string | null
  priced: unknown
  state: Attempt['state']
  intent_id: string | null
  client_secret: string | null
  message: string | null
  locked_until: number
  created_at: number
  admitted: boolean
  counted: Use[]
}

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  payable:
    row.ticket_id === null
      ? { kind: 'order', id: row.order_id ?? '' }
      : { kind: 'ticket', id: row.ticket_id },
  idempotencyKey: row.idempotency_key,
  nonTipCents: row.non_tip_cents,
  tipCents: row.tip_cents,
  paymentSource: row.payment_source,
  customerId: row.customer_id ?? undefined,
  priced: row.priced,
  state: row.state,
  intentId: row.intent_id ?? undefined,
  clientSecret: row.client_secret ?? undefined,
  message: row.message ?? undefined,
  lockedUntil: row.locked_until,
  createdAt: row.created_at,
  admitted: row.admitted,
  counted: row.counted,
})

/** Precedes an attempt's id in the key that the provider is asked with. */
export const keyPrefix = 'larder-'

/** The column of an attempt's row for what it pays for. */
export const columnOf = { ticket: 'ticket_id', order: 'order_id' } as const

/** The attempts of a payable that matter to a request. */
export type FoundAttempts = { own: Attempt | undefined; open: Attempt | undefined }

/** The attempts of a payable that matter to a request: its own, by its idempotency key, and the open one. The payable is locked by the caller. */
export async function findAttempts(
  tx: Queryable,
  locationId: string,
  { kind, id }: PayableRef,
  key: string,
): Promise<FoundAttempts> {
  const rows = await tx.query<AttemptRow>(
    `SELECT * FROM payment_attempts WHERE location_id = $1 AND ${columnOf[kind]} = $2 AND (idempotency_key = $3 OR state IN ('started', 'authenticating'))`,
    [locationId, id, key],
  )
  const attempts = rows.map(attemptOf)
  return {
    own: attempts.find((one) => one.idempotencyKey === key),
    open: attempts.find(({ state }) => state === 'started' || state === 'authenticating'),
  }
}

/** The payable's open attempt, if there is one. */
export const findOpenAttempt = async (
  tx: Queryable,
  locationId: string,
  payable: PayableRef,
): Promise<Attempt | undefined> => (await findAttempts(tx, locationId, payable, '')).open

/** The attempt that was started under a key, whatever it pays for. Keys are random, so whoever knows one started it. */
export async function findAttemptByKey(
  tx: Queryable,
  locationId: string,
  key: string,
): Promise<Attempt | undefined> {
  const rows = await tx.query<AttemptRow>(
    'SELECT * FROM payment_attempts WHERE location_id = $1 AND idempotency_key = $2',
    [locationId, key],
  )
  return rows[0] && attemptOf(rows[0])
}

/** An attempt by id, or undefined. */
export async function findAttemptById(
  database: Queryable,
  locationId: string,
  id: string,
): Promise<Attempt | undefined> {
  const rows = await database.query<AttemptRow>(
    'SELECT * FROM payment_attempts WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )
  return rows[0] && attemptOf(rows[0])
}

/** An attempt, locked until the transaction ends. Throws when it does not exist. */
export async function getAttempt(tx: Queryable, locationId: string, id: string): Promise<Attempt> {
  const rows = await tx.query<AttemptRow>(
    'SELECT * FROM payment_attempts WHERE location_id = $1 AND id = $2 FOR UPDATE',
    [locationId, id],
  )
  if (!rows[0]) throw new Error('a payment attempt has gone')
  return attemptOf(rows[0])
}

/** An attempt that nobody has come back for, and what it pays for. */
export type Hanging = { locationId: string; id: string; payable: PayableRef }

/** The attempts of locations that were started before `beforeMs` and that no process is asking about, the newest first, at most `maxRows`. */
export async function listHanging(
  database: Queryable,
  locationIds: readonly string[],
  { nowMs, beforeMs, maxRows }: { nowMs: number; beforeMs: number; maxRows: number },
): Promise<Hanging[]> {
  const rows = await database.query<AttemptRow & { location_id: string }>(
    `SELECT * FROM payment_attempts
     WHERE state = 'started' AND locked_until <= $1 AND created_at <= $2 AND location_id = ANY (string_to_array($3, ','))
     ORDER BY created_at DESC LIMIT $4`,
    [nowMs, beforeMs, locationIds.join(), maxRows],
  )
  return rows.map((row) => ({ locationId: row.location_id, id: row.id, payable: attemptOf(row).payable }))
}

/** Whether an open attempt may still charge, or its guest may still return from their bank: an attempt that is being asked about never ends on its own. */
export const isFresh = ({ state, createdAt }: Attempt, nowMs: number, timeoutMs: number): boolean =>
  state === 'started' || nowMs - createdAt < timeoutMs

/** Inserts a new attempt. */
export function insertAttempt(tx: Transaction, locationId: string, attempt: Attempt): void {
  const { payable } = attempt
  tx.later(
    `INSERT INTO payment_attempts (location_id, id, ${columnOf[payable.kind]}, idempotency_key, non_tip_cents, tip_cents, payment_source, priced, state,
       locked_until, created_at, customer_id, locked_by, admitted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      locationId,
      attempt.id,
      payable.id,
      attempt.idempotencyKey,
      attempt.nonTipCents,
      attempt.tipCents,
      attempt.paymentSource,
      JSON.stringify(attempt.priced),
      attempt.state,
      attempt.lockedUntil,
      attempt.createdAt,
      attempt.customerId ?? null,
      holderUntil(tx, attempt.lockedUntil),
      attempt.admitted,
    ],
  )
}

/** Saves an attempt's outcome. */
export function updateAttempt(tx: Transaction, locationId: string, attempt: Attempt): void {
  tx.later(
    `UPDATE payment_attempts SET state = $3, intent_id = $4, client_secret = $5, message = $6, locked_until = $7, locked_by = $8
     WHERE location_id = $1 AND id = $2`,
    [
      locationId,
      attempt.id,
      attempt.state,
      attempt.intentId ?? null,
      attempt.clientSecret ?? null,
      attempt.message ?? null,
      attempt.lockedUntil,
      holderUntil(tx, attempt.lockedUntil),
    ],
  )
}

/** Whether the provider was certainly never asked about an attempt: the process that started it stopped before it was admitted, or is about to admit it. */
export const wasNeverSent = ({ state, admitted }: Attempt): boolean => state === 'started' && !admitted

const unasked = `location_id = $1 AND id = $2 AND state = 'started' AND NOT admitted`

/**
 * Admits an attempt, with what it has taken of the limits: from here on the provider may be asked. Throws 409 idempotency_in_progress when another process has
 * given it up meanwhile.
 */
export async function admitAttempt(
  tx: Queryable,
  locationId: string,
  { id }: Attempt,
  counted: readonly Use[],
): Promise<void> {
  const rows = await tx.query(
    `UPDATE payment_attempts SET admitted = true, counted = $3 WHERE ${unasked} RETURNING 1 AS admitted`,
    [locationId, id, JSON.stringify(counted)],
  )
  if (rows.length === 0) throw inProgress()
}

/** Deletes an attempt that the provider was never asked about, so that its key may start anew. Returns whether that was still so. */
export const removeUnsent = async (tx: Queryable, locationId: string, { id }: Attempt): Promise<boolean> =>
  (await tx.query(`DELETE FROM payment_attempts WHERE ${unasked} RETURNING 1 AS removed`, [locationId, id]))
    .length > 0

/** Abandons for good an attempt that the provider was never asked about. Returns whether that was still so. */
export async function abandonUnsent(tx: Queryable, locationId: string, { id }: Attempt): Promise<boolean> {
  const given = `UPDATE payment_attempts SET state = 'abandoned', locked_until = 0, locked_by = NULL WHERE ${unasked} RETURNING 1 AS given`
  return (await tx.query(given, [locationId, id])).length > 0
}

/** Abandons an attempt that only waits for its guest to authenticate: nothing was charged, and the provider charges only when this server confirms. */
export const abandonAttempt = (tx: Transaction, locationId: string, attempt: Attempt): void =>
  updateAttempt(tx, locationId, { ...attempt, state: 'abandoned', clientSecret: undefined, lockedUntil: 0 })
