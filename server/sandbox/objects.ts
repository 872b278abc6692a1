import type { Queryable, Transaction } from '#server/db/database.ts'

/** The sandbox's own records, kept in the database so that a restart in the middle of a payment loses nothing. */

export type SandboxMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  billing_details: { name: string | null }
  created: number
  livemode: false
  /** How it behaves; never the number itself. */
  sandbox: { decline?: { code: string; message: string }; authenticate?: boolean }
}

export type SandboxIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  confirmation_method: string
  status: 'requires_action' | 'requires_confirmation' | 'requires_payment_method' | 'succeeded' | 'canceled'
  payment_method: string | null
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } } | null
  metadata: Record<string, string>
  created: number
  livemode: false
  /** The diner has authenticated. */
  sandbox: { authenticated: boolean }
}

type SandboxObject = SandboxMethod | SandboxIntent

/** A record of a location's account; undefined when it has none of that id and kind. */
export async function findObject<K extends SandboxObject['object']>(
  tx: Queryable,
  locationId: string,
  kind: K,
  id: string,
): Promise<Extract<SandboxObject, { object: K }> | undefined> {
  const rows = await tx.query<{ body: Extract<SandboxObject, { object: K }> }>(
    'SELECT body FROM sandbox_objects WHERE location_id = $1 AND id = $2 AND kind = $3 FOR UPDATE',
    [locationId, id, kind],
  )
  return rows[0]?.body
}

/** Writes a record, new or changed. */
export function saveObject(tx: Transaction, locationId: string, object: SandboxObject, nowMs: number): void {
  tx.later(
    `INSERT INTO sandbox_objects (location_id, id, kind, body, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, id) DO UPDATE SET body = excluded.body`,
    [locationId, object.id, object.object, JSON.stringify(object), nowMs],
  )
}
