import type { Cents } from '#contract/money.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { ChargeAttempt } from '#server/modules/payments/charge-once.ts'
import type { KeptPrice } from './order.ts'

/** A try to pay an order for gift cards. At most one of an order is open, by constraint. */
export type CardOrderAttempt = ChargeAttempt & {
  orderId: string
  idempotencyKey: string
  amountCents: Cents
  paymentSource: string
  /** Whose saved card it is, or becomes, with the provider; undefined: the card is used this once. */
  customerId: string | undefined
  /** What the order came to when it was paid. */
  priced: KeptPrice
}

type AttemptRow = {
  id: string
  order_id: string
  idempotency_key: string
  amount_cents: number
  payment_source: string
  customer_id: string | null
  priced: KeptPrice
  state: CardOrderAttempt['state']
  intent_id: string | null
  client_secret: string | null
  message: string | null
  locked_until: number
  created_at: number
}

const attemptOf = (row: AttemptRow): CardOrderAttempt => ({
  id: row.id,
  orderId: row.order_id,
  idempotencyKey: row.idempotency_key,
  amountCents: row.amount_cents,
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

/** An order's attempts that matter to a request: its own, by its idempotency key, and the one that is not over. The order is locked by the caller. */
export async function findAttempts(
  tx: Queryable,
  locationId: string,
  orderId: string,
  key: string,
): Promise<{ own: CardOrderAttempt | undefined; open: CardOrderAttempt | undefined }> {
  const rows = await tx.query<AttemptRow>(
    `SELECT * FROM card_order_attempts WHERE location_id = $1 AND order_id = $2 AND (idempotency_key = $3 OR state IN ('started', 'authenticating'))`,
    [locationId, orderId, key],
  )
  const attempts = rows.map(attemptOf)
  return {
    own: attempts.find((one) => one.idempotencyKey === key),
    open: attempts.find(({ state }) => state === 'started' || state === 'authenticating'),
  }
}

/** An attempt as it is now, kept from others until the transaction ends. Throws when it is not there. */
export async function getAttempt(tx: Queryable, locationId: string, id: string): Promise<CardOrderAttempt> {
  const rows = await tx.query<AttemptRow>('SELECT * FROM card_order_attempts WHERE location_id = $1 AND id = $2 FOR UPDATE', [locationId, id])
  if (!rows[0]) throw new Error('a payment attempt has gone')
  return attemptOf(rows[0])
}

/** Writes a new attempt down. */
export function insertAttempt(tx: Transaction, locationId: string, attempt: CardOrderAttempt): void {
  tx.later(
    `INSERT INTO card_order_attempts (location_id, id, order_id, idempotency_key, amount_cents, payment_source, customer_id, priced, state, locked_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[locationId, attempt.id, attempt.orderId, attempt.idempotencyKey, attempt.amountCents, attempt.paymentSource],
      ...[attempt.customerId ?? null, JSON.stringify(attempt.priced), attempt.state, attempt.lockedUntil, attempt.createdAt],
    ],
  )
}

/** Writes what has become of an attempt. */
export function updateAttempt(tx: Transaction, locationId: string, attempt: CardOrderAttempt): void {
  tx.later(
    `UPDATE card_order_attempts SET state = $3, intent_id = $4, client_secret = $5, message = $6, locked_until = $7 WHERE location_id = $1 AND id = $2`,
    [
      ...[locationId, attempt.id, attempt.state, attempt.intentId ?? null, attempt.clientSecret ?? null],
      ...[attempt.message ?? null, attempt.lockedUntil],
    ],
  )
}
