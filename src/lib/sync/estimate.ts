import { type Cents, parseCurrency } from '#contract/money.ts'
import { lineTotalCents } from '#contract/pricing/line.ts'
import { taxRulesOf } from '#contract/pricing/tax.ts'
import { type Discount, priceTicket } from '#contract/pricing/ticket.ts'
import { keepPromoText, missingForPromoCents } from '#contract/rules/promo.ts'
import type { EstimateRules } from '#contract/schemas/estimate-rules.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Applied, ViewLine, ViewTotals } from './ticket-view-types.ts'

/** The total of a ticket with unanswered changes, by the restaurant's own rules (extensions `estimate_rules`, `discount_terms`). */

/** Cents of lines before discount and tax. */
export const subTotalOf = (lines: readonly Pick<ViewLine, 'unitCents' | 'quantity'>[]): Cents =>
  lines.reduce((sum, { unitCents, quantity }) => sum + lineTotalCents(unitCents, quantity), 0)

/** A ticket's totals as this device estimates them; never charged. */
export function estimate(
  view: Applied,
  snapshot: TicketOrder | undefined,
  rules: EstimateRules | undefined,
): ViewTotals {
  const {
    lines: _lines,
    delivery: _delivery,
    taxes,
    ...priced
  } = priceTicket({
    lines: view.lines,
    ...discountsOf(view, snapshot),
    tax: taxRulesOf(rules),
    useDelivery: view.useDelivery,
    deliveryChargeCents: rules?.delivery_charge ?? 0,
    tipCents: view.tipCents,
    tipPercent: view.tipPercent,
    paid: { nonTipCents: 0, tipCents: 0 },
  })
  return {
    ...priced,
    estimated: true,
    complete: rules !== undefined,
    taxes: taxes.flatMap(({ name, rate, taxableCents, taxCents }) =>
      name === '' ? [] : [{ name, rate, taxableCents, taxCents }],
    ),
  }
}

type Discounts = { discount: Discount | undefined; rewardCents: Cents }

function discountsOf(view: Applied, snapshot: TicketOrder | undefined): Discounts {
  const terms = snapshot?.discount_terms
  if (!terms) return { discount: lastKnown(view, snapshot), rewardCents: 0 }
  const rewardCents = terms.reward === undefined ? 0 : parseCurrency(terms.reward)
  const holds = view.promoCode !== undefined && missingCents(view, snapshot) === 0
  if (!holds) return { discount: undefined, rewardCents }
  if (terms.percent !== undefined) return { discount: { percent: terms.percent }, rewardCents }
  return {
    discount: terms.amount === undefined ? undefined : { amountCents: parseCurrency(terms.amount) },
    rewardCents,
  }
}

/** For an API that does not send its discount terms: the discount in its last answer. */
function lastKnown({ promoCode }: Applied, snapshot: TicketOrder | undefined): Discount | undefined {
  const amountCents = snapshot ? Math.abs(parseCurrency(snapshot.totals.discounts)) : 0
  const isOff = snapshot?.promo_code !== undefined && promoCode === undefined
  return amountCents === 0 || isOff ? undefined : { amountCents }
}

const missingCents = ({ lines }: Applied, snapshot: TicketOrder | undefined): Cents => {
  const minimum = snapshot?.discount_terms?.minimum
  return minimum === undefined ? 0 : missingForPromoCents(parseCurrency(minimum), subTotalOf(lines))
}

/** Why the ticket's code takes nothing off now: in the restaurant's words if this is its answer, else by the terms that it sent. */
export function findPromoNotice(
  view: Applied,
  snapshot: TicketOrder | undefined,
  isAnswer: boolean,
): string | undefined {
  const { promoCode, lines } = view
  if (promoCode === undefined || lines.length === 0 || snapshot === undefined) return undefined
  const { promo_problem: problem, discount_terms: terms } = snapshot
  // Only the minimum depends on the lines.
  if (terms?.minimum !== undefined && !isAnswer)
    return keepPromoText(promoCode, parseCurrency(terms.minimum), subTotalOf(lines))
  if (problem !== undefined || terms) return problem
  return isAnswer && parseCurrency(snapshot.totals.discounts) === 0
    ? `${promoCode} takes nothing off this order.`
    : undefined
}
