import type { Cents } from '#contract/money.ts'
import type { PricedModifier } from '#contract/pricing/line.ts'
import type { Contact } from '#contract/rules/contact.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'

/** A ticket order as the server keeps it. Money is cents, times are ms, dates and times of day are the location's own. */

export type Line = {
  index: number
  menu: string
  category: string
  item: string
  /** The item's ordering id. */
  menuItem: string
  name: string
  unitCents: Cents
  quantity: number
  /** Every ordering id as it is sent, in the item's own order. */
  sentModifiers: string[]
  pricedModifiers: PricedModifier[]
}

export type TicketPayment = { id: string; tenderType: 'credit_card'; displayName: string; nonTipCents: Cents; tipCents: Cents }

/** What a ticket comes to, kept from the moment that money is on it: a later price, rate or promo does not change what was paid. */
export type KeptPrice = {
  subTotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  deliveryCents: Cents
}

export type Ticket = {
  locationId: string
  id: string
  status: TicketStatus
  /** The order number; empty until submitted. */
  name: string
  nextIndex: number
  useDelivery: boolean
  useCurbside: boolean
  readyDate: string | undefined
  readyTime: string | undefined
  contact: Contact
  promoCode: string | undefined
  tipCents: Cents
  kept: KeptPrice | undefined
  success: { header: string; message: string } | undefined
  createdAt: number
  touchedAt: number
  lines: Line[]
  payments: TicketPayment[]
}

/** An open ticket that nobody touched for a day is over (design/contract.md, Shapes and states). */
export const expiresAfterMs = 24 * 60 * 60 * 1000

/** A ticket's status now: untouched open ones expire without anything having to run. */
export const statusAt = (ticket: Ticket, nowMs: number): TicketStatus =>
  ticket.status === 'Open' && ticket.payments.length === 0 && nowMs - ticket.touchedAt > expiresAfterMs ? 'Expired' : ticket.status
