import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { shareLines } from '#contract/pricing/shares.ts'
import { taxRulesOf } from '#contract/pricing/tax.ts'
import { type ItemizedTicket, priceTicket, rewardTakenCents } from '#contract/pricing/ticket.ts'
import type { TaxLine } from '#contract/schemas/taxes.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount, type PromoPurchase } from '#server/modules/promo/rules.ts'
import type { KeptPrice, LineShare, Ticket } from './ticket.ts'

/** What a ticket comes to with its parts, and how much of its discount is a reward's. */
export type TicketPrice = Omit<ItemizedTicket, 'lines'> & { rewardCents: Cents; lines: LineShare[] }

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
  lines,
  delivery,
  taxes,
}: TicketPrice): KeptPrice => ({
  subTotalCents,
  discountCents,
  taxCents,
  deliveryCents,
  rewardCents,
  tipCents,
  lines,
  delivery,
  taxes,
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
    tax: taxRulesOf({ tax_rate: merchant.ordering.taxRate, taxes: merchant.ordering.taxes }),
    useDelivery: ticket.useDelivery,
    deliveryChargeCents: merchant.ordering.deliveryChargeCents,
    tipCents: ticket.tipCents,
    tipPercent: ticket.tipPercent,
    paid: paidOf(ticket),
  })
  return {
    ...priced,
    rewardCents: rewardTakenCents(purchase.subTotalCents, discount, rewardCents),
    lines: priced.lines.map((share, at) => ({ index: ticket.lines[at]!.index, ...share })),
  }
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
    ...partsOfKept(ticket, kept),
    rewardCents: kept.rewardCents ?? 0,
    tipCents,
    totalCents: nonTipCents + tipCents,
    dueNonTipCents,
    dueTipCents,
    dueCents: dueNonTipCents + dueTipCents,
  }
}

/** What each line, the delivery and each tax have of a kept price. On one from before parts were kept there was one rate, and the delivery bore no tax. */
export function partsOfKept(
  { lines }: Pick<Ticket, 'lines'>,
  kept: KeptPrice,
): Pick<TicketPrice, 'lines' | 'delivery' | 'taxes'> {
  const { delivery = { subTotalCents: kept.deliveryCents, discountCents: 0, taxCents: 0 }, taxes = [] } = kept
  const early = (): LineShare[] =>
    shareLines(lines, kept).map((share, at) => ({ index: lines[at]!.index, ...share }))
  return { lines: kept.lines ?? early(), delivery, taxes }
}

/** Each tax that a price bears, as the wire has it; left out where the location does not name its taxes. */
export const taxLinesOf = ({ taxes }: Pick<TicketPrice, 'taxes'>): { taxes?: TaxLine[] } => {
  const named = taxes.filter(({ name }) => name !== '')
  return named.length === 0
    ? {}
    : {
        taxes: named.map(({ name, rate, taxableCents, taxCents }) => ({
          name,
          rate,
          taxable: currencyText(taxableCents),
          amount: currencyText(taxCents),
        })),
      }
}
