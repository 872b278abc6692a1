import { dayMs } from '#contract/durations.ts'
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
import type { GivenTo } from '#server/modules/cards/redeem.ts'
import type { TicketRefund } from './refund.ts'

/** A ticket order as the server stores it. Money is in cents, times are in ms, dates and times of day are the location's. */

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
  /** All ordering ids as they are sent, in the item's order. */
  sentModifiers: string[]
  pricedModifiers: PricedModifier[]
  /** What was known of it, with its choices, when it was put on the order. */
  allergens?: AllergenStatement | undefined
  /** The parts of `unitCents` in tax classes other than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
}

export type TicketPayment = {
  id: string
  tenderType: RefundableTender
  displayName: string
  nonTipCents: Cents
  tipCents: Cents
  /** The gift card that paid. */
  cardId?: string | undefined
  /** The one that would get its money back. */
  backTo?: GivenTo | undefined
  /** The cardholder's bank disputes it, or has taken the money. */
  dispute?: 'open' | 'lost' | undefined
  /** How much the bank has taken for good. */
  lostCents?: Cents
}

/** A member's reward that takes money off this ticket: no other order can use it meanwhile. */
export type TicketReward = { id: string; name: string; amountCents: Cents }

/** A line's share of a ticket's price, by the line's number. */
export type LineShare = Share & { index: number }

/** A ticket's price, fixed by its first payment: later changes of prices, rates or promo codes do not change what was paid. */
export type KeptPrice = {
  subTotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  /** A reward's part of the discount; undefined: none. */
  rewardCents?: Cents
  /** Undefined on tickets from before a tip could be a percentage: then the ticket's own applies. */
  tipCents?: Cents
  /** The shares of each line, the delivery and each tax: undefined on tickets from before they were stored. */
  lines?: LineShare[]
  delivery?: Share
  taxes?: TaxPart[]
}

/** A status that a placed ticket reached, and when (ms). */
export type TicketStep = { status: TicketStatus; at: number }

/** A request for a ticket: its id, the signed-in user, and the language they are served in (undefined: unchanged). */
export type TicketAt = {
  id: string
  userId: string | undefined
  language?: PageLanguage
  /** From the header `X-Order-Key`. */ orderKey?: string | undefined
}

export type Ticket = {
  locationId: string
  id: string
  /** Set when a signed-in user changes it; from then on it is theirs alone. Undefined: it belongs to whoever has its id. */
  userId: string | undefined
  /** The key by which the device that ordered proves itself; undefined for orders older than these keys, and where it must not be told. */
  orderKey: string | undefined
  /** The language of whoever changed it last before it was placed; messages to its guest are written in it. */
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
  /** The last day (ISO date) of a reward that its user still has; undefined: none can be used. */
  rewardUntil: string | undefined
  /** The slot (`2026-11-21 6:30pm`) reserved for it in the kitchen. */
  heldSlot: string | undefined
  /** The promo code, in capitals, whose use is counted for this order. */
  heldPromo: string | undefined
  /** A fixed tip, in cents. */
  tipCents: Cents
  /** A tip in whole percent of the subtotal; `tipCents` is then unused. */
  tipPercent: number | undefined
  kept: KeptPrice | undefined
  success: { header: string; message: string } | undefined
  createdAt: number
  touchedAt: number
  /** When the database was restored from a backup in which it was open: it may have been changed or placed since. */
  setBackAt: number | undefined
  /** When the diner tapped I'M HERE at the curb. */
  checkedInAt: number | undefined
  /** Its statuses until it was last read, oldest first: `historyOf` brings them up to date. */
  history: TicketStep[]
  lines: Line[]
  payments: TicketPayment[]
  /** Its refunds, the oldest first. */
  refunds: TicketRefund[]
}

/** An open ticket expires when nobody has touched it for a day (docs/design/contract.md, Shapes and states). */
export const expiresAfterMs = dayMs

/** A ticket's status now: open tickets expire by the clock, without any job, and once the database was set back. */
export const statusAt = (ticket: Ticket, nowMs: number): TicketStatus =>
  ticket.status === 'Open' &&
  ticket.payments.length === 0 &&
  (ticket.setBackAt !== undefined || nowMs - ticket.touchedAt > expiresAfterMs)
    ? 'Expired'
    : ticket.status

/** How long gift cards, a reward and a slot are held for a ticket that nobody touches (reliability B16). */
export const heldForMs = 15 * 60 * 1000

/** Whether a payment card has paid for some or all of it: its guest has tapped to place it. */
export const isCharged = ({ payments }: Pick<Ticket, 'payments'>): boolean =>
  payments.some(({ tenderType }) => tenderType === 'credit_card')

/** Until when (ms) the gift cards and reward on an unplaced ticket are held; undefined where there are none, or where it will be placed automatically. */
export const heldUntil = (
  ticket: Pick<Ticket, 'name' | 'status' | 'payments' | 'reward' | 'touchedAt'>,
): number | undefined =>
  !isPlaced(ticket) &&
  ['Open', 'PaymentComplete'].includes(ticket.status) &&
  !isCharged(ticket) &&
  (ticket.payments.length > 0 || ticket.reward)
    ? ticket.touchedAt + heldForMs
    : undefined

/** Whether it was placed: from then on it has an order number, whatever its status. */
export const isPlaced = (ticket: Pick<Ticket, 'name'>): boolean => ticket.name !== ''

/** Whose points the ticket earned, for taking them back, and the reward that paid part of it (accounts/points.ts). */
export const earningOf = ({
  userId,
  id,
  reward,
}: Pick<Ticket, 'userId' | 'id' | 'reward'>): {
  userId: string | undefined
  ticketId: string
  paidBy: string | undefined
} => ({ userId, ticketId: id, paidBy: reward?.id })

/** A placed ticket's statuses up to the current one; empty for one that is not placed. */
export function historyOf(ticket: Pick<Ticket, 'name' | 'status' | 'touchedAt' | 'history'>): TicketStep[] {
  if (!isPlaced(ticket)) return []
  if (ticket.history.at(-1)?.status === ticket.status) return ticket.history
  return [...ticket.history, { status: ticket.status, at: ticket.touchedAt }]
}

/** What a guest is told about a payment that goes back, as stored with the ticket: in English, and translated when it is read in another language. */
export const refundText = (
  {
    tenderType,
    displayName,
    nonTipCents,
    tipCents,
    dispute,
  }: Pick<TicketPayment, 'tenderType' | 'displayName' | 'nonTipCents' | 'tipCents' | 'dispute'>,
  givenTo?: GivenTo,
): string =>
  partText({
    tender_type: tenderType,
    display_name: givenTo?.displayName ?? displayName,
    amount: currencyText(nonTipCents + tipCents),
    dispute,
    card_void: givenTo?.isVoid,
  })
