import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { discountCentsOf, type Discount } from '#contract/pricing/ticket.ts'
import { keepPromoText, missingForPromoCents } from '#contract/rules/promo.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { PromoCode, PromoScope } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** When a promo code holds (decision 034). How often it was used is checked separately, in the database: uses.ts. */

/** What a code is applied to: the kind of purchase, and its cents before discount. */
export type PromoPurchase = { scope: PromoScope; subTotalCents: Cents }

/** 422 promo_invalid on `promo_code`, with a sentence for the guest. */
export const promoRefused = (message: string): ProblemError =>
  new ProblemError(422, 'promo_invalid', message, { fields: [{ field: 'promo_code', message }] })

/** The promo code that a guest typed, in the merchant's spelling. Throws 422 promo_invalid with the reason. */
export function getPromoCode(
  merchant: Merchant,
  typed: string,
  purchase: PromoPurchase,
  nowMs: number,
): PromoCode {
  const problem = findPromoProblem(merchant, typed, purchase, nowMs)
  const promo = findPromoCode(merchant, typed)
  if (problem !== undefined || !promo) throw promoRefused(problem ?? unknownCode)
  return promo
}

/**
 * What a code takes off now; undefined while it does not hold: lines may have been removed since, or it has expired. The code stays on the order, and holds
 * again when the order is large enough again.
 */
export const findDiscount = (
  merchant: Merchant,
  code: string | undefined,
  purchase: PromoPurchase,
  nowMs: number,
): Discount | undefined =>
  code === undefined || findPromoProblem(merchant, code, purchase, nowMs) !== undefined
    ? undefined
    : findPromoCode(merchant, code)?.discount

const unknownCode = 'We don’t recognize this promo code. Please check it and try again.'

/** Why a code takes nothing off a purchase now, as a sentence; undefined while it holds. */
export const findPromoProblem = (
  merchant: Merchant,
  code: string,
  purchase: PromoPurchase,
  nowMs: number,
): string | undefined =>
  findFixedProblem(merchant, code, purchase, nowMs) ??
  findAmountProblem(findPromoCode(merchant, code), purchase)

/** A problem that a larger order would not solve. */
function findFixedProblem(
  merchant: Merchant,
  code: string,
  purchase: PromoPurchase,
  nowMs: number,
): string | undefined {
  if (!merchant.location.settings.promo_codes?.enable) return 'This restaurant does not take promo codes.'
  const promo = findPromoCode(merchant, code)
  if (!promo) return unknownCode
  return findDayProblem(merchant, promo, nowMs) ?? findScopeProblem(promo, purchase)
}

/** Both days are included, in the location's time zone. */
function findDayProblem(merchant: Merchant, { starts, ends }: PromoCode, nowMs: number): string | undefined {
  if (starts === undefined && ends === undefined) return undefined
  const today = wallClock(nowMs, merchant.location.time_zone).date
  if (starts !== undefined && today < starts) return 'This promo code cannot be used yet.'
  return ends !== undefined && today > ends ? 'This promo code has expired.' : undefined
}

/** A purchase's code, unless even a larger purchase would not make it hold. */
export const findApplicablePromo = (
  merchant: Merchant,
  code: string | undefined,
  purchase: PromoPurchase,
  nowMs: number,
): PromoCode | undefined =>
  code === undefined || findFixedProblem(merchant, code, purchase, nowMs) !== undefined
    ? undefined
    : findPromoCode(merchant, code)

/** The note beside the total about a code that takes nothing off now, and what would make it hold; undefined while it holds. */
export function promoNotice(
  merchant: Merchant,
  code: string | undefined,
  purchase: PromoPurchase,
  nowMs: number,
): string | undefined {
  if (code === undefined) return undefined
  const problem = findPromoProblem(merchant, code, purchase, nowMs)
  if (problem === undefined) return undefined
  const { subTotalCents } = purchase
  const minimumCents = findApplicablePromo(merchant, code, purchase, nowMs)?.minimumCents ?? 0
  return missingForPromoCents(minimumCents, subTotalCents) === 0
    ? `${code} takes nothing off now. ${problem}`
    : keepPromoText(code, minimumCents, subTotalCents)
}

/** What a code applies to. An older one that does not say is for food orders only. */
const scopesOf = ({ appliesTo }: PromoCode): readonly PromoScope[] => appliesTo ?? ['orders']

function findScopeProblem(promo: PromoCode, { scope }: PromoPurchase): string | undefined {
  if (scopesOf(promo).includes(scope)) return undefined
  return scope === 'gift_cards'
    ? 'This promo code is not for gift cards.'
    : 'This promo code is for gift cards only.'
}

const nameOf: Readonly<Record<PromoScope, string>> = { orders: 'orders', gift_cards: 'gift cards' }

function findAmountProblem(
  promo: PromoCode | undefined,
  { scope, subTotalCents }: PromoPurchase,
): string | undefined {
  if (!promo) return unknownCode
  const { minimumCents, discount } = promo
  if (subTotalCents < minimumCents)
    return `This promo code is for ${nameOf[scope]} of ${currencyText(minimumCents)} or more.`
  // A gift card is money: nobody gets one without paying for it, and postage does not count as paying.
  if (
    scope === 'gift_cards' &&
    subTotalCents > 0 &&
    subTotalCents - discountCentsOf(subTotalCents, discount) < minimumCardChargeCents
  )
    return 'This promo code cannot pay for a whole gift card. Please choose a larger amount.'
  return undefined
}

/** A merchant's code, ignoring capitals. */
export const findPromoCode = (merchant: Merchant, typed: string): PromoCode | undefined =>
  merchant.promoCodes.find((promo) => promo.code.toUpperCase() === typed.trim().toUpperCase())
