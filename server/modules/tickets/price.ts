import type { Cents } from '#contract/money.ts'
import { type PricedTicket, priceTicket, rewardTakenCents } from '#contract/pricing/ticket.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount, type PromoPurchase } from '#server/modules/promo/rules.ts'
import type { KeptPrice, Ticket } from './ticket.ts'

/** What a ticket comes to, and how much of its discount is a reward's. */
export type TicketPrice = PricedTicket & { rewardCents: Cents }

/** What a ticket comes to now, by `contract/pricing`; once money is on it, what it came to then. Nothing is due on one that was cancelled. */
export function priceOf(merchant: Merchant, ticket: Ticket, nowMs: number): TicketPrice {
  const price = ticket.kept ? keptPrice(ticket, ticket.kept) : priceToday(merchant, ticket, nowMs)
  return ticket.status === 'Cancelled' ? { ...price, dueNonTipCents: 0, dueTipCents: 0, dueCents: 0 } : price
}

/** A price as it is kept from the first money on. */
export const keptOf = ({
  subTotalCents,
  discountCents,
  taxCents,
  deliveryCents,
  rewardCents,
  tipCents,
}: TicketPrice): KeptPrice => ({
  subTotalCents,
  discountCents,
  taxCents,
  deliveryCents,
  rewardCents,
  tipCents,
})

const paidOf = ({ payments }: Ticket): { nonTipCents: Cents; tipCents: Cents } => ({
  nonTipCents: payments.reduce((sum, payment) => sum + payment.nonTipCents, 0),
  tipCents: payments.reduce((sum, payment) => sum + payment.tipCents, 0),
})

function priceToday(merchant: Merchant, ticket: Ticket, nowMs: number): TicketPrice {
  const purchase = purchaseOf(ticket)
  const discount = findDiscount(merchant, ticket.promoCode, purchase, nowMs)
  const rewardCents = ticket.reward?.amountCents ?? 0
  const priced = priceTicket({
    lines: ticket.lines,
    discount,
    rewardCents,
    taxRate: merchant.ordering.taxRate,
    useDelivery: ticket.useDelivery,
    deliveryChargeCents: merchant.ordering.deliveryChargeCents,
    tipCents: ticket.tipCents,
    tipPercent: ticket.tipPercent,
    paid: paidOf(ticket),
  })
  return { ...priced, rewardCents: rewardTakenCents(purchase.subTotalCents, discount, rewardCents) }
}

/** A ticket, as a promo code sees it. */
export const purchaseOf = ({ lines }: Pick<Ticket, 'lines'>): PromoPurchase => ({
  scope: 'orders',
  subTotalCents: lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0),
})

function keptPrice(ticket: Ticket, kept: KeptPrice): TicketPrice {
  const paid = paidOf(ticket)
  const nonTipCents = kept.subTotalCents - kept.discountCents + kept.taxCents + kept.deliveryCents
  const dueNonTipCents = Math.max(0, nonTipCents - paid.nonTipCents)
  const tipCents = kept.tipCents ?? ticket.tipCents
  const dueTipCents = Math.max(0, tipCents - paid.tipCents)
  return {
    ...kept,
    rewardCents: kept.rewardCents ?? 0,
    tipCents,
    totalCents: nonTipCents + tipCents,
    dueNonTipCents,
    dueTipCents,
    dueCents: dueNonTipCents + dueTipCents,
  }
}
