import { currencyText } from '#contract/currency-text.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { emailKeyOf } from '#server/modules/accounts/users.ts'
import type { Use } from '#server/modules/limits/limits.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Attempt } from './attempts.ts'

/** Stolen cards are first turned into gift cards, which spend like money: this limits how much one buyer may buy in a day (decision 035). */

type GiftBuyer = {
  userId: string | undefined
  email: string | undefined
  network: string
  card: string | undefined
}

/** The cents of a gift card order, counted against its buyer's daily limit: a guest by network, email and card, a member by account. */
export const giftUses = (merchant: Merchant, { payable, nonTipCents }: Attempt, buyer: GiftBuyer): Use[] =>
  payable.kind === 'order' ? usesOf(merchant, buyer, nonTipCents) : []

function usesOf(
  { giftLimits }: Merchant,
  { userId, email = '', network, card }: GiftBuyer,
  by: number,
): Use[] {
  if (userId !== undefined) return [{ name: 'giftCentsOfUser', of: userId, by, max: giftLimits.memberCents }]
  const max = giftLimits.guestCents
  return [
    { name: 'giftCentsOfClient', of: network, by, max },
    { name: 'giftCentsOfAddress', of: emailKeyOf(email), by, max },
    ...(card === undefined ? [] : [{ name: 'giftCentsOfCard', of: card, by, max } as const]),
  ]
}

/** 403 gift_card_limit with what to do. */
export function tooManyGifts(
  { giftLimits, location }: Merchant,
  { userId }: Pick<GiftBuyer, 'userId'>,
): ProblemError {
  const message =
    userId === undefined
      ? `Without an account, gift cards for up to ${currencyText(giftLimits.guestCents)} a day can be bought here. Please sign in to buy more, or call ${location.phone}. Your card was not charged.`
      : `Gift cards for up to ${currencyText(giftLimits.memberCents)} a day can be bought here. Please call ${location.phone} to buy more. Your card was not charged.`
  return new ProblemError(403, 'gift_card_limit', message)
}
