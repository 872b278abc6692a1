import type { CardOrderSubmitBody } from '#contract/schemas/card-order.ts'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import type { PaymentBody, RedeemCardBody, RewardBody, SubmitBody } from '#contract/schemas/ticket-order.ts'

/**
 * Something that moves money, or a submit, written down before it is sent, whatever is paid (contract/payables.ts). While its row is here nothing else
 * is paid on the same payable: its outcome is unknown until the server has said so, and it is only ever repeated with this key and this body. What a
 * body names of a card is the provider's reference to a method, worth nothing without the merchant's secret key; the row goes as soon as the outcome is
 * known.
 */
export type AttemptRow = AttemptBase & AttemptWhat

export type AttemptBase = {
  key: string
  locationId: string
  principal: string
  /** Made before its principal signed in: repeated without credentials, as the key of a repeat counts for the same caller only. */
  as?: 'guest'
  /** What is paid, by its row on this device: a ticket's draft, an order's id. */
  payableId: string
  /** What is paid, by the server's id of it. */
  serverId: string
  createdAt: number
  /** False only between writing and the first try: a row like that has certainly not left this device. */
  sent: boolean
  /** When it last went out (ms since the epoch). */
  sentAt?: number
}

/** What is done, by what it is done to. */
export type AttemptWhat =
  | ({ payable: 'ticket' } & TicketAttempt)
  | { payable: 'card-order'; kind: 'checkout'; body: CardOrderSubmitBody }
  | { payable: 'posted-order'; kind: 'checkout'; body: PhysicalOrderBody }

export type TicketAttempt =
  | { kind: 'payment'; body: PaymentBody }
  | { kind: 'submit'; body: SubmitBody }
  /** `paymentsBefore`: what was on the order when it was tapped, for APIs that can say no more of it than what is there now. */
  | { kind: 'redeem'; body: RedeemCardBody; paymentsBefore?: number }
  | { kind: 'reward'; body: RewardBody; paymentsBefore?: number }
  /** Gives gift cards and the reward back. */
  | { kind: 'release' }
  /**
   * A gift card by its number. The number is not kept: who finds this phone must not find money on it. So it is never sent again, and what became of it
   * is read from the ticket, which had this many payments before.
   */
  | { kind: 'import-redeem'; paymentsBefore: number }
