import type { Cents } from '#contract/money.ts'
import type { PricedCardOrder } from '#contract/pricing/card-order.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import { orderNumber } from '#server/modules/payments/attempts.ts'
import type { CardOrderRefund } from './refund-rows.ts'

/** An order for gift cards as the server keeps it: card orders, and those of /physicalcards. Money is cents, times are ms. */

export type OrderType = CardOrderType | 'PhysicalCards'

export type OrderItem = {
  /** Its place among the items, from 1. */
  index: number
  priceCents: Cents
  quantity: number
  /** Undefined: a Reload, which puts money on `cardId` instead. */
  programId: string | undefined
}

/** When a gift is sent: the instant that the giver's clock shows; `zone` is that clock's, an IANA name. */
type GiftTime = { atMs: number; zone: string }

/** What an order comes to, kept from the moment that it is paid for. */
export type KeptPrice = Omit<PricedCardOrder, 'dueCents'>

/** A card that an order has made or reloaded. */
/** `holderId`: in whose account it is by now. */
export type OrderedCard = {
  itemIndex: number
  cardId: string
  sealedNumber: string
  lastFour: string
  programId: string
  holderId: string | undefined
  /** When somebody first opened its link (ms). */
  openedAt: number | undefined
  /** As its card is now: `active` is good. */
  status: string
}

/** What is known of the message that a card goes by. Times are ms; `dueAt`: from when on it may go. */
export type OrderDelivery = {
  state: 'pending' | 'sent' | 'failed' | 'undeliverable'
  dueAt: number
  sentAt: number | undefined
}

export type Order = {
  locationId: string
  id: string
  /** What its receipt is known by: who has it sees the receipt, and nothing else of the order. */
  receiptId: string
  type: OrderType
  /** Whose it is since somebody signed in began or changed it: nobody else's from then on. Undefined: of whoever has its id. */
  userId: string | undefined
  /** Of whoever changed it last before it was placed; what its card is sent with is written in it. */
  language: PageLanguage
  /** It passes through `PaymentComplete` within one transaction, which makes the cards, too. */
  status: 'Open' | 'PaymentComplete' | 'Submitted'
  programId: string | undefined
  /** The card that a Reload puts money on. */
  cardId: string | undefined
  items: readonly OrderItem[]
  promoCode: string | undefined
  /** The promo code, in capitals, of which a use is counted for it. */
  heldPromo: string | undefined
  recipient: Recipient
  personalMessage: string
  /** How its card is to look; undefined: as the merchant's first design. */
  designId: string | undefined
  /** When its card is sent; undefined: right away. */
  giftTime: GiftTime | undefined
  /** Of a placed order whose card goes by a message. */
  delivery: OrderDelivery | undefined
  /** The member's card whose money this gift is: it was passed on and not bought. */
  passedCardId: string | undefined
  /** When a gift that was passed on was taken back (ms). */
  takenBackAt: number | undefined
  buyer: Buyer
  kept: KeptPrice | undefined
  /** `at`: when it was paid (ms). `isDisputed`: a bank is deciding about it. */
  payment: { displayName: string; amountCents: Cents; at: number; isDisputed?: boolean } | undefined
  /** What of it went back, the oldest first, to be shown: what is decided by it is read under the lock (refund-rows.ts). Times are ms; without `doneAt` it is on its way. */
  refunds: readonly Pick<
    CardOrderRefund,
    'id' | 'at' | 'amountCents' | 'reason' | 'doneAt' | 'failedAt' | 'isByHand' | 'isByBank'
  >[]
  /** Not those that go by post: their numbers are nobody's business before they arrive. */
  cards: readonly OrderedCard[]
  createdAt: number
  touchedAt: number
}

/** Who begins an order or asks for it: who they are signed in as, and in which language they are served. */
export type Requester = { userId: string | undefined; language: PageLanguage }

/** An order as somebody asks for it. */
export type OrderAt = Requester & { id: string }

export const emptyBuyer: Buyer = { buyer_first_name: '', buyer_last_name: '', buyer_email: '' }

/** What an order is called on its receipt and in an email. No number of its own is given to these. */
export const numberOf = ({ id }: Pick<Order, 'id'>): string => orderNumber(id)

/** Whether its cards go by post. */
export const isPosted = (type: OrderType): boolean => type === 'SendPhysical' || type === 'PhysicalCards'

/** An open order that nobody touched for a day is over. */
const expiresAfterMs = 24 * 60 * 60 * 1000

/** An order's status now: untouched open ones expire without anything having to run. */
export const statusAt = (order: Order, nowMs: number): Order['status'] | 'Expired' =>
  order.status === 'Open' && nowMs - order.touchedAt > expiresAfterMs ? 'Expired' : order.status
