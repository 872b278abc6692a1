import type { CardOrderSubmitBody } from '#contract/schemas/card-order.ts'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import type { PaymentBody, RedeemCardBody, RewardBody, SubmitBody } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'

/**
 * Something that moves money, or a submit, written down before it is sent, whatever is paid (contract/payables.ts). While its row is here nothing else
 * is paid on the same payable: its outcome is unknown until the server has said so, and it is only ever repeated with this key and this body. What a
 * body names of a card is the provider's reference to a method, worth nothing without the merchant's secret key; the row goes as soon as the outcome is
 * known.
 */
export type AttemptRow = AttemptBase & AttemptWhat

export type AttemptBase = {
  key: string
  locationId: string
  principal: string
  /** Made before its principal signed in: repeated without credentials, as the key of a repeat counts for the same caller only. */
  as?: 'guest'
  /** What is paid, by its row on this device: a ticket's draft, an order's id. */
  payableId: string
  /** What is paid, by the server's id of it. */
  serverId: string
  createdAt: number
  /** False only between writing and the first try: a row like that has certainly not left this device. */
  sent: boolean
}

/** What is done, by what it is done to. */
export type AttemptWhat =
  | ({ payable: 'ticket' } & TicketAttempt)
  | { payable: 'card-order'; kind: 'checkout'; body: CardOrderSubmitBody }
  | { payable: 'posted-order'; kind: 'checkout'; body: PhysicalOrderBody }

export type TicketAttempt =
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

/** The attempt on a payable whose outcome is not known, or undefined. */
export async function findAttempt(db: LarderDatabase, payableId: string): Promise<AttemptRow | undefined> {
  return await db.paymentAttempts.where('payableId').equals(payableId).first()
}

/** The attempts of a principal whose outcome is not known, the oldest first. */
export async function listAttempts(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<AttemptRow[]> {
  return await db.paymentAttempts
    .where('[locationId+principal]')
    .equals([locationId, principal])
    .sortBy('createdAt')
}

/** Writes an attempt down. Throws when another one on the same payable is unresolved: one at a time, in every tab. */
export async function addAttempt(db: LarderDatabase, row: AttemptRow): Promise<void> {
  await db.transaction('rw', db.paymentAttempts, async () => {
    if (await findAttempt(db, row.payableId))
      throw new Error('an earlier attempt on this order is not resolved yet')
    await db.paymentAttempts.add(row)
  })
}

/** Notes that an attempt goes out now: from here on it may have taken effect. */
export async function markSent(db: LarderDatabase, key: string): Promise<void> {
  await db.paymentAttempts.update(key, { sent: true })
}

/** Forgets an attempt whose outcome is known. */
export async function removeAttempt(db: LarderDatabase, key: string): Promise<void> {
  await db.paymentAttempts.delete(key)
}

/** Forgets what was written down to pay a payable that is gone. For use inside a transaction over the table. */
export async function removeAttemptsOn(db: LarderDatabase, payableId: string): Promise<void> {
  await db.paymentAttempts.where('payableId').equals(payableId).delete()
}
