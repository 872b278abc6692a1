import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { shareLines } from '#contract/pricing/shares.ts'
import { taxRulesOf } from '#contract/pricing/tax.ts'
import { type ItemizedTicket, priceTicket, rewardTakenCents } from '#contract/pricing/ticket.ts'
import type { TaxLine } from '#contract/schemas/taxes.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount, type PromoPurchase } from '#server/modules/promo/rules.ts'
import type { KeptPrice, LineShare, Ticket } from './ticket.ts'

/** A ticket's price with its parts, and how much of its discount is a reward's. */
export type TicketPrice = Omit<ItemizedTicket, 'lines'> & { rewardCents: Cents; lines: LineShare[] }

/** What a ticket costs now, by `contract/pricing`; once it has payments, what it cost then. A canceled one has nothing due. */
export function priceOf(merchant: Merchant, ticket: Ticket, nowMs: number): TicketPrice {
  const price = ticket.kept ? keptPrice(ticket, ticket.kept) : priceToday(merchant, ticket, nowMs)
  return ticket.status === 'Cancelled' ? { ...price, dueNonTipCents: 0, dueTipCents: 0, dueCents: 0 } : price
}

/** A price in the form stored from the first payment on. */
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

/** A ticket, as the promo module sees it. */
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

/** The shares of each line, the delivery and each tax in a stored price. Prices stored before there were shares had a single rate, and untaxed delivery. */
export function partsOfKept(
  { lines }: Pick<Ticket, 'lines'>,
  kept: KeptPrice,
): Pick<TicketPrice, 'lines' | 'delivery' | 'taxes'> {
  const { delivery = { subTotalCents: kept.deliveryCents, discountCents: 0, taxCents: 0 }, taxes = [] } = kept
  const early = (): LineShare[] =>
    shareLines(lines, kept).map((share, at) => ({ index: lines[at]!.index, ...share }))
  return { lines: kept.lines ?? early(), delivery, taxes }
}

/** A price's taxes in the API's form; left out where the location does not name its taxes. */
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
