import { type Cents, formatCents } from '#contract/money.ts'
import type { Discount } from '#contract/pricing/ticket.ts'
import type { PromoCode } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { wallClock } from './wall-clock.ts'

const refused = (message: string): ProblemError => new ProblemError(422, 'promo_invalid', message, { fields: [{ field: 'promo_code', message }] })

/** The promo code that a diner typed, in the merchant's spelling. Throws 422 promo_invalid with the reason. */
export function getPromoCode(merchant: Merchant, typed: string, subTotalCents: Cents, nowMs: number): PromoCode {
  if (!merchant.location.settings.promo_codes?.enable) throw refused('This restaurant does not take promo codes.')
  const promo = findPromoCode(merchant, typed)
  if (!promo) throw refused('We do not know this promo code. Please check it and try again.')
  if (isOver(merchant, promo, nowMs)) throw refused('This promo code has expired.')
  if (subTotalCents < promo.minimumCents) throw refused(`This promo code is for orders of ${formatCents(promo.minimumCents)} or more.`)
  return promo
}

/**
 * What a ticket's code takes off now; undefined while it does not hold: lines may have gone since it was entered, or its time is over.
 * The code stays on the ticket, and holds again when the order is large enough again.
 */
export function findDiscount(merchant: Merchant, code: string | undefined, subTotalCents: Cents, nowMs: number): Discount | undefined {
  const promo = code === undefined ? undefined : findPromoCode(merchant, code)
  if (!promo || isOver(merchant, promo, nowMs) || subTotalCents < promo.minimumCents) return undefined
  return promo.discount
}

const findPromoCode = (merchant: Merchant, typed: string): PromoCode | undefined =>
  merchant.promoCodes.find((promo) => promo.code.toUpperCase() === typed.trim().toUpperCase())

// Until the end of the day it names, as the location's clock tells it.
const isOver = (merchant: Merchant, promo: PromoCode, nowMs: number): boolean =>
  promo.ends !== undefined && wallClock(nowMs, merchant.location.time_zone).date > promo.ends
