import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { PricedModifier, TaxPartOfLine } from '#contract/pricing/line.ts'
import type { TaxPart } from '#contract/pricing/tax.ts'
import type { Share } from '#contract/pricing/ticket.ts'
import type { Contact } from '#contract/rules/contact.ts'
import { partText } from '#contract/rules/refund-words.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { RefundableTender } from '#contract/schemas/refund.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { TicketRefund } from './refund.ts'

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
  /** What was known of it, with its choices, when it was put on the order. */
  allergens?: AllergenStatement | undefined
  /** What of `unitCents` is in other classes of tax than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
}

export type TicketPayment = {
  id: string
  tenderType: RefundableTender
  displayName: string
  nonTipCents: Cents
  tipCents: Cents
  /** The gift card that it was paid with. */
  cardId?: string | undefined
  /** The cardholder's bank disputes it, or has taken the money. */
  dispute?: 'open' | 'lost' | undefined
  /** How much the bank has taken for good. */
  lostCents?: Cents
}

/** A member's reward that takes money off this ticket: nobody else's order can use it meanwhile. */
export type TicketReward = { id: string; name: string; amountCents: Cents }

/** What of a ticket's price is a line's, by the line's number. */
export type LineShare = Share & { index: number }

/** What a ticket comes to, kept from the moment that money is on it: a later price, rate or promo does not change what was paid. */
export type KeptPrice = {
  subTotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  /** What of the discount is a reward's; nothing where it is not there. */
  rewardCents?: Cents
  /** Not there on tickets from before a tip could be a share: then the ticket's own. */
  tipCents?: Cents
  /** What each line and the delivery have of it, and each tax: not there on tickets from before they were kept. */
  lines?: LineShare[]
  delivery?: Share
  taxes?: TaxPart[]
}

/** A status that a placed ticket came to, and when (ms). */
export type TicketStep = { status: TicketStatus; at: number }

/** A ticket as somebody asks for it: its id, who they are signed in as, and in which language they are served (not there: it stays as it is). */
export type TicketAt = {
  id: string
  userId: string | undefined
  language?: PageLanguage
  /** Of the header `X-Order-Key`. */ orderKey?: string | undefined
}

export type Ticket = {
  locationId: string
  id: string
  /** Whose it is since somebody signed in changed it: nobody else's from then on. Undefined: of whoever has its id. */
  userId: string | undefined
  /** What the device that ordered proves itself with; undefined for an order of before there were any, and where it is not to be told. */
  orderKey: string | undefined
  /** Of whoever changed it last before it was placed: what its guest is told is written in it. */
  language: PageLanguage
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
  reward: TicketReward | undefined
  /** The last day (ISO date) of a reward that its user still has; undefined: there is none to be used. */
  rewardUntil: string | undefined
  /** The slot (`2026-11-21 6:30pm`) that is kept for it in the kitchen. */
  heldSlot: string | undefined
  /** The promo code, in capitals, of which a use is counted for it. */
  heldPromo: string | undefined
  /** A tip in dollars and cents. */
  tipCents: Cents
  /** A tip that is a share of the subtotal (whole percent); `tipCents` then says nothing. */
  tipPercent: number | undefined
  kept: KeptPrice | undefined
  success: { header: string; message: string } | undefined
  createdAt: number
  touchedAt: number
  /** When the diner said at the curb that they are here. */
  checkedInAt: number | undefined
  /** Its statuses until it was last read, oldest first: `historyOf` tells them up to now. */
  history: TicketStep[]
  lines: Line[]
  payments: TicketPayment[]
  /** What went back of it, the oldest first. */
  refunds: TicketRefund[]
}

/** An open ticket that nobody touched for a day is over (docs/design/contract.md, Shapes and states). */
export const expiresAfterMs = 24 * 60 * 60 * 1000

/** A ticket's status now: untouched open ones expire without anything having to run. */
export const statusAt = (ticket: Ticket, nowMs: number): TicketStatus =>
  ticket.status === 'Open' && ticket.payments.length === 0 && nowMs - ticket.touchedAt > expiresAfterMs
    ? 'Expired'
    : ticket.status

/** How long gift cards, a reward and a slot are held for a ticket that nobody touches (reliability B16). */
export const heldForMs = 15 * 60 * 1000

/** Whether a payment card has paid for it, or for a part of it: its guest has tapped to place it. */
export const isCharged = ({ payments }: Pick<Ticket, 'payments'>): boolean =>
  payments.some(({ tenderType }) => tenderType === 'credit_card')

/** Until when (ms) what gift cards and a reward put on a ticket that is not placed is held; undefined where nothing is, or where it is placed by itself. */
export const heldUntil = (
  ticket: Pick<Ticket, 'name' | 'status' | 'payments' | 'reward' | 'touchedAt'>,
): number | undefined =>
  !isPlaced(ticket) &&
  ['Open', 'PaymentComplete'].includes(ticket.status) &&
  !isCharged(ticket) &&
  (ticket.payments.length > 0 || ticket.reward)
    ? ticket.touchedAt + heldForMs
    : undefined

/** Whether it was placed: it has an order number from then on, whatever becomes of it. */
export const isPlaced = (ticket: Pick<Ticket, 'name'>): boolean => ticket.name !== ''

/** Whose points a ticket's were, for taking them back, and the reward that paid a part of it (accounts/points.ts). */
export const earningOf = ({
  userId,
  id,
  reward,
}: Pick<Ticket, 'userId' | 'id' | 'reward'>): {
  userId: string | undefined
  ticketId: string
  paidBy: string | undefined
} => ({ userId, ticketId: id, paidBy: reward?.id })

/** What became of a placed ticket, up to the status that it has now; nothing of one that is not placed. */
export function historyOf(ticket: Pick<Ticket, 'name' | 'status' | 'touchedAt' | 'history'>): TicketStep[] {
  if (!isPlaced(ticket)) return []
  if (ticket.history.at(-1)?.status === ticket.status) return ticket.history
  return [...ticket.history, { status: ticket.status, at: ticket.touchedAt }]
}

/** What a guest is told of a payment that goes back, as it is kept with the ticket: in English, for whoever reads it in another language has it translated. */
export const refundText = ({
  tenderType,
  displayName,
  nonTipCents,
  tipCents,
  dispute,
}: Pick<TicketPayment, 'tenderType' | 'displayName' | 'nonTipCents' | 'tipCents' | 'dispute'>): string =>
  partText({
    tender_type: tenderType,
    display_name: displayName,
    amount: currencyText(nonTipCents + tipCents),
    dispute,
  })
