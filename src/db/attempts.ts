import type { PaymentBody, RedeemCardBody, RewardBody, SubmitBody } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'

/**
 * Something that moves money, or a submit, written down before it is sent. While its row is here nothing else is paid on the ticket: its outcome is
 * unknown until the server has said so, and it is only ever repeated with this key and this body. `payment_source` is the provider's
 * reference to a method, worth nothing without the merchant's secret key; the row goes as soon as the outcome is known.
 */
export type AttemptRow = {
  key: string
  locationId: string
  principal: string
  /** Made before its principal signed in: repeated without credentials, as the key of a repeat counts for the same caller only. */
  as?: 'guest'
  draftId: string
  ticketId: string
  createdAt: number
  /** False only between writing and the first try. */
  sent: boolean
} & AttemptWhat

export type AttemptWhat =
  | { kind: 'payment'; body: PaymentBody }
  | { kind: 'submit'; body: SubmitBody }
  | { kind: 'redeem'; body: RedeemCardBody }
  | { kind: 'reward'; body: RewardBody }
  /** Gives gift cards and the reward back. */
  | { kind: 'release' }
  /**
   * A gift card by its number. The number is not kept: who finds this phone must not find money on it. So it is never sent again, and what became of it
   * is read from the ticket, which had this many payments before.
   */
  | { kind: 'import-redeem'; paymentsBefore: number }

/** The attempt on a draft whose outcome is not known, or undefined. */
export async function findAttempt(db: LarderDatabase, draftId: string): Promise<AttemptRow | undefined> {
  return await db.attempts.where('draftId').equals(draftId).first()
}

/** Writes an attempt down. Throws when another one on the same draft is unresolved: one at a time, in every tab. */
export async function addAttempt(db: LarderDatabase, row: AttemptRow): Promise<void> {
  await db.transaction('rw', db.attempts, async () => {
    if (await findAttempt(db, row.draftId)) throw new Error('an earlier attempt on this order is not resolved yet')
    await db.attempts.add(row)
  })
}

/** Notes that an attempt goes out now: from here on it may have taken effect. */
export async function markSent(db: LarderDatabase, key: string): Promise<void> {
  await db.attempts.update(key, { sent: true })
}

/** Forgets an attempt whose outcome is known. */
export async function removeAttempt(db: LarderDatabase, key: string): Promise<void> {
  await db.attempts.delete(key)
}
