import type { Cents } from '#contract/money.ts'
import type { RefundChoice, RefundShare } from '#contract/pricing/refund.ts'
import type { RefundReason } from '#contract/schemas/refund.ts'

/** A ticket's refunds, as the server stores them. */

/** Who refunded the money. `restaurant`: its server, because an order could not be placed; or somebody in the provider's dashboard. */
export type RefundMaker = 'guest' | 'staff' | 'restaurant'

export type TicketRefundPart = RefundShare & {
  id: string
  /** When it was back on a gift card, or the provider had accepted it (ms); undefined: the provider is still to be asked. */
  doneAt: number | undefined
  /** When its bank sent it back (ms): it is owed until it is done. */
  failedAt?: number | undefined
  /** Paid another way than to the payment card. */
  isByHand?: boolean
  /** Not a refund of ours: the bank took it, in a dispute that it decided for the guest. */
  isByBank?: boolean
  /** The gift card that had paid, where its replacement got the money. */
  paidWith?: string | undefined
  /** The gift card that got the money is on hold now. */
  isHeldCard?: boolean
}

export type TicketRefund = {
  id: string
  by: RefundMaker
  /** The staff member. */
  userId: string | undefined
  /** `cancelled`: everything that was left, when the order was canceled. */
  reason: RefundReason | 'cancelled' | 'provider'
  note: string | undefined
  lines: RefundChoice['lines']
  deliveryCents: Cents
  tipCents: Cents
  /** The part that points were earned on. */
  earnedCents: Cents
  rewardBack: boolean
  /** A reward earned with the order's points was taken back. For a canceled order, its message says so instead. */
  rewardGone?: boolean
  /** ms. */
  at: number
  parts: TicketRefundPart[]
}
