import type { Database, Queryable, Transaction } from '#server/db/database.ts'

/** The sandbox's own records, stored in the database so that a restart in the middle of a payment loses nothing. */

export type SandboxMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  card: {
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    fingerprint: string
    /** The wallet that the card is in; missing in records of older sandboxes. */
    wallet?: { type: 'test_wallet' } | null
  }
  /** The customer that it is saved for, if any. */
  customer: string | null
  billing_details: { name: string | null }
  created: number
  livemode: false
  /** How it behaves when charged; the number itself is never stored. */
  sandbox: {
    decline?: { code: string; message: string }
    authenticate?: boolean
    refusesRefunds?: boolean
    /** It was removed from a customer and may not be used again. */
    detached?: boolean
  }
}

export type SandboxIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  /** The refunded amount; missing in records of older sandboxes. */
  amount_refunded?: number
  currency: string
  client_secret: string
  confirmation_method: string
  status: 'requires_action' | 'requires_confirmation' | 'requires_payment_method' | 'succeeded' | 'canceled'
  payment_method: string | null
  customer: string | null
  setup_future_usage: 'on_session' | null
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } } | null
  metadata: Record<string, string>
  created: number
  livemode: false
  /** Whether the diner has authenticated. */
  sandbox: { authenticated: boolean }
}

export type SandboxCustomer = {
  id: string
  object: 'customer'
  metadata: Record<string, string>
  created: number
  livemode: false
}

export type SandboxRefund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: 'succeeded' | 'failed'
  created: number
  /** Missing in records of older sandboxes. */
  metadata?: Record<string, string>
}

export type SandboxObject = SandboxMethod | SandboxIntent | SandboxCustomer | SandboxRefund

type Found<K extends SandboxObject['object']> = Extract<SandboxObject, { object: K }> | undefined

type Collecting = { saved: SandboxObject[]; read: Map<string, Promise<unknown>> }
const collecting = new WeakMap<Queryable, Collecting>()

/** A transaction that reads from the database, each record once, and collects what `saveObject` gets in `saved` instead of writing it. */
export function collectSaved(database: Database, saved: SandboxObject[]): Transaction {
  const { query, script, holder, hasRoom } = database
  const later = (sql: string): void => {
    throw new Error(`not to be written here: ${sql}`)
  }
  const tx = { query, script, holder, hasRoom, later }
  collecting.set(tx, { saved, read: new Map() })
  return tx
}

/** A record of a location's account, locked against other transactions unless `lock` is ''; undefined when there is none of that id and kind. */
export function findObject<K extends SandboxObject['object']>(
  tx: Queryable,
  locationId: string,
  kind: K,
  id: string,
  lock: 'FOR UPDATE' | '' = 'FOR UPDATE',
): Promise<Found<K>> {
  const read = collecting.get(tx)?.read
  const known = read?.get(id) ?? readObject(tx, locationId, kind, id, lock)
  read?.set(id, known)
  return known as Promise<Found<K>>
}

async function readObject<K extends SandboxObject['object']>(
  tx: Queryable,
  locationId: string,
  kind: K,
  id: string,
  lock: 'FOR UPDATE' | '',
): Promise<Found<K>> {
  const rows = await tx.query<{ body: Extract<SandboxObject, { object: K }> }>(
    `SELECT body FROM sandbox_objects WHERE location_id = $1 AND id = $2 AND kind = $3 ${lock}`,
    [locationId, id, kind],
  )
  return rows[0]?.body
}

/** The cards that are saved for a customer, newest first. */
export async function listMethodsOf(
  tx: Queryable,
  locationId: string,
  customer: string,
): Promise<SandboxMethod[]> {
  const rows = await tx.query<{ body: SandboxMethod }>(
    `SELECT body FROM sandbox_objects WHERE location_id = $1 AND kind = 'payment_method' AND body->>'customer' = $2 ORDER BY created_at DESC, id`,
    [locationId, customer],
  )
  return rows.map((row) => row.body)
}

/** The payment intents created between two times (seconds), newest first, starting after the one with the id `after`. */
export async function listIntentsMade(
  tx: Queryable,
  locationId: string,
  { from, until, after, limit }: { from: number; until: number; after: string | undefined; limit: number },
): Promise<SandboxIntent[]> {
  const rows = await tx.query<{ body: SandboxIntent }>(
    `SELECT o.body FROM sandbox_objects o LEFT JOIN sandbox_objects a ON a.location_id = o.location_id AND a.id = $4
     WHERE o.location_id = $1 AND o.kind = 'payment_intent' AND o.created_at >= $2 AND o.created_at < $3
       AND (a.id IS NULL OR (o.created_at, o.id) < (a.created_at, a.id))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $5`,
    [locationId, from * 1000, (until + 1) * 1000, after ?? null, limit],
  )
  return rows.map((row) => row.body)
}

/** The refunds of a payment intent, newest first. */
export async function listRefundsOf(
  tx: Queryable,
  locationId: string,
  intentId: string,
): Promise<SandboxRefund[]> {
  const rows = await tx.query<{ body: SandboxRefund }>(
    `SELECT body FROM sandbox_objects WHERE location_id = $1 AND kind = 'refund' AND body->>'payment_intent' = $2 ORDER BY created_at DESC, id DESC`,
    [locationId, intentId],
  )
  return rows.map((row) => row.body)
}

/** Writes a record, new or changed. */
export function saveObject(tx: Transaction, locationId: string, object: SandboxObject, nowMs: number): void {
  const collected = collecting.get(tx)
  if (collected) {
    collected.read.set(object.id, Promise.resolve(object))
    return void collected.saved.push(object)
  }
  tx.later(
    `INSERT INTO sandbox_objects (location_id, id, kind, body, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, id) DO UPDATE SET body = excluded.body`,
    [locationId, object.id, object.object, JSON.stringify(object), nowMs],
  )
}

/** Deletes a record. */
export const deleteObject = (tx: Transaction, locationId: string, id: string): void =>
  tx.later('DELETE FROM sandbox_objects WHERE location_id = $1 AND id = $2', [locationId, id])
