import { applyRate, type Cents } from '../money.ts'
import { lineTotalCents } from './line.ts'

/** What a promo code takes off: a share of the subtotal (whole percent), or an amount. */
export type Discount = { percent: number } | { amountCents: Cents }

export type TicketToPrice = {
  lines: readonly { unitCents: Cents; quantity: number }[]
  discount?: Discount | undefined
  /** What a reward takes off beside the promo code, as far as the subtotal goes. */
  rewardCents?: Cents | undefined
  /** Decimal text, `0.08875`. */
  taxRate: string
  useDelivery: boolean
  deliveryChargeCents: Cents
  tipCents: Cents
  /** A tip that is a share of the subtotal (whole percent) and moves with it; `tipCents` then says nothing. */
  tipPercent?: number | undefined
  /** What has been paid so far, and how much of it was for the tip. */
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

/**
 * The money rules of docs/design/contract.md, once for both sides: discount from the subtotal and never below zero, tax on what is left,
 * half-up and once a ticket, delivery untaxed, tip on top. With nothing on it, a ticket owes nothing. All in cents.
 */
export function priceTicket(ticket: TicketToPrice): PricedTicket {
  const subTotalCents = ticket.lines.reduce(
    (sum, line) => sum + lineTotalCents(line.unitCents, line.quantity),
    0,
  )
  const discountCents = Math.min(
    subTotalCents,
    discountCentsOf(subTotalCents, ticket.discount) + (ticket.rewardCents ?? 0),
  )
  const taxCents = applyRate(subTotalCents - discountCents, ticket.taxRate)
  // The charge is for bringing something: an empty ticket owes nothing.
  const deliveryCents = ticket.useDelivery && ticket.lines.length > 0 ? ticket.deliveryChargeCents : 0
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
  }
}

/** What a discount takes off a subtotal, in cents; an amount may be more than the subtotal. */
export function discountCentsOf(subTotalCents: Cents, discount: Discount | undefined): Cents {
  if (!discount) return 0
  return 'percent' in discount ? applyRate(subTotalCents * discount.percent, '0.01') : discount.amountCents
}

/** What a reward really takes off: what the promo code has left of the subtotal, and no more. The promo code goes first. */
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

/** Tip presets, percent of the subtotal (specification §9). */
export const tipPresets = [10, 15, 20] as const

/** A preset tip in cents: percent of the subtotal, half-up to the cent. */
export const presetTipCents = (subTotalCents: Cents, percent: number): Cents =>
  applyRate(subTotalCents * percent, '0.01')
