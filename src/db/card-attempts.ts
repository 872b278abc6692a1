import type { CardOrderSubmitBody } from '#contract/schemas/card-order.ts'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import type { LarderDatabase } from './database.ts'

/**
 * The payment of an order for gift cards, written down before it is sent: the same as for tickets (attempts.ts). While its row is here nothing else
 * is paid on the order, and it is only ever repeated with this key and this body. `payment_source` and `payment_token` are the provider's reference
 * to a method, worth nothing without the merchant's secret key; the row goes as soon as the outcome is known.
 */
export type CardAttemptRow = {
  key: string
  locationId: string
  principal: string
  /** Made before its principal signed in: repeated without credentials. */
  as?: 'guest'
  orderId: string
  createdAt: number
} & ({ kind: 'card'; body: CardOrderSubmitBody } | { kind: 'physical'; body: PhysicalOrderBody })

/** The attempt on an order whose outcome is not known, or undefined. */
export async function findCardAttempt(db: LarderDatabase, orderId: string): Promise<CardAttemptRow | undefined> {
  return await db.cardAttempts.where('orderId').equals(orderId).first()
}

/** Writes an attempt down. Throws when another one on the same order is unresolved: one at a time, in every tab. */
export async function addCardAttempt(db: LarderDatabase, row: CardAttemptRow): Promise<void> {
  await db.transaction('rw', db.cardAttempts, async () => {
    if (await findCardAttempt(db, row.orderId)) throw new Error('an earlier attempt on this order is not resolved yet')
    await db.cardAttempts.add(row)
  })
}

/** Forgets an attempt whose outcome is known. */
export async function removeCardAttempt(db: LarderDatabase, key: string): Promise<void> {
  await db.cardAttempts.delete(key)
}

/** The payments of a principal whose outcome is not known. */
export async function listCardAttempts(db: LarderDatabase, locationId: string, principal: string): Promise<CardAttemptRow[]> {
  return await db.cardAttempts.filter((row) => row.locationId === locationId && row.principal === principal).toArray()
}
