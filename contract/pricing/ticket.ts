import type { Cents } from '../money.ts'
import { applyRate } from '../rates.ts'
import { allocate } from './allocate.ts'
import { lineTotalCents, type TaxPartOfLine } from './line.ts'
import type { TaxRules } from '../schemas/taxes.ts'
import { type Taxable, type TaxPart, taxRows } from './tax.ts'

/** What a promo code takes off: a percentage of the subtotal (whole percent), or an amount. */
export type Discount = { percent: number } | { amountCents: Cents }

/** A line to price. `taxParts` is the part of the unit price in tax classes other than the standard one, in cents; undefined: nothing. */
type LineToPrice = {
  unitCents: Cents
  quantity: number
  taxParts?: readonly TaxPartOfLine[] | undefined
}

export type TicketToPrice = {
  lines: readonly LineToPrice[]
  discount?: Discount | undefined
  /** What a reward takes off in addition to the promo code, at most the subtotal. */
  rewardCents?: Cents | undefined
  tax: TaxRules
  useDelivery: boolean
  deliveryChargeCents: Cents
  tipCents: Cents
  /** A tip as a percentage of the subtotal (whole percent), which follows the subtotal; `tipCents` is then ignored. */
  tipPercent?: number | undefined
  /** What has been paid so far, and how much of it for the tip. */
  paid: { nonTipCents: Cents; tipCents: Cents }
}

export type PricedTicket = {
  subTotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  tipCents: Cents
  totalCents: Cents
  dueNonTipCents: Cents
  dueTipCents: Cents
  dueCents: Cents
}

/** The share of a line or the delivery in an order's subtotal, discount and tax, in cents. For the delivery, `subTotalCents` is its charge. */
export type Share = { subTotalCents: Cents; discountCents: Cents; taxCents: Cents }

/** A ticket's price with its parts: the share of each line and the delivery, and each tax. They sum to the totals exactly. */
export type ItemizedTicket = PricedTicket & {
  /** In the order of the ticket's lines. */
  lines: Share[]
  delivery: Share
  taxes: TaxPart[]
}

/**
 * The money rules of docs/design/contract.md, the same for both sides: the discount reduces the subtotal, never below zero; tax on what remains, by class,
 * rounded half-up once per ticket or line; tip on top. An empty ticket owes nothing. All in cents. Throws RangeError on an invalid tax rate.
 */
export function priceTicket(ticket: TicketToPrice): ItemizedTicket {
  const subTotals = ticket.lines.map((line) => lineTotalCents(line.unitCents, line.quantity))
  const subTotalCents = subTotals.reduce((sum, cents) => sum + cents, 0)
  const discountCents = Math.min(
    subTotalCents,
    discountCentsOf(subTotalCents, ticket.discount) + (ticket.rewardCents ?? 0),
  )
  // The charge is for a delivery: an empty ticket owes nothing.
  const deliveryCents = ticket.useDelivery && ticket.lines.length > 0 ? ticket.deliveryChargeCents : 0
  const { rows, taxCents, taxes, discounts } = taxTicket(ticket, discountCents, deliveryCents)
  const nonTipCents = subTotalCents - discountCents + taxCents + deliveryCents
  const dueNonTipCents = Math.max(0, nonTipCents - ticket.paid.nonTipCents)
  const tipCents = tipCentsOf(subTotalCents, ticket)
  const dueTipCents = Math.max(0, tipCents - ticket.paid.tipCents)
  return {
    subTotalCents,
    discountCents,
    taxCents,
    deliveryCents,
    tipCents,
    totalCents: nonTipCents + tipCents,
    dueNonTipCents,
    dueTipCents,
    dueCents: dueNonTipCents + dueTipCents,
    lines: subTotals.map((cents, at) => ({
      subTotalCents: cents,
      discountCents: discounts[at]!,
      taxCents: rows[at]!,
    })),
    delivery: { subTotalCents: deliveryCents, discountCents: 0, taxCents: rows.at(-1)! },
    taxes,
  }
}

/** Spreads the discount by price over the amounts of each tax class, and taxes the rest: of each line, then of the delivery. */
function taxTicket(
  { lines, tax }: TicketToPrice,
  discountCents: Cents,
  deliveryCents: Cents,
): { rows: Cents[]; taxCents: Cents; taxes: TaxPart[]; discounts: Cents[] } {
  const whole = lines.map(taxablesOf)
  const shares = allocate(
    discountCents,
    whole.flat().map(({ cents }) => BigInt(cents)),
  )
  let at = 0
  const rest = whole.map((row) =>
    row.map(({ taxClass, cents }) => ({ taxClass, cents: cents - shares[at++]! })),
  )
  const delivery = tax.delivery === undefined ? [] : [{ taxClass: tax.delivery, cents: deliveryCents }]
  const { rows, taxCents, parts } = taxRows([...rest, delivery], tax)
  const sum = (row: readonly Taxable[]): Cents => row.reduce((all, { cents }) => all + cents, 0)
  return { rows, taxCents, taxes: parts, discounts: whole.map((row, index) => sum(row) - sum(rest[index]!)) }
}

/** A line's amounts by tax class: the standard class, then each other class. */
function taxablesOf({ unitCents, quantity, taxParts = [] }: LineToPrice): Taxable[] {
  const parts = taxParts.map(({ taxClass, cents }) => ({ taxClass, cents: lineTotalCents(cents, quantity) }))
  const standardCents = parts.reduce((rest, { cents }) => rest - cents, lineTotalCents(unitCents, quantity))
  return [{ taxClass: undefined, cents: standardCents }, ...parts]
}

/** What a discount takes off a subtotal, in cents; an amount may exceed the subtotal. */
export function discountCentsOf(subTotalCents: Cents, discount: Discount | undefined): Cents {
  if (!discount) return 0
  return 'percent' in discount ? applyRate(subTotalCents * discount.percent, '0.01') : discount.amountCents
}

/** What a reward actually takes off: at most what the promo code leaves of the subtotal. The promo code is applied first. */
export const rewardTakenCents = (
  subTotalCents: Cents,
  discount: Discount | undefined,
  rewardCents: Cents,
): Cents =>
  Math.min(rewardCents, subTotalCents - Math.min(subTotalCents, discountCentsOf(subTotalCents, discount)))

function tipCentsOf(subTotalCents: Cents, { lines, tipCents, tipPercent }: TicketToPrice): Cents {
  if (lines.length === 0) return 0
  return tipPercent === undefined ? tipCents : presetTipCents(subTotalCents, tipPercent)
}

/** Tip presets, in percent of the subtotal (specification §9). */
export const tipPresets = [10, 15, 20] as const

/** A preset tip in cents: percent of the subtotal, half-up to the cent. */
export const presetTipCents = (subTotalCents: Cents, percent: number): Cents =>
  applyRate(subTotalCents * percent, '0.01')

/** An order's totals as an API tells them, in cents; the discount with either sign. */
type ToldTotals = Record<'subTotalCents' | 'discountCents' | 'taxCents' | 'tipCents' | 'totalCents', Cents>

/** The delivery charge of a delivered order, for which the API has no field: what its other totals leave. Never negative. */
export const deliveryOfTotals = ({
  subTotalCents,
  discountCents,
  taxCents,
  tipCents,
  totalCents,
}: ToldTotals): Cents =>
  Math.max(0, totalCents - subTotalCents + Math.abs(discountCents) - taxCents - tipCents)
