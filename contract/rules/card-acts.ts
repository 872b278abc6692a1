/** What the staff do with gift cards, and why (docs/decisions/065-gift-cards-in-the-staffs-hands.md). */

/** Why they do, as they choose it. */
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

/** What can be done with a gift card as it is. */
export type CardActs = { hold: boolean; release: boolean; void: boolean; reissue: boolean }

/** `lost`: of a dispute that took a part of its order's payment for good. */
type CardHold = { cause: string; lost?: { taken_cents: number } | undefined }

/** What of the payments of a card's orders banks have taken for good, where that was not all. The staff can let go of a card that is held for it; 0: none is. */
export const takenOf = (holds: readonly CardHold[]): number =>
  holds.reduce((sum, { lost }) => sum + (lost?.taken_cents ?? 0), 0)

type ActedCard = {
  status: string
  balance_cents: number
  /** Why it is on hold. */
  holds: readonly CardHold[]
  /** It has a card in its place already. */
  is_replaced: boolean
}

/**
 * What the staff can do with a card, for their page and the server alike. Money on a card that is over or no longer valid can still be voided, or
 * moved to a new one. What a bank disputes stays where it is until the bank has decided: the staff can void it, and move it nowhere. Where it has taken a part
 * of the payment alone, the rest is somebody's: they can end that hold as their own.
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
