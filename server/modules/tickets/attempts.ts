import type { Cents } from '#contract/money.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { KeptPrice } from './ticket.ts'

/**
 * A try to pay a ticket by card. It is written down before the provider is asked, so that whatever cuts the call short, what happened can
 * be found out by asking again with the same provider key. At most one of a ticket is open (`started`, `authenticating`), by constraint.
 */
export type Attempt = {
  id: string
  ticketId: string
  idempotencyKey: string
  nonTipCents: Cents
  tipCents: Cents
  paymentSource: string
  /** Whose saved card it is, or becomes, with the provider; undefined: the card is used this once. */
  customerId: string | undefined
  /** What the ticket came to when the diner paid. */
  priced: KeptPrice
  state: 'started' | 'authenticating' | 'succeeded' | 'declined' | 'abandoned'
  intentId: string | undefined
  clientSecret: string | undefined
  message: string | undefined
  /** Whoever runs it has until then (ms); after it, anyone may go on with it. */
  lockedUntil: number
  createdAt: number
}

type AttemptRow = {
  id: string
  ticket_id: string
  idempotency_key: string
  non_tip_cents: number
  tip_cents: number
  payment_source: string
  customer_id: string | null
  priced: KeptPrice
  state: Attempt['state']
  intent_id: string | null
  client_secret: string | null
  message: string | null
  locked_until: number
  created_at: number
}

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  ticketId: row.ticket_id,
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
})

/** The ticket's attempt that is not over, if there is one. */
export async function findOpenAttempt(tx: Queryable, locationId: string, ticketId: string): Promise<Attempt | undefined> {
  const rows = await tx.query<AttemptRow>(
    `SELECT * FROM payment_attempts WHERE location_id = $1 AND ticket_id = $2 AND state IN ('started', 'authenticating')`,
    [locationId, ticketId],
  )
  return rows[0] && attemptOf(rows[0])
}

/** The attempt that a request with this idempotency key began, if it did. */
export async function findAttemptByKey(tx: Queryable, locationId: string, ticketId: string, key: string): Promise<Attempt | undefined> {
  const rows = await tx.query<AttemptRow>('SELECT * FROM payment_attempts WHERE location_id = $1 AND ticket_id = $2 AND idempotency_key = $3', [
    locationId,
    ticketId,
    key,
  ])
  return rows[0] && attemptOf(rows[0])
}

/** Whether an open attempt may still charge, or its diner may still come back from their bank: one that is being asked for never ends by itself. */
export const isFresh = ({ state, createdAt }: Attempt, nowMs: number, patienceMs: number): boolean =>
  state === 'started' || nowMs - createdAt < patienceMs

/** An attempt as it is now, kept from others until the transaction ends. Throws when it is not there. */
export async function getAttempt(tx: Queryable, locationId: string, id: string): Promise<Attempt> {
  const rows = await tx.query<AttemptRow>('SELECT * FROM payment_attempts WHERE location_id = $1 AND id = $2 FOR UPDATE', [locationId, id])
  if (!rows[0]) throw new Error('a payment attempt has gone')
  return attemptOf(rows[0])
}

/** Writes a new attempt down. */
export function insertAttempt(tx: Transaction, locationId: string, attempt: Attempt): void {
  tx.later(
    `INSERT INTO payment_attempts (location_id, id, ticket_id, idempotency_key, non_tip_cents, tip_cents, payment_source, priced, state, locked_until, created_at, customer_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[locationId, attempt.id, attempt.ticketId, attempt.idempotencyKey, attempt.nonTipCents, attempt.tipCents],
      ...[attempt.paymentSource, JSON.stringify(attempt.priced), attempt.state, attempt.lockedUntil, attempt.createdAt, attempt.customerId ?? null],
    ],
  )
}

/** Writes what has become of an attempt. */
export function updateAttempt(tx: Transaction, locationId: string, attempt: Attempt): void {
  tx.later(
    'UPDATE payment_attempts SET state = $3, intent_id = $4, client_secret = $5, message = $6, locked_until = $7 WHERE location_id = $1 AND id = $2',
    [
      ...[
        locationId,
        attempt.id,
        attempt.state,
        attempt.intentId ?? null,
        attempt.clientSecret ?? null,
        attempt.message ?? null,
        attempt.lockedUntil,
      ],
    ],
  )
}
