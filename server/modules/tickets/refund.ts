import type { Cents } from '#contract/money.ts'
import type { RefundChoice, RefundShare } from '#contract/pricing/refund.ts'
import type { RefundReason } from '#contract/schemas/refund.ts'

/** What went back of a ticket, as the server keeps it. */

/** Who had money given back. `restaurant`: its server, because an order could not be placed. */
export type RefundMaker = 'guest' | 'staff' | 'restaurant'

export type TicketRefundPart = RefundShare & {
  id: string
  /** When it was there (ms), or the provider had taken it; undefined: the provider is still to be asked. */
  doneAt: number | undefined
  /** When its bank sent it back (ms): it is owed until it is done. */
  failedAt?: number | undefined
  /** Paid another way than to the card. */
  isByHand?: boolean
  /** Not by us: the bank has taken it, in a dispute that it decided for the guest. */
  isByBank?: boolean
}

export type TicketRefund = {
  id: string
  by: RefundMaker
  /** Which of the staff. */
  userId: string | undefined
  /** `cancelled`: all that was left, with the order. */
  reason: RefundReason | 'cancelled' | 'provider'
  note: string | undefined
  lines: RefundChoice['lines']
  deliveryCents: Cents
  tipCents: Cents
  /** What of it points were earned by. */
  earnedCents: Cents
  rewardBack: boolean
  /** A reward was taken back that the points of it had reached. Of a cancelled order its message says so. */
  rewardGone?: boolean
  /** ms. */
  at: number
  parts: TicketRefundPart[]
}
