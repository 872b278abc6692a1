import type { Cents } from '#contract/money.ts'
import type { PricedCardOrder } from '#contract/pricing/card-order.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import { orderNumber } from '#server/modules/payments/attempts.ts'
import type { CardOrderRefund } from './refund-rows.ts'

/** An order for gift cards as the server stores it: card orders, and those of /physicalcards. Money is in cents, times are in ms. */

export type OrderType = CardOrderType | 'PhysicalCards'

export type OrderItem = {
  /** Its place among the items, from 1. */
  index: number
  priceCents: Cents
  quantity: number
  /** Undefined: a Reload, which loads `cardId` instead. */
  programId: string | undefined
}

/** When a gift is sent: the instant that the giver chose; `zone` is the giver's time zone, an IANA name. */
type GiftTime = { atMs: number; zone: string }

/** The price of an order, fixed once it is paid. */
export type KeptPrice = Omit<PricedCardOrder, 'dueCents'>

/** A card that an order has created or reloaded. */
/** `holderId`: the user whose account it is in by now. */
export type OrderedCard = {
  itemIndex: number
  cardId: string
  sealedNumber: string
  lastFour: string
  programId: string
  holderId: string | undefined
  /** When somebody first opened its link (ms). */
  openedAt: number | undefined
  /** Its card's current status; `active` can be used. */
  status: string
  /** The restaurant moved its money to a new card. */
  isReplaced?: boolean
}

/** The state of the message that brings a card. Times are in ms; `dueAt`: the earliest time to send it. */
export type OrderDelivery = {
  state: 'pending' | 'sent' | 'failed' | 'undeliverable'
  dueAt: number
  sentAt: number | undefined
}

export type Order = {
  locationId: string
  id: string
  /** The id of its receipt: whoever has it sees the receipt, and nothing else of the order. */
  receiptId: string
  type: OrderType
  /** Set when a signed-in user starts or changes it; from then on it is theirs alone. Undefined: it belongs to whoever has its id. */
  userId: string | undefined
  /** The language of whoever changed it last before it was placed; its messages are written in it. */
  language: PageLanguage
  /** `PaymentComplete` exists only within the transaction that also makes the cards. */
  status: 'Open' | 'PaymentComplete' | 'Submitted'
  programId: string | undefined
  /** The card that a Reload loads. */
  cardId: string | undefined
  items: readonly OrderItem[]
  promoCode: string | undefined
  /** The promo code, in capitals, whose use is counted for this order. */
  heldPromo: string | undefined
  recipient: Recipient
  personalMessage: string
  /** The chosen design; undefined: the merchant's first. */
  designId: string | undefined
  /** When its card is sent; undefined: right away. */
  giftTime: GiftTime | undefined
  /** Of a placed order whose card is sent by a message. */
  delivery: OrderDelivery | undefined
  /** The member's card that this gift was passed on from; undefined: it was bought. */
  passedCardId: string | undefined
  /** When a passed-on gift was taken back (ms). */
  takenBackAt: number | undefined
  buyer: Buyer
  kept: KeptPrice | undefined
  /** `at`: when it was paid (ms). `isDisputed`: a bank is deciding about it. `takenCents`: what banks have taken of it for good. */
  payment:
    | { displayName: string; amountCents: Cents; at: number; isDisputed?: boolean; takenCents?: Cents }
    | undefined
  /**
   * Its refunds, the oldest first, for display only: decisions read them under the lock (refund-rows.ts). Times are in ms; without `doneAt` a refund is under
   * way.
   */
  refunds: readonly Pick<
    CardOrderRefund,
    'id' | 'at' | 'amountCents' | 'reason' | 'doneAt' | 'failedAt' | 'isByHand' | 'isByBank'
  >[]
  /** Without mailed cards: nobody sees their numbers before they arrive. */
  cards: readonly OrderedCard[]
  createdAt: number
  touchedAt: number
}

/** Who starts or requests an order: the signed-in user, and the language they are served in. */
export type Requester = { userId: string | undefined; language: PageLanguage }

/** A request for an order. */
export type OrderAt = Requester & { id: string }

export const emptyBuyer: Buyer = { buyer_first_name: '', buyer_last_name: '', buyer_email: '' }

/** An order's name on its receipt and in emails. These orders have no number of their own, so it is derived from the id. */
export const numberOf = ({ id }: Pick<Order, 'id'>): string => orderNumber(id)

/** Whether its cards go by mail. */
export const isPosted = (type: OrderType): boolean => type === 'SendPhysical' || type === 'PhysicalCards'

/** An open order expires when nobody has touched it for a day. */
const expiresAfterMs = 24 * 60 * 60 * 1000

/** An order's status now: open orders expire by the clock, without any job. */
export const statusAt = (order: Order, nowMs: number): Order['status'] | 'Expired' =>
  order.status === 'Open' && nowMs - order.touchedAt > expiresAfterMs ? 'Expired' : order.status
