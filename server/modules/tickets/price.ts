import { type PricedTicket, priceTicket } from '#contract/pricing/ticket.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount } from './promo.ts'
import type { Ticket } from './ticket.ts'

/** What a ticket comes to now, by `contract/pricing`; once money is on it, what it came to then. */
export function priceOf(merchant: Merchant, ticket: Ticket, nowMs: number): PricedTicket {
  const paid = {
    nonTipCents: ticket.payments.reduce((sum, payment) => sum + payment.nonTipCents, 0),
    tipCents: ticket.payments.reduce((sum, payment) => sum + payment.tipCents, 0),
  }
  if (ticket.kept) return keptPrice(ticket, ticket.kept, paid)
  const subTotalCents = ticket.lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  return priceTicket({
    lines: ticket.lines,
    discount: findDiscount(merchant, ticket.promoCode, subTotalCents, nowMs),
    taxRate: merchant.ordering.taxRate,
    // The charge is for bringing something: an empty ticket owes nothing.
    useDelivery: ticket.useDelivery && ticket.lines.length > 0,
    deliveryChargeCents: merchant.ordering.deliveryChargeCents,
    tipCents: ticket.tipCents,
    paid,
  })
}

function keptPrice(ticket: Ticket, kept: NonNullable<Ticket['kept']>, paid: { nonTipCents: number; tipCents: number }): PricedTicket {
  const nonTipCents = kept.subTotalCents - kept.discountCents + kept.taxCents + kept.deliveryCents
  const dueNonTipCents = Math.max(0, nonTipCents - paid.nonTipCents)
  const dueTipCents = Math.max(0, ticket.tipCents - paid.tipCents)
  return {
    ...kept,
    tipCents: ticket.tipCents,
    totalCents: nonTipCents + ticket.tipCents,
    dueNonTipCents,
    dueTipCents,
    dueCents: dueNonTipCents + dueTipCents,
  }
}
