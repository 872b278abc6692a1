/** What staff can do with gift cards, and the reasons to choose from (docs/decisions/065-gift-cards-in-the-staffs-hands.md). */

/** The reasons to choose from. */
export const cardActReasons = [
  'lost',
  'stolen',
  'wrong_address',
  'unreadable',
  'suspicious',
  'mistake',
  'guest_asked',
  'other',
] as const
export type CardActReason = (typeof cardActReasons)[number]

const words: Readonly<Record<CardActReason, string>> = {
  lost: 'The card was lost',
  stolen: 'The card was stolen',
  wrong_address: 'It went to the wrong address',
  unreadable: 'It cannot be read or scanned',
  suspicious: 'Something looks like fraud',
  mistake: 'It was made by mistake',
  guest_asked: 'The guest asked for it',
  other: 'Something else',
}

/** A reason in words, for the staff. */
export const cardActReasonText = (reason: CardActReason): string => words[reason]

/** The actions that a gift card allows in its current state. */
export type CardActs = { hold: boolean; release: boolean; void: boolean; reissue: boolean }

/** `lost`: a bank took part of the payment of the card's order for good. */
type CardHold = { cause: string; lost?: { taken_cents: number } | undefined }

/**
 * What banks have taken for good of the payments of a card's orders, where that was only part of them (cents). Staff can end the hold that the card is under
 * for it. 0: no such hold.
 */
export const takenOf = (holds: readonly CardHold[]): number =>
  holds.reduce((sum, { lost }) => sum + (lost?.taken_cents ?? 0), 0)

type ActedCard = {
  status: string
  balance_cents: number
  /** Why it is on hold. */
  holds: readonly CardHold[]
  /** It was replaced by another card already. */
  is_replaced: boolean
}

/**
 * What staff can do with a card, for their page and the server alike. Money on an expired or invalid card can still be voided, or moved to a new card. While a
 * bank decides a dispute, staff can void the money but not move it. Where the bank has taken only part of the payment, the rest is the cardholder's, and staff
 * can end that hold as they end their own.
 */
export function cardActsOf({
  status,
  balance_cents: cents,
  holds,
  is_replaced: isReplaced,
}: ActedCard): CardActs {
  const isGood = status === 'active' || status === 'frozen'
  const isDisputed = holds.some(({ cause }) => cause !== 'staff')
  return {
    hold: isGood && !holds.some(({ cause }) => cause === 'staff'),
    release: holds.some(({ cause, lost }) => cause === 'staff' || lost) && status === 'frozen',
    void: status !== 'pending' && (isGood || cents > 0),
    reissue:
      cents > 0 && !isReplaced && !isDisputed && (isGood || status === 'disabled' || status === 'expired'),
  }
}
